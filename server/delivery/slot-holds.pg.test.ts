/** Races for the places of slots, on PostgreSQL only: the embedded engine has one connection. */
import { beforeEach, expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { type ApiShopper, newShopper } from '../testing/orders/shopper.ts';
import { type TestResponse, testServer } from '../testing/test-server.ts';

const MINUTE = 60_000;
/** 08:30 in Kuala Lumpur. */
const MORNING = new Date('2027-03-01T00:30:00Z');
let now = MORNING;
const server = await testServer({ clock: () => now });
const { db } = server;
const product = await makeProduct(db, { stock: 10_000 });

beforeEach(async () => {
  now = MORNING;
  await db.raw(`update carts set choices = choices - 'hold'`);
  await db.raw('delete from delivery_slots');
});

const setCapacity = (orders: number, items: number | null = null) =>
  db.raw('update delivery_slot_templates set capacity = $1, items_capacity = $2', [orders, items]);

const { body: shippings } = await server.api('GET', '/shippings?zip=47300&state_id=MY-10');
const [method] = shippings.data;
const [slot, otherSlot] = method.slots;

/** Creates guests with a cart and an address, who have not chosen a slot yet. */
async function createGuests(count: number): Promise<ApiShopper[]> {
  const guests: ApiShopper[] = [];
  for (let remaining = count; remaining > 0; remaining -= 10) {
    const batch = Array.from({ length: Math.min(remaining, 10) }, async () => {
      const guest = await newShopper(server);
      await guest.fill([product, 1]);
      await guest.checkout({
        shipping_address: makeDistinctAddress(),
        shipping_method: method.id,
        payment_method: 'cod',
      });
      return guest;
    });
    guests.push(...(await Promise.all(batch)));
  }
  return guests;
}

const choose = (guest: ApiShopper, { id } = slot) => guest.checkout({ delivery_slot_id: id });

const filterByStatus = (responses: readonly TestResponse[], status: number) =>
  responses.filter((each) => each.status === status);

/** Reads the slot's uses: by orders, and by live holds. */
async function countUsed({ id } = slot) {
  const { rows } = await db.raw(
    `select (select coalesce(sum(taken), 0)::int from delivery_slots
         where template_id || '-' || (extract(epoch from starts_at) / 60)::bigint = $1) as orders,
       (select count(*)::int from carts where held_slot_id = $1
         and (choices -> 'hold' ->> 'until')::timestamptz > $2) as holds`,
    [id, now],
  );
  return rows[0];
}

test('50 carts race for a slot’s last place: one hold, and a refusal at the slot for the others', async () => {
  await setCapacity(1);
  const guests = await createGuests(50);
  const responses = await Promise.all(guests.map((guest) => choose(guest)));
  expect(filterByStatus(responses, 200)).toHaveLength(1);
  const losers = filterByStatus(responses, 422);
  expect(losers).toHaveLength(49);
  for (const { body } of losers) expect(Object.keys(body.errors)).toEqual(['delivery_slot_id']);
  expect(await countUsed()).toEqual({ orders: 0, holds: 1 });
});

test('the last items of a slot go to as many carts as fit', async () => {
  await setCapacity(100, 7);
  const responses = await Promise.all((await createGuests(20)).map((guest) => choose(guest)));
  expect(filterByStatus(responses, 200)).toHaveLength(7);
});

test('holds that run out while their orders are placed: never more orders than places, and no lost place', async () => {
  await setCapacity(5);
  const late = await createGuests(5);
  const carts = (await Promise.all(late.map((guest) => choose(guest)))).map(({ body }) => body.cart);
  const others = await createGuests(5);
  // From here on, the holds of the late guests no longer count.
  now = new Date(MORNING.getTime() + 16 * MINUTE + 1);
  const [orderResponses, choiceResponses] = await Promise.all([
    Promise.all(late.map((guest, at) => guest.place(carts[at]))),
    Promise.all(others.map((guest) => choose(guest))),
  ]);
  const orders = filterByStatus(orderResponses, 201).length;
  const holds = filterByStatus(choiceResponses, 200).length;
  expect(orders + holds).toBe(5);
  expect(await countUsed()).toEqual({ orders, holds });
  for (const { body } of filterByStatus(orderResponses, 409))
    expect(body.changes).toMatchObject([{ field: 'slot', new: null }]);
  // Every hold becomes an order.
  const holders = choiceResponses.flatMap(({ status, body }, at) =>
    status === 200 ? [{ guest: others[at], cart: body.cart }] : [],
  );
  const rest = await Promise.all(holders.map(({ guest, cart }) => guest?.place(cart)));
  expect(rest.map((response) => response?.status)).toEqual(holders.map(() => 201));
  expect(await countUsed()).toEqual({ orders: 5, holds: 0 });
});

test('an order sent in the last second of its hold keeps its place from those who come just after', async () => {
  await setCapacity(1);
  const [late] = await createGuests(1);
  const { cart } = (await choose(late as ApiShopper)).body;
  const others = await createGuests(10);
  now = new Date(MORNING.getTime() + 15 * MINUTE - 1);
  const placing = late?.place(cart);
  now = new Date(MORNING.getTime() + 15 * MINUTE + 1);
  const responses = await Promise.all(others.map((guest) => choose(guest)));
  expect((await placing)?.status).toBe(201);
  expect(filterByStatus(responses, 422)).toHaveLength(10);
});

test('shoppers who swap two full slots never deadlock, and no place is lost', async () => {
  await setCapacity(10);
  const [ones, twos] = [await createGuests(10), await createGuests(10)];
  await Promise.all([...ones.map((guest) => choose(guest)), ...twos.map((guest) => choose(guest, otherSlot))]);
  const before = await db.raw('select deadlocks from pg_stat_database where datname = current_database()');
  await Promise.all([...ones.map((guest) => choose(guest, otherSlot)), ...twos.map((guest) => choose(guest))]);
  const after = await db.raw('select deadlocks from pg_stat_database where datname = current_database()');
  expect(after.rows).toEqual(before.rows);
  const counts = [await countUsed(), await countUsed(otherSlot)];
  expect(counts.reduce((sum, each) => sum + Number(each?.holds), 0)).toBe(20);
});

test('one cart that chooses from two tabs at once holds one place', async () => {
  await setCapacity(1);
  const [guest] = await createGuests(1);
  await Promise.all(
    Array.from({ length: 10 }, (_, at) => choose(guest as ApiShopper, at % 2 === 0 ? slot : otherSlot)),
  );
  const counts = [await countUsed(), await countUsed(otherSlot)];
  expect(counts.reduce((sum, each) => sum + Number(each?.holds), 0)).toBe(1);
});
