/** Registers every endpoint of the contract under `/api`: authenticate, validate, handle, respond. */

import type { Endpoint, EndpointParts } from '@shop/contract/endpoint';
import { endpoints } from '@shop/contract/endpoints';
import { parseLang } from '@shop/core/lang';
import { dayOf } from '@shop/core/time';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientInfo } from '../../context.ts';
import { refuse } from '../../refuse.ts';
import { isIssued } from '../../secrets/issued-token.ts';
import { sendEntry } from '../cache/send-cached.ts';
import type { EndpointLimits } from '../limits/rate-limits.ts';
import { hashToken, identify } from './authenticate.ts';
import { answerCached, answerCall, contextOf, type Shop } from './call-endpoint.ts';
import { idempotencyKey } from './idempotency.ts';
import { parseQuery, rawQuery } from './query-string.ts';

const PLATFORMS = new Set(['web', 'ios', 'android', 'TNG']);
const SESSION = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const one = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '');

/** The hash of the token in `x-device`; null unless the shop issued it to a device. */
function deviceHashOf({ headers }: FastifyRequest, secret: string): string | null {
  const token = one(headers['x-device']);
  return token.startsWith('d_') && isIssued(secret, token) ? hashToken(token) : null;
}

/** The login or contact that a request is about. */
function loginOf(body: unknown): string {
  const { login, email, contact_number, contact }: Record<string, unknown> = Object(body);
  return String(login ?? email ?? contact_number ?? contact ?? '').slice(0, 254);
}

function clientInfoOf(request: FastifyRequest, secret: string): ClientInfo {
  const { headers, ip } = request;
  const platform = one(headers['x-platform']);
  const session = one(headers['x-session']);
  return {
    platform: PLATFORMS.has(platform) ? platform : 'web',
    session: SESSION.test(session) ? session : null,
    device: one(headers['user-agent']),
    deviceHash: deviceHashOf(request, secret),
    address: ip,
  };
}

function hasNul(params: unknown): boolean {
  return Object.values(Object(params)).some((value) => typeof value === 'string' && value.includes('\0'));
}

type Options = { corsOrigins: readonly string[]; limits: EndpointLimits };

async function answer(
  shop: Shop,
  endpoint: Endpoint<EndpointParts>,
  options: Options,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const query = parseQuery(rawQuery(request.url));
  if (hasNul(request.params)) refuse('request.malformed');
  const auth = await identify(request.headers.authorization, endpoint.access, shop);
  const lang = parseLang(query.lang);
  const raw = { params: request.params, query, body: request.body };
  if (endpoint.cacheable !== undefined) {
    const { key, entry } = await answerCached(shop, endpoint, auth, lang, raw);
    if (auth.priceGroup === null) shop.cache.alias(request.url, key);
    await sendEntry(shop.cache, options.corsOrigins, entry, request, reply);
    return;
  }
  const ctx = contextOf(shop, auth, lang, clientInfoOf(request, shop.secret));
  const once = endpoint.idempotent === true ? idempotencyKey(request.headers['idempotency-key']) : undefined;
  const body = await answerCall(shop, endpoint, ctx, raw, once);
  if (endpoint.file !== undefined) {
    reply.header('content-disposition', `attachment; filename="${endpoint.file}-${dayOf(ctx.now)}.json"`);
  }
  reply
    .code(endpoint.status ?? 200)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body);
}

/** Registers all endpoints; `app` has the prefix `/api`. */
export function registerEndpoints(app: FastifyInstance, shop: Shop, options: Options): void {
  for (const endpoint of Object.values(endpoints) as Endpoint<EndpointParts>[]) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => {
        const device = deviceHashOf(request, shop.secret);
        const isKnown = device !== null && (await shop.isKnownDevice(device, loginOf(request.body)));
        const call = { name: endpoint.name, request, device: isKnown ? device : null };
        await options.limits.run(call, () => answer(shop, endpoint, options, request, reply));
        return reply;
      },
    });
  }
  // Every other address under `/api` is an unknown call, not a page.
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const handler = () => refuse('request.not_found');
  app.route({ method, url: '/', prefixTrailingSlash: 'no-slash', handler });
  app.route({ method, url: '/*', handler });
}
