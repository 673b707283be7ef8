/**
 * Receives reports of payment gateways, at the addresses that each declares: from the shopper's browser, and from the
 * gateway's server. Neither has a session, and only what the gateway verifies counts.
 */
import { withBranch } from '@shop/core/links/page-query';
import { checkoutCallbackPath, withLang } from '@shop/core/links/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, NO_REQUEST } from '../context.ts';
import { extractQuery, isTooDeep, parseQuery } from '../http/api/validate-request.ts';
import { findReturnedOrder, type ReportOutcome, receiveReport } from '../orders/payment/settle-payment.ts';
import type {
  CallbackRequest,
  ParsedReport,
  PaymentCallback,
  PaymentGateway,
  ReceivedFields,
  ReportedFields,
} from '../partners/payment-provider.ts';

const MAX_FIELDS = 60;
const MAX_FIELD_LENGTH = 2_000;

/** Parses a form; null if it has too many fields, or if a field is repeated, a list, or too long. */
function readForm(body: string): ReceivedFields {
  const entries = [...new URLSearchParams(body)];
  const isUnclear =
    new Set(entries.map(([name]) => name)).size !== entries.length ||
    entries.length > MAX_FIELDS ||
    entries.some(([name, value]) => value.length > MAX_FIELD_LENGTH || /[[\]]/.test(name));
  return isUnclear ? null : Object.fromEntries(entries);
}

/** Parses a JSON object; null for anything else and for one that is nested too deep. */
function readJson(body: string): ReportedFields {
  if (isTooDeep(body)) return null;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function readReport(callback: PaymentCallback, request: CallbackRequest, query: string): ParsedReport {
  const text = callback.method === 'GET' ? query : request.raw.toString('utf8');
  switch (callback.body) {
    case 'form':
      return callback.read(readForm(text), request);
    case 'json':
      return callback.read(readJson(text), request);
    case 'raw':
      return callback.read(request.raw, request);
  }
}

export type CallbackOptions = {
  gateways: readonly PaymentGateway[];
  /** Makes the context of a report. */
  system: () => Ctx;
  publicUrl: string;
};

/**
 * Redirects the shopper's browser to the page of the attempt, and to its order only with the order's own token. A
 * payment inside a mini-program returns with the branch's flag, without which the app's page may not frame the
 * document.
 */
async function sendToOrder(
  ctx: Ctx,
  gateway: PaymentGateway,
  reply: FastifyReply,
  { attempt, verdict }: ReportOutcome,
  { token = '', publicUrl }: { token: string | undefined; publicUrl: string },
): Promise<void> {
  const order = attempt && (await findReturnedOrder(ctx, attempt, token));
  const path = checkoutCallbackPath({
    attempt: attempt?.reference,
    failed: verdict === 'failed' || verdict === 'unsigned' ? '1' : null,
    order_number: order?.order_number,
    token: order?.token,
  });
  const address = withBranch(withLang(path, attempt?.lang ?? 'en'), gateway.miniProgram?.branch ?? null);
  reply.code(303).header('location', `${publicUrl}${address}`);
}

/** Registers the addresses of all gateways under `/api`. */
export function registerPaymentCallbacks(api: FastifyInstance, { gateways, system, publicUrl }: CallbackOptions): void {
  const handle = async (
    gateway: PaymentGateway,
    callback: PaymentCallback,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const ctx: Ctx = { ...system(), request: { ...NO_REQUEST, address: request.ip } };
    const [path = ''] = request.url.split('?');
    const received: CallbackRequest = {
      raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      path,
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      receivedAt: ctx.now,
    };
    const report = readReport(callback, received, extractQuery(request.url));
    const source = callback.reply === null ? 'return' : 'notice';
    const result = await receiveReport(ctx, { gateway, source, report });
    reply.header('cache-control', 'no-store');
    if (callback.reply === null) {
      const { token } = parseQuery(extractQuery(request.url));
      await sendToOrder(ctx, gateway, reply, result, { token, publicUrl });
      return reply.send();
    }
    const { status, headers, body } = callback.reply(result.verdict, received);
    return reply.code(status).headers(headers).send(body);
  };

  api.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    for (const gateway of gateways) {
      for (const callback of gateway.callbacks) {
        const { path: url, method } = callback;
        scope.route({ method, url, handler: (request, reply) => handle(gateway, callback, request, reply) });
      }
    }
  });
}
