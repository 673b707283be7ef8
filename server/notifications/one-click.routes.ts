/**
 * Handles the POST of links that end an alert or unsubscribe, at the address of their page. Mail programs send it with
 * the body `List-Unsubscribe=One-Click` (RFC 8058), browsers without JavaScript as the page's form.
 */
import { parsePageLocale } from '@shop/core/lang';
import { ROUTES, withLang } from '@shop/core/links/paths';
import { toQuery } from '@shop/core/links/query';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { extractQuery, parseQuery } from '../http/api/validate-request.ts';
import { Refused } from '../refuse.ts';
import { followAlertLink } from './alerts/alerts.ts';
import { withdrawMarketingMail } from './notification-settings.ts';

const END_BY_PATH: Readonly<Record<string, (ctx: Ctx, token: string) => Promise<unknown>>> = {
  [ROUTES.endAlert]: (ctx, token) => followAlertLink(ctx, 'endAlert', token),
  [ROUTES.unsubscribe]: withdrawMarketingMail,
};

/** The body of the page's form. The token is in the address. */
const FORM_BODY = 'from=page';

/** Redirects to the form's page, which shows the result. */
function redirectToResult(reply: FastifyReply, path: string, locale: unknown, result: 'ended' | 'invalid') {
  return reply.redirect(withLang(`${path}${toQuery({ result })}`, parsePageLocale(locale)), 303);
}

/** Registers the POST of each link. `system` makes the context of a call without a token. */
export function registerOneClick(http: FastifyInstance, system: () => Ctx): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    for (const [path, end] of Object.entries(END_BY_PATH)) {
      scope.post(path, async (request: FastifyRequest, reply) => {
        const query = parseQuery(extractQuery(request.url));
        const isForm = String(request.body ?? '') === FORM_BODY;
        reply.header('cache-control', 'no-store');
        try {
          await end(system(), String(query.token ?? ''));
        } catch (error) {
          if (!isForm || !(error instanceof Refused)) throw error;
          return redirectToResult(reply, path, query.lang, 'invalid');
        }
        return isForm ? redirectToResult(reply, path, query.lang, 'ended') : reply.code(200).send();
      });
    }
  });
}
