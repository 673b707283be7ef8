import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EMPTY_CHECKOUT } from '@shop/core/checkout/checkout-state';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubBrowser } from '../../testing/browser-globals.ts';
import type { OrderAttempt } from '../checkout-storage.ts';

type ReceivedRequest = { key: string | undefined; body: unknown };

let http: Server;
let requests: ReceivedRequest[];
type Answer = { status: number; body: unknown };
let answer: Answer | 'no answer';
/** Answers in place of `answer` to the first requests. */
let firstAnswers: Answer[] = [];
let placeOrderModule: typeof import('./place-order.ts');

beforeAll(async () => {
  http = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const key = request.headers['idempotency-key'];
    requests.push({
      key: typeof key === 'string' ? key : undefined,
      body: JSON.parse(Buffer.concat(parts).toString()),
    });
    if (answer === 'no answer') return request.socket.destroy();
    const { status, body } = firstAnswers.shift() ?? answer;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  vi.stubEnv('VITE_API_HOST', `http://127.0.0.1:${port}`);
  placeOrderModule = await import('./place-order.ts');
});
afterAll(() => {
  vi.unstubAllEnvs();
  http.closeAllConnections();
  http.close();
});
beforeEach(() => {
  requests = [];
  stubBrowser();
});
afterEach(() => vi.unstubAllGlobals());

const VISIBLE_CART = { grand_total: 5_720, delivery_fee: 800, discount: 100, coupon_discount: 250, version: 3 };

const createAttempt = () =>
  placeOrderModule.createOrderAttempt(
    placeOrderModule.buildOrderRequest({ ...EMPTY_CHECKOUT, payment_method: 'cod' }, VISIBLE_CART),
  );

const placeOrder = (attempt: OrderAttempt, signal = new AbortController().signal) =>
  placeOrderModule.placeOrder(attempt, 'en', signal);

describe('The request (docs/api.md "POST /orders/checkout body")', () => {
  test('sends the visible total, the version of the cart, and the key of the attempt', async () => {
    answer = { status: 201, body: { order: { id: '1', grand_total: '57.20' }, payment: null } };
    const orderAttempt = createAttempt();
    const outcome = await placeOrder(orderAttempt);
    expect(outcome).toMatchObject({ kind: 'placed', response: { order: { grand_total: 5_720 } } });
    expect(requests).toEqual([
      {
        key: orderAttempt.key,
        body: expect.objectContaining({
          expected_total: '57.20',
          expected_delivery_fee: '8.00',
          expected_discount: '3.50',
          cart_version: 3,
          payment_method: 'cod',
        }),
      },
    ]);
  });

  test('leaves the coupon as the cart has it, so that one whose conditions are lost prevents no order', () => {
    const state = { ...EMPTY_CHECKOUT, coupon_code: 'SNACKS', coupon_discount: 100 };
    expect(placeOrderModule.buildOrderRequest(state, VISIBLE_CART)).not.toHaveProperty('coupon_code');
  });

  test('gives each attempt its own key', () => expect(createAttempt().key).not.toBe(createAttempt().key));
});

describe('Outcomes', () => {
  test.each([
    ['no answer at all', 'no answer' as const],
    ['a failing server', { status: 500, body: { message: 'x', code: 'server.error' } }],
    ['a server that is away', { status: 503, body: { message: 'x', code: 'request.unavailable' } }],
    ['the same key being worked at', { status: 409, body: { message: 'x', code: 'request.conflict' } }],
  ])('%s: the outcome is unknown, the same attempt may be sent again', async (_, response) => {
    answer = response;
    expect(await placeOrder(createAttempt())).toEqual({ kind: 'unknown' });
  });

  test('a checkout that is busy: the same attempt is sent again until the shop accepts it', async () => {
    firstAnswers = [{ status: 503, body: { message: 'x', code: 'checkout.busy' } }];
    answer = { status: 201, body: { order: { id: '1', grand_total: '57.20' }, payment: null } };
    const orderAttempt = createAttempt();
    expect(await placeOrder(orderAttempt)).toMatchObject({ kind: 'placed' });
    expect(requests.map(({ key }) => key)).toEqual([orderAttempt.key, orderAttempt.key]);
  });

  test('a checkout that is busy: the attempt is not sent again once the shopper has left', async () => {
    answer = { status: 503, body: { message: 'x', code: 'checkout.busy' } };
    expect(await placeOrder(createAttempt(), AbortSignal.abort())).toEqual({ kind: 'unknown' });
    expect(requests).toHaveLength(1);
  });

  test('returns the cart and its changes after a 409', async () => {
    const change = { id: '1', field: 'price', old: '5.90', new: '6.50', message: 'Price changed RM5.90 → RM6.50' };
    answer = {
      status: 409,
      body: { message: 'x', code: 'checkout.changed', changes: [change], cart: { grand_total: '63.10' } },
    };
    expect(await placeOrder(createAttempt())).toMatchObject({
      kind: 'changed',
      response: { changes: [change], cart: { grand_total: 6_310 } },
    });
  });

  test('returns the fields of a refusal', async () => {
    answer = { status: 422, body: { message: 'x', code: 'address.zip', errors: { 'shipping_address.zip': ['x'] } } };
    expect(await placeOrder(createAttempt())).toMatchObject({
      kind: 'refused',
      error: { status: 422, errors: { 'shipping_address.zip': ['x'] } },
    });
  });
});
