/**
 * Receives iPay88's responses: from the shopper's browser as a form of another site, and from its server as a notice.
 * Neither has a session, and only the signature counts (docs/partners.md#1.5).
 */
import { checkoutCallbackPath, withLang } from '@shop/core/links/paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Ctx, NO_REQUEST } from '../context.ts';
import { parseQuery, rawQuery } from '../http/api/validate-request.ts';
import { findReturnedOrder, receiveResponse } from '../orders/payment/settle-payment.ts';
import { IPAY88_NOTICE, IPAY88_RETURN } from '../partners/ipay88/ipay88.ts';
import type { ReceivedFields } from '../partners/payment-gateway.ts';

const MAX_FIELDS = 60;
const MAX_LENGTH = 2_000;

/** Parses a form; null if a field comes twice, is a list, or is too long. */
export function readForm(body: string): ReceivedFields {
  const entries = [...new URLSearchParams(body)];
  const isUnclear =
    new Set(entries.map(([name]) => name)).size !== entries.length ||
    entries.length > MAX_FIELDS ||
    entries.some(([name, value]) => value.length > MAX_LENGTH || /[[\]]/.test(name));
  return isUnclear ? null : Object.fromEntries(entries);
}

export type GatewayOptions = {
  /** Makes the context of a response. */
  system: () => Ctx;
  publicUrl: string;
};

/** Registers the addresses under `/api`. */
export function registerGatewayResponses(api: FastifyInstance, { system, publicUrl }: GatewayOptions): void {
  api.register(async (gateway) => {
    gateway.removeAllContentTypeParsers();
    gateway.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
    const from = ({ ip }: FastifyRequest): Ctx => ({ ...system(), request: { ...NO_REQUEST, address: ip } });
    const fieldsOf = (body: unknown) => readForm(typeof body === 'string' ? body : '');

    gateway.post(IPAY88_RETURN, async (request, reply) => {
      const response = { gateway: 'ipay88', source: 'return', fields: fieldsOf(request.body) } as const;
      const ctx = from(request);
      const { attempt, verdict } = await receiveResponse(ctx, response);
      const { token = '' } = parseQuery(rawQuery(request.url));
      const order = attempt && (await findReturnedOrder(ctx, attempt, token));
      const path = checkoutCallbackPath({
        attempt: attempt?.reference,
        failed: verdict === 'failed' || verdict === 'unsigned' ? '1' : null,
        order_number: order?.order_number,
        token: order?.token,
      });
      return reply
        .code(303)
        .header('cache-control', 'no-store')
        .header('location', `${publicUrl}${withLang(path, attempt?.lang ?? 'en')}`)
        .send();
    });

    gateway.post(IPAY88_NOTICE, async (request, reply) => {
      const response = { gateway: 'ipay88', source: 'notice', fields: fieldsOf(request.body) } as const;
      const { verdict } = await receiveResponse(from(request), response);
      const isAccepted = verdict === 'paid';
      return reply
        .code(isAccepted ? 200 : 400)
        .header('cache-control', 'no-store')
        .type('text/plain')
        .send(isAccepted ? 'RECEIVEOK' : 'INVALID');
    });
  });
}
