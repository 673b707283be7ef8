/** Limits on open orders under parallel orders, on PostgreSQL only: the embedded engine has one connection. */
import { expect, test } from 'vitest';
import { distinctAddress, type ReadyOrder, readyOrder } from '../testing/distinct-buyer.ts';
import { testServer } from '../testing/test-server.ts';

const PARALLEL = 30;

const server = await testServer({
  env: { OPEN_ORDERS_UNPROVEN: '3', OPEN_ORDERS_NETWORK: '7', TRUST_PROXY: 'true' },
});

/** Places all orders at once; returns how many were accepted. */
async function placeAll(ready: readonly ReadyOrder[], from: string): Promise<number> {
  const answers = await Promise.all(
    ready.map(({ shopper, cart }) => shopper.place(cart, {}, { 'x-forwarded-for': from })),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  for (const { body } of refused) expect(body.code).toBe('checkout.prove_phone');
  return answers.length - refused.length;
}

const many = (addressOf: () => object) =>
  Promise.all(Array.from({ length: PARALLEL }, () => readyOrder(server, addressOf())));

test.each(['contact_number', 'email', 'street_address'] as const)(
  'of many parallel orders with the same %s as many are placed as the limit says',
  async (shared) => {
    const first = distinctAddress();
    const ready = await many(() => ({ ...distinctAddress(), [shared]: first[shared] }));
    expect(await placeAll(ready, `2001:db8::${shared.length}:0:0:0:1`)).toBe(3);
  },
);

test('of many parallel orders of one network as many are placed as the limit says, whatever they name', async () => {
  expect(await placeAll(await many(distinctAddress), '203.0.113.7')).toBe(7);
});
