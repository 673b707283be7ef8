/** Limits of guessing the contact of an order (docs/security.md "Limits"). */
import { beforeAll, describe, expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { ADDRESS, newShopper } from '../testing/orders/shopper.ts';
import { type RequestOptions, type TestResponse, testServer } from '../testing/test-server.ts';

const server = await testServer({ env: { RATE_LIMIT_TRACKING: '5', TRUST_PROXY: 'true' } });
const { api, db } = server;
const product = await makeProduct(db, { stock: 100 });

let networks = 0;
/** Returns an IPv4 address that no other test uses. */
const newAddress = () => `198.51.100.${++networks}`;
/** Calls from an address. */
const callFrom =
  (address: string) =>
  (method: string, path: string, options: RequestOptions = {}) =>
    api(method, path, { ...options, headers: { 'x-forwarded-for': address } });

const listStatuses = async (times: number, call: (index: number) => Promise<TestResponse>) =>
  (await Promise.all(Array.from({ length: times }, (_, index) => call(index)))).map(({ status }) => status);
const countStatus = (all: number[], status: number) => all.filter((each) => each === status).length;

/** Places an order paid on delivery. */
async function placeOrderWith(email: string): Promise<{ order_number: string; view_token: string }> {
  const shopper = await newShopper(server);
  await shopper.fill([product, 1]);
  const cart = await shopper.prepare({ shipping_address: { ...ADDRESS, email } });
  return (await shopper.place(cart)).body.order;
}

describe('all calls that find an order by number and contact share a limit of failed tries', () => {
  type LookUp = (address: string, order_number: string, contact: string) => Promise<TestResponse>;
  const reads =
    (path: string): LookUp =>
    (address, order_number, contact) =>
      callFrom(address)('GET', `${path}?${new URLSearchParams({ order_number, contact })}`, { token });
  const writes =
    (method: string, path: string, more: object = {}): LookUp =>
    (address, order_number, contact) =>
      callFrom(address)(method, path, { token, body: { order_number, contact, ...more } });
  const request = '/refunds/00000000-0000-7000-8000-000000000000';
  const LOOK_UPS: readonly [string, LookUp][] = [
    ['GET /track-order', reads('/track-order')],
    ['GET /order', reads('/order')],
    ['POST /orders/payment', writes('POST', '/orders/payment')],
    ['POST /cart/buy-again', writes('POST', '/cart/buy-again')],
    ['POST /orders/return-to-cart', writes('POST', '/orders/return-to-cart')],
    ['GET /refunds', reads('/refunds')],
    ['GET /refunds/{id}', reads(request)],
    ['POST /refunds', writes('POST', '/refunds', { reason: 'Changed my mind' })],
    ['PUT /refunds/{id}', writes('PUT', request, { state: 'withdrawn' })],
  ];
  const lookUps = LOOK_UPS.map(([, lookUp]) => lookUp);
  const lookUpBy = (n: number) => lookUps[n % lookUps.length] ?? reads('/order');

  let token = '';
  let order: { order_number: string; view_token: string };
  const contact = 'limits@example.com';
  beforeAll(async () => {
    ({ token } = await newShopper(server));
    order = await placeOrderWith(contact);
  });

  test.each(LOOK_UPS)('%s: five tries a minute are evaluated, also when all run at once', async (name, lookUp) => {
    const order_number = `ABCD23${LOOK_UPS.findIndex(([each]) => each === name)}Z`;
    const all = await listStatuses(30, (n) => lookUp(newAddress(), order_number, `mei${n}@example.com`));
    expect([countStatus(all, 404), countStatus(all, 429)]).toEqual([5, 25]);
  });

  test('together, by address and with any token', async () => {
    const address = newAddress();
    const all = await listStatuses(12, (n) => lookUpBy(n)(address, `ABCD123${n}`, `6012345678${n}`));
    expect([countStatus(all, 404), countStatus(all, 429)]).toEqual([5, 7]);
    const path = `/track-order?order_number=${order.order_number}&contact=${contact}`;
    const { status, headers } = await callFrom(address)('GET', path, { token: 'gDDDDDDDDDDDDDDDDDDDDDDDDD' });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(50);
  });

  test('together, by order number in every spelling, over all addresses', async () => {
    const spellings = ['7K2M01AB', '7K2M-OLAB', '7k2m-01ab', ' #7k2m olab', '7K2M–O1AB', '7K2MOIAB'];
    const all = await listStatuses(24, (n) =>
      lookUpBy(n)(newAddress(), spellings[n % 6] ?? '', `+6012345678${n % 10}`),
    );
    expect([countStatus(all, 404), countStatus(all, 429)]).toEqual([5, 19]);
    expect((await lookUpBy(0)(newAddress(), '7K2M01AC', '60123456789')).status).toBe(404);
  });

  test('a right contact is refused like a wrong one while the order’s limit is reached; its link is not', async () => {
    for (let n = 0; n < 5; n++) {
      expect((await lookUpBy(n)(newAddress(), order.order_number, `mei${n}@example.com`)).status).toBe(404);
    }
    for (const lookUp of lookUps) expect((await lookUp(newAddress(), order.order_number, contact)).status).toBe(429);
    const address = newAddress();
    const body = { order_number: order.order_number, token: order.view_token };
    for (let n = 0; n < 8; n++) {
      const { status } = await callFrom(address)('POST', '/cart/buy-again', { token, body: { ...body, contact } });
      expect(status).toBe(200);
    }
  });

  test('tries with a right contact, and with a wrong token, are not counted', async () => {
    const email = 'uncounted@example.com';
    const { order_number } = await placeOrderWith(email);
    const address = newAddress();
    for (let n = 0; n < 8; n++) {
      expect((await reads('/order')(address, order_number, email)).status).toBe(200);
      const { status } = await callFrom(address)('GET', `/order?order_number=${order_number}&token=x${n}`, { token });
      expect(status).toBe(404);
    }
  });
});
