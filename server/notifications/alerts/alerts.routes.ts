import type { alertsEndpoints } from '@shop/contract/alerts';
import { ROUTES } from '@shop/core/links/paths';
import type { FastifyInstance } from 'fastify';
import type { Ctx, Handlers } from '../../context.ts';
import { parseQuery, rawQuery } from '../../http/api/validate-request.ts';
import { addAlert, followAlertLink, listAlerts, removeAlert } from './alerts.ts';

export const alertsHandlers: Handlers<keyof typeof alertsEndpoints> = {
  'alerts.list': (ctx, { query }) => listAlerts(ctx, query),
  'alerts.add': (ctx, { body }) => addAlert(ctx, body),
  'alerts.remove': (ctx, { params }) => removeAlert(ctx, params.id),
  'alerts.confirm': (ctx, { body }) => followAlertLink(ctx, 'confirm', body.token),
  'alerts.end': (ctx, { body }) => followAlertLink(ctx, 'end', body.token),
};

/**
 * Registers the one-click POST of mail programs (RFC 8058): the same address as the page of the link in the mail. Its
 * body is always `List-Unsubscribe=One-Click`; the token is in the address.
 */
export function registerOneClick(http: FastifyInstance, system: () => Ctx): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    scope.post(ROUTES.endAlert, async (request, reply) => {
      const { token } = parseQuery(rawQuery(request.url));
      await followAlertLink(system(), 'end', String(token ?? ''));
      return reply.header('cache-control', 'no-store').code(200).send();
    });
  });
}
