/** Races of failed and changed deliveries, on PostgreSQL. */
import { expect, test } from 'vitest';
import { makeProduct, readStock } from '../testing/catalog/make-product.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { db } = server;
const staff = operator(server);

async function sendOutForDelivery(choices: object = {}) {
  const product = await makeProduct(db, { stock: 10 });
  const shopper = await newShopper(server);
  await shopper.fill([product, 4]);
  const { body } = await shopper.place(await shopper.prepare({ shipping_address: makeDistinctAddress(), ...choices }));
  await db.raw(`update orders set status = 'delivery' where id = $1`, [body.order.id]);
  const { body: methods } = await shopper.get('/shippings?zip=47300&state_id=MY-10');
  const slots: { id: string; places_left: number }[] = methods.data[0].slots;
  return { product, order: body.order, slots: slots.filter(({ places_left }) => places_left > 2) };
}

/** Counts the places taken in slots, and the orders in slots that are not canceled; both must be equal. */
async function countPlaces() {
  const { rows } = await db.raw(`select
    (select coalesce(sum(taken), 0)::int from delivery_slots) as taken,
    (select count(*)::int from orders where slot_template_id is not null and status <> 'canceled') as orders`);
  return rows[0] as { taken: number; orders: number };
}

test('complete, retry and cancel fired together: one outcome, stock and places exact', async () => {
  for (let round = 0; round < 8; round++) {
    const { product, order, slots } = await sendOutForDelivery();
    const fail = (body: object) => staff('POST', `/orders/${order.id}/fail-delivery`, { reason: 'Race', ...body });
    const responses = await Promise.all([
      staff('POST', `/orders/${order.id}/advance`, { to: 'complete', cash_collected: '1.00' }),
      fail({ outcome: 'retry', delivery_slot_id: slots.at(-1)?.id, cash_collected: '1.00' }),
      fail({ outcome: 'retry', delivery_slot_id: slots.at(-1)?.id, cash_collected: '1.00' }),
      fail({ outcome: 'cancel', cash_collected: '1.00' }),
      fail({ outcome: 'cancel', cash_collected: '1.00' }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const { body } = await staff('GET', `/orders/${order.id}`);
    expect(await readStock(db, product)).toBe(body.order.status === 'canceled' ? 10 : 6);
    expect(body.order.cash_collections).toHaveLength(1);
    const { taken, orders } = await countPlaces();
    expect(taken).toBe(orders);
  }
});

/** Sends two orders out for delivery, each in a slot of its own. */
async function sendOutInTwoSlots() {
  const first = await sendOutForDelivery();
  const [here, there] = [first.slots.at(-1)?.id ?? '', first.slots.at(-2)?.id ?? ''];
  const placedOrders = [
    await sendOutForDelivery({ delivery_slot_id: here }),
    await sendOutForDelivery({ delivery_slot_id: there }),
  ].map(({ order }) => order);
  return { here, there, placedOrders };
}

test('orders that swap their slots do not deadlock', async () => {
  for (let round = 0; round < 8; round++) {
    const { here, there, placedOrders } = await sendOutInTwoSlots();
    const responses = await Promise.all(
      placedOrders.map(({ id }, index) =>
        staff('POST', `/orders/${id}/fail-delivery`, {
          reason: 'Swap',
          outcome: 'retry',
          delivery_slot_id: [there, here][index],
        }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const { taken, orders } = await countPlaces();
    expect(taken).toBe(orders);
  }
});

test('changed deliveries that swap slots, or race with a cancellation, keep every place', async () => {
  for (let round = 0; round < 8; round++) {
    const { here, there, placedOrders } = await sendOutInTwoSlots();
    await db.raw(`update orders set status = 'pending' where id = any($1::uuid[])`, [placedOrders.map(({ id }) => id)]);
    const move = (index: number) =>
      staff('POST', `/orders/${placedOrders[index]?.id}/change-delivery`, {
        reason: 'Swap',
        delivery_slot_id: [there, here][index],
      });
    const [one, other, cancellation] = await Promise.all([
      move(0),
      move(1),
      staff('POST', `/orders/${placedOrders[1]?.id}/cancel`, { comment: 'Race' }),
    ]);
    expect([one?.status, cancellation?.status]).toEqual([200, 200]);
    expect([200, 409]).toContain(other?.status);
    const { taken, orders } = await countPlaces();
    expect(taken).toBe(orders);
  }
});
