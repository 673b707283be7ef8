/** Online payments in tests, over the stand-in gateway's own protocol. */

import { signMessage } from '../../partners/ipay88/signature.ts';
import { buildResponseMessage } from '../../partners/ipay88/signed-message.ts';
import { createIPay88StandIn } from '../../partners/ipay88/stand-in.ts';
import { startStandIn } from '../../partners/stand-in.ts';
import { type MadeProduct, makeProduct } from '../catalog/make-product.ts';
import type { TestResponse, TestServer } from '../test-server.ts';
import { type ApiShopper, newShopper } from './shopper.ts';

/** Offers FPX and e-wallets as well. */
export async function offerOnlinePayment({ db }: Pick<TestServer, 'db'>): Promise<void> {
  const channels = JSON.stringify([
    { id: '16', name_en: 'FPX', name_zh: null },
    { id: '6', name_en: 'Maybank2u', name_zh: null },
  ]);
  await db.raw(`update payment_methods set is_active = true, channels = $1 where code in ('fpx', 'ewallet')`, [
    channels,
  ]);
}

export type OnlineOrder = {
  shopper: ApiShopper;
  order: { id: string; order_number: string; view_token: string; grand_total: string; payment_status: string };
  payment: { attempt: string; url: string };
};

type OnlineOrderFields = { payment_id?: string; shipping_address?: object };

/** Places a new guest's order of `product`, or of a new product, that is paid by FPX. */
export async function placeOnline(
  server: Pick<TestServer, 'api' | 'db'>,
  { price = 1_299_99, product, ...fields }: OnlineOrderFields & { price?: number; product?: MadeProduct } = {},
): Promise<OnlineOrder> {
  return orderOnline(server, product ?? (await makeProduct(server.db, { price, stock: 10 })), fields);
}

/** Places an order of this product by the customer, or by a new guest, that is paid by FPX. */
export async function orderOnline(
  { api }: Pick<TestServer, 'api'>,
  product: MadeProduct,
  { payment_id, ...choices }: OnlineOrderFields = {},
  customer?: { token: string },
): Promise<OnlineOrder> {
  const shopper = await newShopper({ api }, customer);
  await shopper.fill([product, 1]);
  const cart = await shopper.prepare({ payment_method: 'fpx', ...choices });
  const { status, body } = await shopper.place(cart, payment_id === undefined ? {} : { payment_id });
  if (status !== 201) throw new Error(`No order was placed: ${status} ${body.message}`);
  return { shopper, ...body };
}

/** The merchant key of the stand-in's account. */
export const GATEWAY_KEY = 'stand-in';

export type OwnGateway = {
  /** Settings of a shop that pays at this gateway, with fast enquiries. */
  env: Record<string, string>;
  /** Whether the gateway's enquiry returns payments; until then they are pending. */
  isKnown: boolean;
  close(): Promise<void>;
};

/** Starts a gateway that outlives the shop's process. */
export async function startGateway(): Promise<OwnGateway> {
  const account = { merchantCode: 'M00003', merchantKey: GATEWAY_KEY };
  const answer = createIPay88StandIn(account);
  const { url, close } = await startStandIn(0, (request) =>
    request.url.pathname === '/enquiry.asp' && !gateway.isKnown
      ? { status: 200, body: 'Payment Pending' }
      : answer(request),
  );
  const gateway: OwnGateway = {
    env: {
      IPAY88_MERCHANT_CODE: account.merchantCode,
      IPAY88_MERCHANT_KEY: account.merchantKey,
      IPAY88_URL: url,
      IPAY88_ENQUIRY_SECONDS: '2,5,10,20,40',
    },
    isKnown: false,
    close,
  };
  return gateway;
}

/** Builds a payment report with the gateway's signature, which also covers the fields of `change`. */
export function makeSignedReport(
  attempt: string,
  amount: string,
  change: Record<string, string> = {},
): Record<string, string> {
  const fields = {
    ...{ MerchantCode: 'M00003', PaymentId: '16', RefNo: attempt, Amount: amount, Currency: 'MYR', Status: '1' },
    ...change,
  };
  return { ...fields, Signature: signMessage(GATEWAY_KEY, buildResponseMessage(GATEWAY_KEY, fields)) };
}

/** Reads the results of an order's payments from its rows. */
export async function readPayments({ db }: Pick<TestServer, 'db'>, order_id: string) {
  const read = async (sql: string) => (await db.raw(sql, [order_id])).rows;
  const [order] = await read('select status, payment_status from orders where id = $1');
  const attempts = await read('select state from payment_attempts where order_id = $1 order by id');
  const history = await read(`select from order_history where order_id = $1 and payment_status = 'paid'`);
  return {
    order: [order?.status, order?.payment_status],
    attempts: attempts.map(({ state }) => String(state)),
    refunds: await read(
      `select r.reason, r.state, r.amount::int from refunds r join payment_attempts a on a.id = r.attempt_id
       where a.order_id = $1 order by r.created_at`,
    ),
    timesPaid: history.length,
  };
}

export type GatewayForm = { action: string; fields: Record<string, string> };
/** The fields that the browser posts back, or the gateway's refusal. */
export type GatewayAnswer = { returns?: Record<string, string> | null; problem?: string };

/** Opens an attempt's page, as the browser does; the response has the form that goes to the gateway. */
export async function openPayment({ api }: Pick<TestServer, 'api'>, url: string): Promise<TestResponse> {
  const query = new URL(url).searchParams;
  return api('POST', `/orders/payment/${query.get('attempt')}/form`, { body: { token: query.get('token') } });
}

/** Posts the form to the gateway with an outcome, such as `outcome=success`. */
export async function payAt({ action, fields }: GatewayForm, query: string): Promise<GatewayAnswer> {
  const headers = { accept: 'application/json' };
  const answer = await fetch(`${action}?${query}`, { method: 'POST', headers, body: new URLSearchParams(fields) });
  return (await answer.json()) as GatewayAnswer;
}

/** Posts fields as a form, as a browser or the gateway does. */
export async function postForm(url: string, fields: Record<string, string> | string): Promise<TestResponse> {
  const body = new URLSearchParams(fields);
  const response = await fetch(url, { method: 'POST', redirect: 'manual', body });
  return { status: response.status, headers: response.headers, text: await response.text(), body: undefined };
}
