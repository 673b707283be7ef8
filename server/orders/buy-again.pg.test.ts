/** Races of buy again on PostgreSQL, where a bundle and its part share stock. */
import { expect, test } from 'vitest';
import { makeProduct, readStock } from '../testing/catalog/make-product.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { api, db } = server;
await db.raw('update delivery_slot_templates set capacity = 10000');

type BoughtItem = { id: string; quantity: number };

test('taps at once never fill a cart beyond the stock that a bundle and its part share', async () => {
  const part = await makeProduct(db, { stock: 30 });
  const bundle = await makeProduct(db, { parts: [{ product: part, quantity: 2 }] });
  const guest = await newShopper(server);
  await guest.fill([part, 2], [bundle, 1]);
  const { body } = await guest.place(await guest.prepare());
  const proof = { order_number: body.order.order_number, token: body.order.view_token };
  const taps = await Promise.all(
    Array.from({ length: 20 }, () => api('POST', '/cart/buy-again', { token: guest.token, body: proof })),
  );
  expect(new Set(taps.map(({ status }) => status))).toEqual(new Set([200]));
  const { items } = (await guest.get('/cart')).body;
  const pieces = items.map(({ id, quantity }: BoughtItem) => quantity * (id === bundle.id ? 2 : 1));
  // 30 less the 4 of the order: each tap adds 4 more, and the last ones what is left.
  expect(pieces.reduce((sum: number, each: number) => sum + each, 0)).toBe(26);
  const addedUnits = taps.reduce((sum, { body }) => sum + body.added, 0);
  expect(addedUnits).toBe(items.reduce((sum: number, { quantity }: BoughtItem) => sum + quantity, 0));
});

test('many buy again and order at once: the shared stock ends at 0, never below', async () => {
  const part = await makeProduct(db, { stock: 64 });
  const bundle = await makeProduct(db, { parts: [{ product: part, quantity: 2 }] });
  const buyers = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const guest = await newShopper(server);
      await guest.fill([bundle, 1]);
      const { body } = await guest.place(await guest.prepare({ shipping_address: makeDistinctAddress() }));
      return { guest, proof: { order_number: body.order.order_number, token: body.order.view_token } };
    }),
  );
  const orderAgain = async ({ guest, proof }: (typeof buyers)[number]) => {
    const { body } = await api('POST', '/cart/buy-again', { token: guest.token, body: proof });
    if (body.added === 0) return body.skipped[0].reason;
    const cart = await guest.prepare({ shipping_address: makeDistinctAddress() });
    return (await guest.place(cart)).status;
  };
  const first = await Promise.all([...buyers, ...buyers.slice(0, 4)].map(orderAgain));
  expect(first.filter((result) => result === 201).length).toBeGreaterThan(0);
  for (let triesLeft = 16; (await readStock(db, part)) > 0 && triesLeft > 0; triesLeft--) {
    await Promise.all(buyers.map(orderAgain));
  }
  expect(await readStock(db, part)).toBe(0);
  const [buyer] = buyers;
  expect(buyer && (await orderAgain(buyer))).toBe('Item sold out');
});
