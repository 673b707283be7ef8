/** docs/api.md#staff-api and docs/api.md#delivery-runs: manifest, drivers' runs, and the cash that they hand in. */
import { dayOf } from '@shop/core/time';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { fillWallet } from '../../testing/make-voucher.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { newStaff, operator } from '../../testing/staff.ts';
import { type TestResponse, testServer } from '../../testing/test-server.ts';

const server = await testServer({ jobs: true, env: { OFFICE_HOST: 'office.shop.example' } });
const { api, db, config } = server;
const staff = operator(server);

type PackedOrder = { id: string; order_number: string; grand_total: string };

/** Places an order that is paid on delivery, and packs it. */
async function makePackedOrder(choices: object = {}, customer?: { token: string }): Promise<PackedOrder> {
  const product = await makeProduct(db, { price: 20_00, stock: 10 });
  const shopper = await newShopper(server, customer);
  await shopper.fill([product, 2]);
  const cart = await shopper.prepare({
    shipping_address: makeDistinctAddress(),
    shipping_remarks: 'Ring twice',
    ...choices,
  });
  const { body } = await shopper.place(cart);
  for (const to of ['processing', 'packed']) await staff('POST', `/orders/${body.order.id}/advance`, { to });
  return body.order;
}

async function addRun(driver: string, ...orders: PackedOrder[]) {
  const order_ids = orders.map(({ id }) => id);
  const { status, body } = await staff('POST', '/delivery/runs', { driver, vehicle: 'Van 2', order_ids });
  expect(status).toBe(201);
  const call = (method: string, path: string, payload?: unknown): Promise<TestResponse> =>
    api(method, `/delivery-runs/current${path}`, { token: body.token, body: payload });
  return { id: body.run.id as string, token: body.token as string, link: body.link as string, call };
}

const readStatus = async ({ id }: PackedOrder): Promise<string> =>
  (await staff('GET', `/orders/${id}`)).body.order.status;

const sendPhoto = async (token: string, { id }: PackedOrder, bytes: Uint8Array) =>
  fetch(`${server.url}/api/delivery-runs/current/stops/${id}/photo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    body: bytes as never,
  });

/** Finds an order in a day's manifest, with its zone. */
async function findInManifest(day: string, { id }: PackedOrder) {
  const { body } = await staff('GET', `/delivery?day=${day}`);
  const listedOrders = body.slots.flatMap((each: { zones: { zone: unknown; orders: { id: string }[] }[] }) =>
    each.zones.flatMap(({ zone, orders }) => orders.map((order) => ({ ...order, zone }))),
  );
  return listedOrders.find((each: { id: string }) => each.id === id);
}

test('the manifest has packed orders by slot and zone; a run sends them out in its order', async () => {
  const [one, two] = [await makePackedOrder(), await makePackedOrder()];
  const slot = (await staff('GET', `/orders/${one.id}`)).body.order.delivery.starts_at as string;
  const day = new Date(Date.parse(slot) + 8 * 3_600_000).toISOString().slice(0, 10);
  const mine = await findInManifest(day, one);
  expect(mine).toMatchObject({ status: 'packed', cash_to_collect: one.grand_total, remarks: 'Ring twice', units: 2 });
  expect(mine.zone).toMatchObject({ code: expect.any(String), name: expect.any(String) });

  const run = await addRun('Azlan', two, one);
  expect([await readStatus(one), await readStatus(two)]).toEqual(['delivery', 'delivery']);
  const current = (await run.call('GET', '')).body.run;
  expect(current).toMatchObject({ driver: 'Azlan', vehicle: 'Van 2', cash_in_hand: '0.00' });
  expect(current.stops.map(({ order_id }: { order_id: string }) => order_id)).toEqual([two.id, one.id]);
  expect(current.stops[0]).toMatchObject({
    place: 1,
    state: 'open',
    remarks: 'Ring twice',
    cash_to_collect: two.grand_total,
    map_link: expect.stringMatching(/^https:\/\/www\.google\.com\/maps\/search\//),
  });
  // The shop's host does not serve the office.
  const office = new URL('/office/run', config.publicUrl);
  office.hostname = 'office.shop.example';
  expect(run.link).toBe(`${office.href}#${run.token}`);
  const inChinese = (await run.call('GET', '?lang=zh')).body.run.stops[0];
  expect(inChinese.address).toMatch(/雪兰莪$/);
  expect(current.stops[0].address).toMatch(/Selangor$/);
});

test('the driver and the manifest see the units in the bags, without what was not found', async () => {
  const product = await makeProduct(db, { price: 20_00, stock: 10 });
  const shopper = await newShopper(server);
  await shopper.fill([product, 3]);
  const { order } = (await shopper.place(await shopper.prepare({ shipping_address: makeDistinctAddress() }))).body;
  await staff('POST', `/orders/${order.id}/lines/0/short`, { quantity_found: 1 });
  expect((await staff('POST', `/orders/${order.id}/pack`, { bags: 1 })).status).toBe(200);
  const run = await addRun('Lim', order);
  expect((await run.call('GET', '')).body.run.stops).toMatchObject([{ units: 1 }]);
  const day = dayOf(new Date(order.delivery.starts_at));
  expect(await findInManifest(day, order)).toMatchObject({ units: 1 });
});

test('refuses orders that are not packed, or in another open run', async () => {
  const order = await makePackedOrder();
  await addRun('Bala', order);
  const again = await staff('POST', '/delivery/runs', { driver: 'Cho', order_ids: [order.id] });
  expect([again.status, again.body.code]).toEqual([422, 'run.order_taken']);
  const product = await makeProduct(db, { stock: 3, price: 20_00 });
  const shopper = await newShopper(server);
  await shopper.fill([product, 1]);
  const pending = (await shopper.place(await shopper.prepare({ shipping_address: makeDistinctAddress() }))).body.order;
  const early = await staff('POST', '/delivery/runs', { driver: 'Cho', order_ids: [pending.id] });
  expect([early.status, early.body.code]).toEqual([422, 'run.not_packed']);
  const unknown = '00000000-0000-7000-8000-000000000000';
  expect((await staff('POST', '/delivery/runs', { driver: 'Cho', order_ids: [unknown] })).status).toBe(404);
});

test('a delivery needs proof and its cash, completes the order, and is recorded once however often it is sent', async () => {
  const order = await makePackedOrder();
  const run = await addRun('Devi', order);
  const stop = `/stops/${order.id}`;
  const bare = await run.call('POST', `${stop}/deliver`, { cash_collected: order.grand_total });
  expect([bare.status, bare.body.code]).toEqual([422, 'run.no_proof']);
  const free = await run.call('POST', `${stop}/deliver`, { received_by: 'Guard' });
  expect([free.status, free.body.code]).toEqual([422, 'run.cash_missing']);

  const record = { received_by: 'Guard', cash_collected: order.grand_total, at: '2020-01-01T00:00:00.000Z' };
  const [first, second] = await Promise.all([
    run.call('POST', `${stop}/deliver`, record),
    run.call('POST', `${stop}/deliver`, record),
  ]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.run.cash_in_hand).toBe(order.grand_total);
  expect(second.body.run.stops[0]).toMatchObject({ state: 'delivered', address: null, phone: null, recipient: null });
  const { body } = await staff('GET', `/orders/${order.id}`);
  expect(body.order).toMatchObject({ status: 'complete', payment_status: 'paid' });
  expect(body.order.cash_collections).toMatchObject([
    { cash_collected: order.grand_total, recorded_by: 'driver Devi' },
  ]);
  // The phone's clock is years behind: the recorded time is not before the start of the run.
  const { run: runForStaff } = (await staff('GET', `/delivery/runs/${run.id}`)).body;
  expect(Date.parse(runForStaff.stops[0].done_at)).toBe(Date.parse(runForStaff.created_at));
  const other = await run.call('POST', `${stop}/deliver`, { ...record, cash_collected: '1.00' });
  expect([other.status, other.body.code]).toEqual([409, 'run.stop_done']);
  const fail = await run.call('POST', `${stop}/fail`, { reason: 'No answer' });
  expect([fail.status, fail.body.code]).toEqual([409, 'run.stop_done']);
});

test('an order that coins paid in full is delivered without cash', async () => {
  const me = await newCustomer(server);
  await fillWallet(server, me, 'store_credit', 100_00);
  const order = await makePackedOrder({ use_golds: 100_00, customer_email: me.email }, me);
  expect(order.grand_total).toBe('0.00');
  const run = await addRun('Omar', order);
  expect((await run.call('GET', '')).body.run.stops).toMatchObject([{ cash_to_collect: '0.00' }]);
  for (const attempt of ['first', 'again']) {
    const { status, body } = await run.call('POST', `/stops/${order.id}/deliver`, { received_by: 'Tan' });
    expect([attempt, status, body.run?.cash_in_hand]).toEqual([attempt, 200, '0.00']);
  }
  expect((await staff('GET', `/orders/${order.id}`)).body.order).toMatchObject({
    ...{ status: 'complete', payment_status: 'paid', cash_collections: [] },
  });
});

test('a record under the same idempotency key gets the first response, another record is refused', async () => {
  const order = await makePackedOrder();
  const run = await addRun('Lim', order);
  const send = (path: string, payload: object, key: string) =>
    api('POST', `/delivery-runs/current/stops/${order.id}/${path}`, {
      token: run.token,
      body: payload,
      headers: { 'idempotency-key': key },
    });
  const record = { reason: 'No answer', at: new Date().toISOString() };
  const [first, second] = await Promise.all([send('fail', record, 'key-1'), send('fail', record, 'key-1')]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).toEqual(first.body);
  expect((await send('fail', { reason: 'Dog' }, 'key-1')).body.code).toBe('request.idempotency');
  const { body } = await staff('GET', `/orders/${order.id}`);
  const notes = body.order.history.filter(({ note }: { note: string | null }) => note?.includes('No answer'));
  expect(notes).toHaveLength(1);
  // The same key counts separately for each run.
  const next = await addRun('Mei', order);
  const again = await api('POST', `/delivery-runs/current/stops/${order.id}/fail`, {
    token: next.token,
    body: record,
    headers: { 'idempotency-key': 'key-1' },
  });
  expect(again.body.run).toMatchObject({ driver: 'Mei', stops: [{ state: 'failed' }] });
});

test('a photo proves a delivery: it is encoded again without metadata, and only staff open it', async () => {
  const order = await makePackedOrder();
  const run = await addRun('Ellen', order);
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer();
  expect((await sendPhoto(run.token, order, Buffer.from('no picture'))).status).toBe(422);
  expect((await sendPhoto(run.token, order, photo)).status).toBe(200);
  const record = { cash_collected: order.grand_total };
  expect((await run.call('POST', `/stops/${order.id}/deliver`, record)).status).toBe(200);
  expect((await sendPhoto(run.token, order, photo)).status).toBe(409);
  const support = await newStaff(server, ['support']);
  const { status, body } = await support.call('GET', `/delivery/runs/${run.id}/stops/${order.id}/photo`);
  const storedPhoto = Buffer.from(body.jpeg, 'base64');
  expect([status, (await sharp(storedPhoto).metadata()).format, storedPhoto.includes('secret place')]).toEqual([
    200,
    'jpeg',
    false,
  ]);
  const picker = await newStaff(server, ['picker']);
  expect((await picker.call('GET', `/delivery/runs/${run.id}/stops/${order.id}/photo`)).status).toBe(404);
});

test('a failed attempt sends the order back to packed with the reason, and it can join another run', async () => {
  const order = await makePackedOrder();
  const run = await addRun('Farid', order);
  const fail = () => run.call('POST', `/stops/${order.id}/fail`, { reason: 'Dog at the gate' });
  expect((await fail()).body.run.stops[0]).toMatchObject({ state: 'failed', address: null });
  expect((await fail()).status).toBe(200);
  const { body } = await staff('GET', `/orders/${order.id}`);
  expect([body.order.status, body.order.history.at(-1).note]).toEqual([
    'packed',
    expect.stringContaining('Dog at the gate'),
  ]);
  const next = await addRun('Gita', order);
  expect((await next.call('GET', '')).body.run.stops).toHaveLength(1);
});

test('a stop whose order the shop took back leaves the run, and its late record is refused', async () => {
  const [order, other] = [await makePackedOrder(), await makePackedOrder()];
  const run = await addRun('Nora', order, other);
  const slot = (await staff('GET', `/orders/${order.id}`)).body.order.delivery.starts_at as string;
  const findOrder = () => findInManifest(dayOf(new Date(slot)), order);
  expect(await findOrder()).toMatchObject({ status: 'delivery', run_id: run.id });
  await staff('POST', `/orders/${order.id}/fail-delivery`, { reason: 'Recalled', outcome: 'retry' });
  expect((await run.call('GET', '')).body.run.stops).toMatchObject([{ order_id: other.id }]);
  const late = { received_by: 'Tan', cash_collected: order.grand_total };
  const { status, body } = await run.call('POST', `/stops/${order.id}/deliver`, late);
  expect([status, body.code, await readStatus(order)]).toEqual([409, 'order.wrong_status', 'packed']);
  expect(await findOrder()).toMatchObject({ status: 'packed', run_id: null });

  // Sent out again without a run, it is not this driver's either, and may join another one.
  expect((await staff('POST', `/orders/${order.id}/advance`, { to: 'delivery' })).status).toBe(200);
  expect((await run.call('GET', '')).body.run.stops).toMatchObject([{ order_id: other.id }]);
  expect((await run.call('POST', `/stops/${order.id}/deliver`, late)).body.code).toBe('run.stop_done');
  const next = await addRun('Omar', order);
  expect((await next.call('GET', '')).body.run.stops).toMatchObject([{ order_id: order.id, state: 'open' }]);
});

test('a driver sees and records only the stops of the own run, while it is open and its link valid', async () => {
  const [mine, theirs] = [await makePackedOrder(), await makePackedOrder()];
  const run = await addRun('Hana', mine);
  await addRun('Idris', theirs);
  const foreign = await run.call('POST', `/stops/${theirs.id}/deliver`, { received_by: 'X', cash_collected: '1.00' });
  expect([foreign.status, await readStatus(theirs)]).toEqual([404, 'delivery']);
  // The token opens nothing else, and no other token opens the run.
  expect((await api('GET', '/staff/orders', { token: run.token })).status).toBe(401);
  expect((await api('GET', '/me', { token: run.token })).status).toBe(401);
  expect((await api('GET', '/cart', { token: run.token })).status).toBe(401);
  for (const token of [config.operatorToken, 'r_guess', `r_${'a'.repeat(65)}`, undefined]) {
    const { status, body } = await api('GET', '/delivery-runs/current', { token });
    expect([status, body.code]).toEqual([401, 'run.token_invalid']);
  }
  const newLink = (await staff('POST', `/delivery/runs/${run.id}/link`, {})).body;
  expect((await run.call('GET', '')).status).toBe(401);
  const readCurrent = () => api('GET', '/delivery-runs/current', { token: newLink.token });
  expect((await readCurrent()).status).toBe(200);
  await staff('POST', `/delivery/runs/${run.id}/revoke`, {});
  expect((await readCurrent()).status).toBe(401);
  const closing = await staff('POST', `/delivery/runs/${run.id}/close`, {});
  expect(closing.body.run).toMatchObject({ is_link_valid: false, stops: [{ state: 'released' }] });
  expect((await staff('POST', `/delivery/runs/${run.id}/link`, {})).body.code).toBe('run.closed');
  // The order is still out, and joins another run.
  await addRun('Jamal', mine);
});

test('cash handed in is counted by driver and day, and differences are named', async () => {
  const order = await makePackedOrder();
  const run = await addRun('Kavitha', order);
  const record = { received_by: 'Tan', cash_collected: order.grand_total };
  await run.call('POST', `/stops/${order.id}/deliver`, record);
  const listCash = async () => (await staff('GET', '/delivery/cash?search=driver:Kavitha&differs=1')).body.data;
  expect(await listCash()).toMatchObject([{ runs: 1, uncounted: 1, cash_recorded: order.grand_total }]);
  const finance = await newStaff(server, ['finance']);
  const counted = (Number(order.grand_total) - 5).toFixed(2);
  const wordless = await finance.call('POST', `/delivery/runs/${run.id}/cash`, { counted });
  expect([wordless.status, Object.keys(wordless.body.errors)]).toEqual([422, ['comment']]);
  const { body } = await finance.call('POST', `/delivery/runs/${run.id}/cash`, {
    counted,
    comment: 'RM5 note missing',
  });
  expect(body.run).toMatchObject({ cash_difference: '-5.00', counted_by: finance.email });
  expect(await listCash()).toMatchObject([{ uncounted: 0, cash_counted: counted, cash_difference: '-5.00' }]);
  await finance.call('POST', `/delivery/runs/${run.id}/cash`, { counted: order.grand_total });
  expect(await listCash()).toEqual([]);
  const audit = (await staff('GET', `/audit?search=subject:run ${run.id};action:staff.countRunCash`)).body.data;
  expect(audit.map(({ before, after }: { before: unknown; after: unknown }) => [before, after])).toEqual([
    [{ counted }, { counted: order.grand_total, comment: null }],
    [null, { counted, comment: 'RM5 note missing' }],
  ]);
  const picker = await newStaff(server, ['picker']);
  expect((await picker.call('POST', `/delivery/runs/${run.id}/cash`, { counted: '1.00' })).status).toBe(404);
});
