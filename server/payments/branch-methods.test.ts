/**
 * docs/readings.md#68: the mini-program's method is offered only inside it, and other ways to pay by its app only
 * outside.
 */
import { expect, test } from 'vitest';
import { ipay88Provider } from '../partners/ipay88/provider.ts';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer } from '../testing/customer.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { createFakeProvider, FAKE_WALLET, offerWallet } from '../testing/orders/fake-provider.ts';
import { placeOnline } from '../testing/orders/pay-online.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { type RequestOptions, type TestServer, testServer } from '../testing/test-server.ts';

/** iPay88's number of the wallet. */
const TNG = '538';
const MAYBANK = '6';

const now = new Date('2026-11-20T02:00:00Z');
const fake = createFakeProvider({ isMiniProgram: true });
const server = await testServer({ clock: () => now, paymentProviders: [ipay88Provider, fake.provider] });
/** The same shop without the mini-program. */
const plain = await testServer({ clock: () => now, database: server.database, paymentProviders: [ipay88Provider] });
const { api, db } = server;
await offerWallet(server);
const channels = (...ids: string[]) => JSON.stringify(ids.map((id) => ({ id, name_en: id, name_zh: null })));
await db.raw(`update payment_methods set is_active = code in ('cod', 'fpx', 'ewallet', $1)`, [FAKE_WALLET]);
await db.raw(`update payment_methods set channels = $1 where code = 'fpx'`, [channels(MAYBANK, TNG)]);
await db.raw(`update payment_methods set channels = $1 where code = 'ewallet'`, [channels(TNG)]);

const HEADERS = { 'x-branch': 'tng', 'x-platform': 'TNG' };
/** The same shop, called inside the mini-program. */
const createInsideCaller = ({ api, db }: TestServer): Pick<TestServer, 'api' | 'db'> => ({
  db,
  api: (method: string, path: string, options: RequestOptions = {}) =>
    api(method, path, { ...options, headers: { ...HEADERS, ...options.headers } }),
});
const inside = createInsideCaller(server);

const listMethods = async ({ api }: Pick<TestServer, 'api'>) =>
  (await api('GET', '/payment_methods')).body.data.map(
    ({ code, channels }: { code: string; channels: { id: string }[] }) => [code, ...channels.map(({ id }) => id)],
  );

/** Returns the status of a response, and whether it refuses the field. */
const readRefusal = ({ status, body }: { status: number; body: { errors?: object } }, field: string) => [
  status,
  Object.keys(body.errors ?? {}).includes(field),
];

test('inside: the wallet, without iPay88’s way to it nor the method that has no other; outside the reverse', async () => {
  expect(await listMethods(inside)).toEqual([[FAKE_WALLET, 'app'], ['fpx', MAYBANK], ['cod']]);
  expect(await listMethods(server)).toEqual([['fpx', MAYBANK, TNG], ['ewallet', TNG], ['cod']]);
});

test('a shop without the mini-program offers the same to all', async () => {
  const all = await listMethods(plain);
  expect(all).toEqual([['fpx', MAYBANK, TNG], ['ewallet', TNG], ['cod']]);
  expect(await listMethods(createInsideCaller(plain))).toEqual(all);
});

test('the settings list what is offered outside', async () => {
  const names = (await api('GET', '/settings')).body.payment_methods;
  expect(names).not.toContain('Touch ’n Go eWallet');
  expect((await inside.api('GET', '/settings')).body.payment_methods).toEqual(names);
});

test.each([
  ['outside', server, { payment_method: FAKE_WALLET }, 'payment_method'],
  ['inside', inside, { payment_method: 'ewallet' }, 'payment_method'],
  ['inside', inside, { payment_method: 'fpx', payment_id: TNG }, 'payment_id'],
])('422 %s at the checkout and the order: %o', async (_, at, choice, field) => {
  const shopper = await newShopper(at);
  await shopper.fill([await makeProduct(db), 1]);
  expect(readRefusal(await shopper.checkout(choice), field)).toEqual([422, true]);
  const cart = await shopper.prepare({ shipping_address: makeDistinctAddress() });
  expect(cart.payment_method).toBe('cod');
  expect(readRefusal(await shopper.place(cart, choice), field)).toEqual([422, true]);
});

test('422 outside as the preferred method; one that was preferred inside is none outside', async () => {
  const { token } = await newCustomer(server);
  const savePreferred = ({ api }: Pick<TestServer, 'api'>, payment_method: string) =>
    api('PUT', '/payment', { token, body: { payment_method } });
  const readPreferred = async ({ api }: Pick<TestServer, 'api'>) =>
    (await api('GET', '/payment', { token })).body.payment_method;
  expect(readRefusal(await savePreferred(server, FAKE_WALLET), 'payment_method')).toEqual([422, true]);
  expect(readRefusal(await savePreferred(inside, 'ewallet'), 'payment_method')).toEqual([422, true]);
  expect((await savePreferred(inside, FAKE_WALLET)).body.payment_method.code).toBe(FAKE_WALLET);
  expect((await readPreferred(inside)).code).toBe(FAKE_WALLET);
  expect(await readPreferred(server)).toBeNull();
});

test('a choice made inside counts as none outside: the cart goes on, another can be chosen, and inside it is still there', async () => {
  const shopper = await newShopper(inside);
  const outside = await newShopper(server, shopper);
  await shopper.fill([await makeProduct(db), 1]);
  const cart = await shopper.prepare({ payment_method: FAKE_WALLET, shipping_address: makeDistinctAddress() });
  expect(cart.payment_method).toBe(FAKE_WALLET);
  const same = (await outside.get('/cart')).body;
  expect([same.payment_method, same.payment_method_id, same.version]).toEqual([null, null, cart.version]);
  const { status, body } = await outside.checkout({ shipping_remarks: 'Ring twice' });
  expect([status, body.cart.payment_method]).toEqual([200, null]);
  expect((await inside.api('GET', '/cart', { token: shopper.token })).body.payment_method).toBe(FAKE_WALLET);
  expect(readRefusal(await outside.place(body.cart), 'payment_method')).toEqual([422, true]);
  const response = await outside.place(body.cart, { payment_method: 'cod' });
  expect([response.status, response.body.order?.payment_method]).toEqual([201, 'cod']);
});

test('an order that was placed inside is paid outside by another method, and not by the wallet', async () => {
  const shopper = await newShopper(inside);
  await shopper.fill([await makeProduct(db, { price: 50_00 }), 1]);
  const cart = await shopper.prepare({ payment_method: FAKE_WALLET, shipping_address: makeDistinctAddress() });
  const { status, body } = await shopper.place(cart);
  expect([status, body.payment.url]).toEqual([201, expect.stringContaining('/checkout/web-payment')]);
  const proof = { order_number: body.order.order_number, token: body.order.view_token };
  const pay = ({ api }: Pick<TestServer, 'api'>, choice: object) =>
    api('POST', '/orders/payment', { token: shopper.token, body: { ...proof, ...choice } });
  for (const choice of [{}, { payment_method: FAKE_WALLET }]) {
    expect(readRefusal(await pay(server, choice), 'payment_method')).toEqual([422, true]);
  }
  expect((await pay(inside, {})).body.payment.attempt).toBe(body.payment.attempt);
  expect((await pay(server, { payment_method: 'fpx', payment_id: TNG })).status).toBe(200);
});

test('an order that was placed outside is paid inside without iPay88’s way to the wallet', async () => {
  const { order, shopper } = await placeOnline(server, { payment_id: TNG, shipping_address: makeDistinctAddress() });
  const pay = ({ api }: Pick<TestServer, 'api'>, choice: object) =>
    api('POST', '/orders/payment', {
      token: shopper.token,
      body: { order_number: order.order_number, token: order.view_token, ...choice },
    });
  expect(readRefusal(await pay(inside, { payment_id: TNG }), 'payment_method')).toEqual([422, true]);
  expect(readRefusal(await pay(inside, { payment_method: 'ewallet' }), 'payment_method')).toEqual([422, true]);
  expect((await pay(inside, { payment_method: FAKE_WALLET })).status).toBe(200);
});
