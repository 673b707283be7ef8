import { expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { ADDRESS, newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';
import { findZone, nameRegion } from './delivery.ts';

/** 08:30 in Kuala Lumpur. */
let now = new Date('2027-03-01T00:30:00Z');
const server = await testServer({ clock: () => now });
const { api, db } = server;

test('GET /shippings returns methods with prices, and slots with free places, for a postcode and state', async () => {
  const { status, body } = await api('GET', '/shippings?zip=47300&state_id=MY-10');
  expect(status).toBe(200);
  expect(body.data.map((method: { class: string }) => method.class)).toEqual(['standard', 'chilled', 'bulky']);
  const [standard] = body.data;
  expect(standard).toMatchObject({ name: 'Standard delivery', fee: '8.00', free: false, free_from: '80.00' });
  // Slots of seven days; the first one, 10 to 12, closed two hours before its start.
  expect(standard.slots).toHaveLength(34);
  expect(standard.slots[0]).toMatchObject({
    starts_at: '2027-03-01T04:00:00.000Z',
    ends_at: '2027-03-01T06:00:00.000Z',
    fee: '0.00',
    places_left: 30,
  });
});

test('the fee depends on the state’s zone; a method that does not serve it is not offered', async () => {
  const { body } = await api('GET', '/shippings?zip=88000&state_id=MY-12&lang=zh');
  expect(body.data.map((method: { class: string }) => method.class)).toEqual(['standard', 'bulky']);
  expect(body.data[0]).toMatchObject({ name: '标准配送', fee: '15.00', free_from: '120.00' });
});

test('the fee follows the postcode, not the state sent with it', async () => {
  expect((await api('GET', '/shippings?zip=88000&state_id=MY-10')).body.data[0].fee).toBe('15.00');
});

test.each(['00000', '99999', '4730'])('422: the postcode %s does not exist', async (zip) => {
  for (const query of [`zip=${zip}`, `zip=${zip}&state_id=MY-10`]) {
    const { status, body } = await api('GET', `/shippings?${query}`);
    const message = `We can't find postcode ${zip}. Please check it.`;
    expect([status, body.errors]).toEqual([422, { zip: [message] }]);
  }
});

test('the postcode determines the state; without one the Klang Valley’s rates apply', async () => {
  expect((await api('GET', '/shippings?zip=93000')).body.data[0].fee).toBe('15.00');
  expect((await api('GET', '/shippings')).body.data[0].fee).toBe('8.00');
});

test('docs/api.md: "or for the saved address"; free from the threshold on', async () => {
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db, { price: 6_000 }), 2]);
  expect((await shopper.get('/shippings')).body.data[0]).toMatchObject({ fee: '0.00', free: true });
  await shopper.checkout({ shipping_address: { ...ADDRESS, zip: '93000', state_id: 'MY-13' } });
  expect((await shopper.get('/shippings')).body.data[0]).toMatchObject({
    fee: '0.00',
    free: true,
    free_from: '120.00',
  });
  await shopper.fill([await makeProduct(db, { price: 100 }), 1]);
  const { rows } = await db.raw('select version from carts order by updated_at desc limit 1');
  await shopper.get('/shippings');
  expect((await db.raw('select version from carts order by updated_at desc limit 1')).rows).toEqual(rows);
});

test('an order takes one place of its slot', async () => {
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db), 1]);
  const cart = await shopper.prepare();
  expect((await shopper.place(cart)).status).toBe(201);
  const { body } = await api('GET', '/shippings?zip=47300&state_id=MY-10');
  const slots: { id: string; places_left: number }[] = body.data[0].slots;
  expect(slots.find(({ id }) => id === cart.delivery_slot_id)?.places_left).toBe(29);
});

test('reports a slot that closes before the click, and places no order without it', async () => {
  const morning = now;
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db), 1]);
  const { body: shippings } = await shopper.get('/shippings?zip=47300&state_id=MY-10');
  const cart = await shopper.prepare({ delivery_slot_id: shippings.data[0].slots[0].id });
  now = new Date('2027-03-01T02:00:00.001Z');
  const { status, body } = await shopper.place(cart);
  expect(status).toBe(409);
  expect(body.changes).toMatchObject([
    {
      field: 'slot',
      old: cart.delivery_slot_id,
      new: null,
      message: 'The delivery slot Mon, 1 Mar, 12:00\u00a0pm – 2:00\u00a0pm is no longer available',
    },
  ]);
  expect((await shopper.place(await shopper.prepare())).status).toBe(201);
  now = morning;
});

test('a holiday has no slots and its reason in the shopper’s language; its slots are refused', async () => {
  const christmas = new Date('2026-12-23T02:00:00Z');
  const morning = now;
  now = christmas;
  const readStandard = async (query: string) => (await api('GET', `/shippings?${query}`)).body.data[0];
  const { slots, holidays } = await readStandard('zip=47300');
  expect(holidays).toEqual([{ date: '2026-12-25', name: 'Christmas Day' }]);
  const days = new Set(slots.map(({ starts_at }: { starts_at: string }) => starts_at.slice(0, 10)));
  expect(days.has('2026-12-24')).toBe(true);
  expect(days.has('2026-12-25')).toBe(false);
  expect((await readStandard('zip=47300&lang=zh')).holidays).toEqual([{ date: '2026-12-25', name: '圣诞节' }]);

  // New Year's Day is not a holiday in most states of the peninsula.
  now = new Date('2026-12-30T02:00:00Z');
  expect((await readStandard('zip=80000')).holidays).toEqual([]);
  expect((await readStandard('zip=88000')).holidays).toEqual([{ date: '2027-01-01', name: "New Year's Day" }]);

  now = christmas;
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db), 1]);
  await shopper.prepare();
  const [first] = slots;
  const [template] = first.id.split('-');
  const closedSlot = `${template}-${new Date('2026-12-25T04:00:00Z').getTime() / 60_000}`;
  const { status, body } = await shopper.checkout({ delivery_slot_id: closedSlot });
  expect([status, body.errors]).toEqual([
    422,
    {
      delivery_slot_id: [
        'The delivery slot Fri, 25 Dec, 12:00\u00a0pm – 2:00\u00a0pm is no longer available. Please choose another one.',
      ],
    },
  ]);
  now = morning;
});

test('names the delivery fee that changed before the click, old and new, and places no order', async () => {
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db), 1]);
  const cart = await shopper.prepare();
  const setFee = (fee: number) => db.raw('update delivery_rates set fee = $1 where fee = $2', [fee, 800 + 950 - fee]);
  await setFee(950);
  const shownTotals = { expected_delivery_fee: cart.delivery_fee, expected_discount: '0.00' };
  const refusal = await shopper.place(cart, shownTotals);
  await setFee(800);
  expect([refusal.status, refusal.body.changes]).toEqual([
    409,
    [{ field: 'fee', old: '8.00', new: '9.50', message: 'Delivery fee changed RM8.00 → RM9.50' }],
  ]);
  expect((await shopper.place((await shopper.get('/cart')).body, shownTotals)).status).toBe(201);
});

test.each(['4730', '473000', 'abcde', '-1'])('422: the postcode %j', async (zip) => {
  const { status, body } = await api('GET', `/shippings?zip=${zip}`);
  expect(status).toBe(422);
  expect(body.errors.zip).toEqual([`We can't find postcode ${zip}. Please check it.`]);
});

test('422: a state that does not exist', async () => {
  const { status, body } = await api('GET', '/shippings?zip=47300&state_id=MY-99');
  expect(status).toBe(422);
  expect(body.errors.state_id).toHaveLength(1);
});

test('a shop that does not deliver to Kuala Lumpur prices an unknown place by its largest zone, and names its zones', () => {
  const zone = (code: string, name_en: string, name_zh: string, states: string[]) => {
    return { code, name_en, name_zh, states, postcodes: [] };
  };
  const zones = [
    zone('kedah', 'Kedah', '吉打', ['MY-02']),
    zone('north', 'Penang and Perlis', '槟玻', ['MY-07', 'MY-09']),
  ];
  expect(findZone(zones, null)?.code).toBe('north');
  expect(findZone(zones, { zip: '50000', state_id: 'MY-14' })).toBeNull();
  expect(nameRegion([zone('a', 'Kedah', '吉打', ['MY-02']), zone('b', 'Penang', '槟城', ['MY-07'])])).toEqual({
    en: 'Kedah and Penang',
    zh: '吉打和槟城',
  });
  expect(nameRegion([])).toBeNull();
});
