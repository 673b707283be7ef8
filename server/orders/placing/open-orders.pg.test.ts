/** Limits on open orders under parallel orders, on PostgreSQL only: the embedded engine has one connection. */
import { expect, test } from 'vitest';
import { limitConcurrency } from '../../limit-concurrency.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { makeDistinctAddress, prepareOrder, type ReadyOrder } from '../../testing/orders/distinct-buyer.ts';
import { testServer } from '../../testing/test-server.ts';

/** Parallel orders of one contact, and of one network: as many as an attack placed within seconds. */
const OF_ONE_CONTACT = 60;
const OF_ONE_NETWORK = 500;

const server = await testServer({
  env: { OPEN_ORDERS_UNPROVEN: '3', OPEN_ORDERS_NETWORK: '7', TRUST_PROXY: 'true' },
});
// Each order holds its slot from the moment it is prepared.
await server.db.raw('update delivery_slot_templates set capacity = 10000');

/** Places all orders at once; returns how many were accepted. */
async function placeAll(ready: readonly ReadyOrder[], from: string): Promise<number> {
  const responses = await Promise.all(
    ready.map(({ shopper, cart }) => shopper.place(cart, {}, { 'x-forwarded-for': from })),
  );
  const refusals = responses.filter(({ status }) => status !== 201);
  for (const { body } of refusals) expect(body.code).toBe('checkout.prove_phone');
  return responses.length - refusals.length;
}

/** Prepares the orders, ten at a time: as many as the database has connections. */
async function prepareOrders(count: number, addressOf: () => object): Promise<ReadyOrder[]> {
  const product = await makeProduct(server.db, { price: 1_100 });
  const runLimited = limitConcurrency(10);
  const prepare = () => runLimited(() => prepareOrder(server, addressOf(), { product }));
  return Promise.all(Array.from({ length: count }, prepare));
}

test.each(['contact_number', 'email', 'street_address'] as const)(
  'places as many parallel orders with the same %s as the limit allows',
  async (shared) => {
    const first = makeDistinctAddress();
    const ready = await prepareOrders(OF_ONE_CONTACT, () => ({ ...makeDistinctAddress(), [shared]: first[shared] }));
    expect(await placeAll(ready, `2001:db8::${shared.length}:0:0:0:1`)).toBe(3);
  },
);

test('parallel orders from one network never exceed its limit, with different contacts too', async () => {
  expect(await placeAll(await prepareOrders(OF_ONE_NETWORK, makeDistinctAddress), '203.0.113.7')).toBe(7);
});
