/** Holds on delivery slots: a chosen slot keeps its place for 15 minutes, also from other shoppers. */
import { beforeEach, describe, expect, test } from 'vitest';
import { changeProduct, makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer } from '../testing/customer.ts';
import { ADDRESS, type ApiShopper, newShopper } from '../testing/orders/shopper.ts';
import { operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';
import { clearExpiredHolds } from './slot-holds.ts';

const MINUTE = 60_000;
/** 08:30 in Kuala Lumpur. */
const MORNING = new Date('2027-03-01T00:30:00Z');
let now = MORNING;
const server = await testServer({ clock: () => now });
const { db } = server;

const wait = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE);
};

/** Each test has empty slots with a single place. */
beforeEach(async () => {
  now = MORNING;
  await db.raw(`update carts set choices = choices - 'hold'`);
  await db.raw('delete from delivery_slots');
  await db.raw('update delivery_slot_templates set capacity = 1, items_capacity = null, bulky_capacity = null');
});

const limit = (limits: string) => db.raw(`update delivery_slot_templates set capacity = 9, ${limits}`);

/** Creates a guest with some of one product in the cart. */
async function newGuest(quantity = 1, fields: Parameters<typeof makeProduct>[1] = {}): Promise<ApiShopper> {
  const guest = await newShopper(server);
  await guest.fill([await makeProduct(db, fields), quantity]);
  return guest;
}

/** Lists the standard slots that a shopper sees. */
const listSlots = async (guest: ApiShopper) =>
  (await guest.get(`/shippings?zip=${ADDRESS.zip}&state_id=${ADDRESS.state_id}`)).body.data[0].slots;

async function choose(guest: ApiShopper, at = 0) {
  const { body } = await guest.get(`/shippings?zip=${ADDRESS.zip}&state_id=${ADDRESS.state_id}`);
  const [method] = body.data;
  return guest.checkout({
    shipping_address: ADDRESS,
    shipping_method: method.id,
    delivery_slot_id: method.slots[at].id,
    payment_method: 'cod',
  });
}

const FULL = {
  delivery_slot_id: [expect.stringMatching(/^The delivery slot \w+, \d+ \w+, .+ is no longer available/)],
};

test('a chosen slot is held for 15 minutes, and its place is gone for others', async () => {
  const guest = await newGuest();
  const { body } = await choose(guest);
  expect(body.cart.slot_held_until).toBe(new Date(MORNING.getTime() + 15 * MINUTE).toISOString());
  expect((await listSlots(guest))[0].places_left).toBe(1);

  const other = await newGuest();
  expect((await listSlots(other))[0].places_left).toBe(0);
  const refusal = await choose(other);
  expect([refusal.status, refusal.body.errors]).toEqual([422, FULL]);
});

test('choosing the held slot again does not prolong the hold; another slot replaces it', async () => {
  const guest = await newGuest();
  const first = (await choose(guest)).body.cart;
  wait(5);
  expect((await choose(guest)).body.cart.slot_held_until).toBe(first.slot_held_until);
  const second = (await choose(guest, 1)).body.cart;
  expect(second.slot_held_until).toBe(new Date(now.getTime() + 15 * MINUTE).toISOString());
  expect(
    (await listSlots(await newGuest())).slice(0, 2).map(({ places_left }: { places_left: number }) => places_left),
  ).toEqual([1, 0]);
});

test.each([
  ['no method is chosen any more', (guest: ApiShopper) => guest.checkout({ shipping_method: null })],
  ['no slot is chosen any more', (guest: ApiShopper) => guest.checkout({ delivery_slot_id: null })],
])('gives the place back when %s', async (_, change) => {
  const guest = await newGuest();
  await choose(guest);
  expect((await change(guest)).body.cart).toMatchObject({ delivery_slot_id: null, slot_held_until: null });
  expect((await listSlots(await newGuest()))[0].places_left).toBe(1);
});

test('gives the place back when the cart is emptied, and holds it again with the next choice', async () => {
  const guest = await newShopper(server);
  const product = await makeProduct(db);
  await guest.fill([product, 1]);
  const { cart } = (await choose(guest)).body;
  expect((await guest.fill([product, 0])).slot_held_until).toBeNull();
  const other = await newGuest();
  expect((await listSlots(other))[0].places_left).toBe(1);

  await guest.fill([product, 1]);
  expect((await guest.checkout({ tip: '2.00' })).body.cart).toMatchObject({ delivery_slot_id: cart.delivery_slot_id });
  expect((await listSlots(other))[0].places_left).toBe(0);
});

test('a hold that has run out is renewed silently with the next choice where there is room', async () => {
  const guest = await newGuest();
  const { cart } = (await choose(guest)).body;
  wait(16.5);
  expect((await listSlots(await newGuest()))[0].places_left).toBe(1);
  const renewedCart = (await guest.checkout({ tip: '2.00' })).body.cart;
  expect(renewedCart).toMatchObject({
    delivery_slot_id: cart.delivery_slot_id,
    slot_held_until: new Date(now.getTime() + 15 * MINUTE).toISOString(),
    lines_changed: [],
  });
});

test('an expired hold whose place another shopper took is reported, and the slot is no longer chosen', async () => {
  const guest = await newGuest();
  const { cart } = (await choose(guest)).body;
  wait(16.5);
  expect((await choose(await newGuest())).status).toBe(200);
  const response = await guest.checkout({ tip: '2.00' });
  expect(response.status).toBe(200);
  expect(response.body.cart).toMatchObject({ delivery_slot_id: null, slot_held_until: null, tip: '2.00' });
  expect(response.body.cart.lines_changed).toMatchObject([{ field: 'slot', old: cart.delivery_slot_id, new: null }]);
});

test('an order whose hold has expired takes a free place; without one it is refused and takes nothing', async () => {
  const [late, latest] = [await newGuest(), await newGuest()];
  const lateCart = (await choose(late)).body.cart;
  wait(20);
  expect((await late.place(lateCart)).status).toBe(201);

  const latestCart = (await choose(latest, 1)).body.cart;
  wait(20);
  expect((await choose(await newGuest(), 1)).status).toBe(200);
  const refusal = await latest.place(latestCart);
  expect([refusal.status, refusal.body.changes]).toMatchObject([
    409,
    [{ field: 'slot', old: latestCart.delivery_slot_id, new: null }],
  ]);
  expect(refusal.body.cart.delivery_slot_id).toBeNull();
});

test.each([
  ['its slot filled', 20, 1],
  ['its slot closed', 120, 0],
])(
  'docs/readings.md#55: a price changed and %s: one 409 with both, also if the slot is sent again',
  async (_, minutes, others) => {
    for (const isSent of [false, true]) {
      now = MORNING;
      await db.raw(`update carts set choices = choices - 'hold'`);
      const guest = await newShopper(server);
      const product = await makeProduct(db);
      await guest.fill([product, 1]);
      const { cart } = (await choose(guest)).body;
      wait(minutes);
      const id = cart.delivery_slot_id;
      for (let other = 0; other < others; other++) expect((await choose(await newGuest())).status).toBe(200);
      await changeProduct(db, product, { price: 650 });
      const { status, body } = await guest.place(cart, isSent ? { delivery_slot_id: id } : {});
      expect([status, body.code]).toEqual([409, 'checkout.changed']);
      expect(body.changes).toMatchObject([
        { id: product.id, field: 'price', old: '5.00', new: '6.50' },
        {
          field: 'slot',
          old: id,
          new: null,
          message: 'The delivery slot Mon, 1 Mar, 12:00\u00a0pm – 2:00\u00a0pm is no longer available',
        },
      ]);
      expect(body.cart).toMatchObject({ delivery_slot_id: null, slot_held_until: null });
    }
  },
);

/** Retires all slots, or the earliest one: `npm run apply` of a shop without them does the same. */
const retire = (which: 'all' | 'first', id: string) =>
  db.raw(`update delivery_slot_templates set capacity = 0 where $1 = 'all' or id = $2`, [which, id.split('-')[0]]);

describe.each(['first', 'all'] as const)('docs/readings.md#55: a chosen slot that is retired (%s of them)', (which) => {
  async function chooseRetired() {
    const guest = await newGuest();
    const { cart } = (await choose(guest)).body;
    await retire(which, cart.delivery_slot_id);
    const message = expect.stringMatching(/^The delivery slot Mon, 1 Mar, .+ is no longer available$/);
    return { guest, cart, change: { field: 'slot', old: cart.delivery_slot_id, new: null, message } };
  }

  test.each([true, false])('is a change that the order is refused for (sent again: %s)', async (isSent) => {
    const { guest, cart, change } = await chooseRetired();
    const { status, body } = await guest.place(cart, isSent ? { delivery_slot_id: cart.delivery_slot_id } : {});
    expect([status, body.code, body.changes]).toMatchObject([409, 'checkout.changed', [change]]);
    expect(body.cart.delivery_slot_id).toBeNull();
    // A method without slots needs none.
    const next = await guest.place(body.cart);
    expect([next.status, Object.keys(next.body.errors ?? {})]).toEqual(
      which === 'all' ? [201, []] : [422, ['delivery_slot_id']],
    );
  });

  test('is reported by the next choice', async () => {
    const { guest, change } = await chooseRetired();
    const { cart } = (await guest.checkout({ tip: '2.00' })).body;
    expect(cart).toMatchObject({ delivery_slot_id: null, slot_held_until: null, lines_changed: [change] });
  });
});

test('docs/readings.md#55: an order that names a full slot for the first time reports it as a change', async () => {
  const guest = await newGuest();
  const { cart } = (await choose(guest, 1)).body;
  const [{ id: full }] = await listSlots(guest);
  await choose(await newGuest());
  const { status, body } = await guest.place(cart, { delivery_slot_id: full });
  expect([status, body.changes]).toMatchObject([409, [{ field: 'slot', old: full, new: null }]]);
});

test('an order that comes right after its hold ran out still finds its place', async () => {
  const guest = await newGuest();
  const { cart } = (await choose(guest)).body;
  wait(15.5);
  expect((await choose(await newGuest())).status).toBe(422);
  expect((await guest.place(cart)).status).toBe(201);
});

test('the order turns the hold into a place; canceling gives it back with its items', async () => {
  const guest = await newGuest(3, { bulky: true });
  const { cart } = (await choose(guest)).body;
  const { body } = await guest.place(cart);
  const readUsage = async () => (await db.raw('select taken, taken_items, taken_bulky from delivery_slots')).rows;
  expect(await readUsage()).toEqual([{ taken: 1, taken_items: 3, taken_bulky: 3 }]);
  const { rows } = await db.raw(`select count(*)::int from carts where held_slot_id is not null`);
  expect(rows).toEqual([{ count: 0 }]);
  expect((await listSlots(guest))[0].places_left).toBe(0);

  await operator(server)('POST', `/orders/${body.order.id}/cancel`, { comment: 'Supplier is late' });
  expect(await readUsage()).toEqual([{ taken: 0, taken_items: 0, taken_bulky: 0 }]);
});

test('a slot has a maximum of items and of bulky items', async () => {
  await limit('items_capacity = 5');
  await choose(await newGuest(3));
  const many = await newGuest(3);
  expect((await listSlots(many))[0].places_left).toBe(0);
  expect((await choose(many)).body.errors).toEqual(FULL);
  const few = await newGuest(2);
  expect((await listSlots(few))[0].places_left).toBe(8);
  expect((await choose(few)).status).toBe(200);

  await limit('bulky_capacity = 2, items_capacity = null');
  await choose(await newGuest(2, { bulky: true }), 1);
  expect((await choose(await newGuest(1, { bulky: true }), 1)).body.errors).toEqual(FULL);
  expect((await choose(await newGuest(20), 1)).status).toBe(200);
});

test('a cart that grew beyond its hold is checked again when it is ordered', async () => {
  await limit('items_capacity = 5');
  const guest = await newShopper(server);
  const product = await makeProduct(db);
  await guest.fill([product, 2]);
  await choose(guest);
  await choose(await newGuest(3));
  const grownCart = await guest.fill([product, 3]);
  const refusal = await guest.place(grownCart);
  expect([refusal.status, refusal.body.changes]).toMatchObject([409, [{ field: 'slot', new: null }]]);
});

test('a guest who signs in keeps the hold', async () => {
  const guest = await newGuest();
  const { cart } = (await choose(guest)).body;
  const { email, password } = await newCustomer(server);
  const signedIn = await server.api('POST', '/token', { token: guest.token, body: { login: email, password } });
  const customer = await newShopper(server, signedIn.body);
  expect((await customer.get('/cart')).body).toMatchObject({ slot_held_until: cart.slot_held_until });
  expect((await listSlots(customer))[0].places_left).toBe(1);
});

test('a job clears holds that ran out, and leaves those that still keep others out', async () => {
  const countHolds = async () =>
    (await db.raw(`select count(*)::int from carts where choices ? 'hold' and held_slot_id is not null`)).rows[0]
      ?.count;
  const guest = await newGuest();
  const { cart } = (await choose(guest)).body;
  wait(15.5);
  const clear = () => clearExpiredHolds({ db, now });
  expect([await clear(), await countHolds()]).toEqual([0, 1]);
  wait(1);
  await choose(await newGuest(), 1);
  expect([await clear(), await countHolds()]).toEqual([1, 1]);
  expect((await guest.get('/cart')).body).toMatchObject({
    delivery_slot_id: cart.delivery_slot_id,
    slot_held_until: null,
    version: cart.version,
  });
});
