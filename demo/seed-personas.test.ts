import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../server/identity/sign-in/passwords.ts';
import { operator } from '../server/testing/staff.ts';
import { testServer } from '../server/testing/test-server.ts';
import { DEMO_STAFF, personas } from './data/personas.ts';
import { listPersonaLines, seedPersonas } from './seed-personas.ts';

const server = await testServer();
const { api, db } = server;
const staff = operator(server);

test('docs/ux.md#4 "Personas": each signs in and has the orders, addresses, favourites, vouchers and wallets of its data; seeding again adds nothing', async () => {
  expect(await listPersonaLines(db)).toEqual([]);
  await seedPersonas(db, new Date());
  await seedPersonas(db, new Date());
  expect(await listPersonaLines(db)).toHaveLength(personas.length);
  for (const { email, phone, has_password, orders, addresses, wishlist, vouchers, wallets, lang } of personas) {
    const { status, body } = await api('POST', '/token', {
      body: { login: email ?? phone, password: DEMO_PASSWORD },
    });
    expect(status).toBe(has_password ? 200 : 422);
    if (!has_password) continue;
    const { token } = body;
    expect(body.me).toMatchObject({
      email_verified: true,
      lang,
      wallets: { point: wallets.points, store_credit: wallets.coins },
      tier: { code: wallets.spend >= 300_00 ? 'tunas' : 'benih' },
    });
    const list = async (path: string) => (await api('GET', path, { token })).body;
    const orderRows = (await list('/orders?limit=100')).data;
    expect(orderRows.map((each: { order_number: string }) => each.order_number).sort()).toEqual(
      orders.map((each) => each.order_number),
    );
    // A refunded order says what was paid back.
    for (const { payment_status, grand_total, payment_refunds } of orderRows) {
      const refund = { amount: grand_total, state: 'refunded', refunded_at: expect.any(String) };
      expect(payment_refunds).toMatchObject(payment_status === 'refunded' ? [refund] : []);
    }
    expect((await list('/address')).data).toHaveLength(addresses.length);
    const ownVouchers: { name: string; status: string }[] = (await list('/voucher/activated')).data;
    expect(ownVouchers.map(({ status }) => status).sort()).toEqual(vouchers.map(({ state }) => state).sort());
    const favourites = 'vegetarian' in wishlist ? wishlist.vegetarian : wishlist.length;
    expect((await list('/wishlist?limit=100')).data).toHaveLength(favourites);
  }
  const { rows } = await db.raw(
    `select count(*)::int as lines from order_lines l join orders o on o.id = l.order_id where o.customer_id = any ($1)`,
    [personas.map(({ id }) => id)],
  );
  expect(rows).toEqual([{ lines: personas.flatMap(({ orders }) => orders.flatMap(({ items }) => items)).length }]);
});

test('each order takes its place in a slot that the shop offers, unless it is canceled', async () => {
  const { rows } = await db.raw(
    `select (select count(*)::int from orders where slot_template_id is null) as without_slot,
       (select sum(taken)::int from delivery_slots) as taken,
       (select sum(taken_items)::int from delivery_slots) as items`,
  );
  const openOrComplete = personas.flatMap(({ orders }) => orders).filter(({ status }) => status !== 'canceled');
  const items = openOrComplete.flatMap((order) => order.items).reduce((sum, [, quantity]) => sum + quantity, 0);
  expect(rows).toEqual([{ without_slot: 0, taken: openOrComplete.length, items }]);
});

test('staff see the payment of an order that was paid online, and refund a part of it', async () => {
  const { order } = (await staff('GET', '/orders/DEM0M001')).body;
  const { attempts } = (await staff('GET', '/orders/DEM0M001/payments')).body;
  expect(attempts).toMatchObject([{ state: 'paid', amount: order.grand_total, is_confirmed: true }]);
  const [item] = order.items;
  const items = [{ id: item.id, quantity: 1 }];
  const refund = await staff('POST', '/orders/DEM0M001/refund', { of: 'items', items, comment: 'Dented' });
  expect([refund.status, refund.body.amount]).toEqual([201, item.final_price]);
  const actors = order.history.map(({ changed_by }: { changed_by: string }) => changed_by);
  expect(actors).toEqual(['shopper', ...Array(order.history.length - 1).fill(DEMO_STAFF)]);
});
