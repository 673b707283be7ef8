/** docs/api.md#staff-api: picking, short and replaced lines, packing (docs/readings.md#94, docs/readings.md#95). */
import { expect, test } from 'vitest';
import { makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { sentTo } from '../../testing/inbox.ts';
import { fillWallet } from '../../testing/make-voucher.ts';
import { offerOnlinePayment } from '../../testing/orders/pay-online.ts';
import { pickOrders } from '../../testing/orders/pick-orders.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { staffPayments } from '../../testing/orders/staff-payments.ts';
import { newStaff } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer({ jobs: true });
const { api, db, url } = server;
await offerOnlinePayment(server);
await db.raw('update delivery_slot_templates set capacity = 10000');
const { listRefunds, move, refund } = staffPayments(server);
const { staff, place, act, shown, pieces } = pickOrders(server);

test('a short line of a paid order is refunded at once, to the sen; its stock is what is left on the shelf', async () => {
  const milk = await makeProduct(db, { name: 'Milk', price: 7_60, stock: 10 });
  const testOrder = await place([[milk, 3]], { payment_method: 'fpx' });
  expect(await readStock(db, milk)).toBe(7);
  const { status, body } = await act(testOrder, 'lines/0/short', { quantity_found: 2 });
  expect([status, body.order.status]).toEqual([200, 'processing']);
  expect(body.order.items[0]).toMatchObject({
    ...{ line: '0', quantity: 3, picked: 'short', quantity_delivered: 2, undelivered: '7.60', replaced_by: null },
  });
  expect(await listRefunds(testOrder)).toMatchObject([{ amount: '7.60', reason: 'short', state: 'requested' }]);
  expect([await readStock(db, milk), await pieces(testOrder)]).toEqual([0, 2]);
  const order = await shown(testOrder);
  expect(order).toMatchObject({ grand_total: testOrder.order.grand_total, payment_status: 'paid' });
  expect(Number(order.delivered_total)).toBeCloseTo(Number(testOrder.order.grand_total) - 7.6, 5);
  expect(order.payment_refunds).toMatchObject([{ amount: '7.60', state: 'due' }]);
  expect(order.history.at(-1).note).toBe('Milk: 2 of 3');
});

test('the driver collects less for an order that is paid on delivery', async () => {
  const milk = await makeProduct(db, { price: 7_63, stock: 10 });
  const testOrder = await place([[milk, 3]]);
  const before = Number(testOrder.order.grand_total);
  const { body } = await act(testOrder, 'lines/0/short', { quantity_found: 1, stock_left: 4 });
  expect(body.order.totals.undelivered).toBe('15.26');
  expect(Math.abs(Number(body.order.grand_total) - (before - 15.26))).toBeLessThan(0.05);
  expect(await listRefunds(testOrder)).toEqual([]);
  expect([await readStock(db, milk), await pieces(testOrder)]).toEqual([4, 1]);
  expect((await act(testOrder, 'pack', { bags: 1 })).status).toBe(200);
  for (const to of ['delivery', 'complete']) await act(testOrder, 'advance', { to });
  const whole = await refund(testOrder, { of: 'whole_order' });
  expect(whole.body.amount).toBe(body.order.grand_total);
});

test('undo gives order, stock, money and wallets back as they were', async () => {
  const customer = await newCustomer(server);
  const milk = await makeProduct(db, { price: 20_00, stock: 10 });
  const other = await makeProduct(db, { price: 15_00, stock: 5 });
  const testOrder = await place([[milk, 2]], { payment_method: 'fpx' }, customer);
  const readWallet = async () => (await customer.call('GET', '/wallet_transactions')).body.balances;
  const before = await readWallet();
  await act(testOrder, 'lines/0/replace', { product: { id: other.id }, quantity: 2 });
  expect([await readStock(db, milk), await readStock(db, other), await pieces(testOrder)]).toEqual([0, 3, 2]);
  expect(await listRefunds(testOrder)).toMatchObject([{ amount: '10.00' }]);
  expect(await readWallet()).not.toEqual(before);
  const { status, body } = await act(testOrder, 'lines/0/undo');
  expect([status, body.order.items[0].picked, body.order.items[0].undelivered]).toEqual([200, null, '0.00']);
  expect([await readStock(db, milk), await readStock(db, other), await pieces(testOrder)]).toEqual([8, 5, 2]);
  expect(await listRefunds(testOrder)).toMatchObject([{ state: 'withdrawn' }]);
  expect(await readWallet()).toEqual(before);
  expect((await shown(testOrder)).payment_refunds).toEqual([]);
});

test('a dearer replacement costs as ordered, and the order has the replacement in place of the goods', async () => {
  const loaf = await makeProduct(db, { name: 'Wholemeal Loaf', name_zh: '全麦面包', price: 4_20, stock: 3 });
  const other = await makeProduct(db, { name: 'White Loaf', name_zh: '白面包', price: 5_90, stock: 4 });
  const testOrder = await place([[loaf, 1]], { payment_method: 'fpx' });
  const { status, body } = await act(testOrder, 'lines/0/replace', { product: { id: other.id }, quantity: 1 });
  expect([status, body.order.items[0].replaced_by]).toEqual([
    200,
    expect.objectContaining({ id: other.id, name: 'White Loaf', quantity: 1, price_total: '4.20' }),
  ]);
  expect([await readStock(db, loaf), await readStock(db, other), await pieces(testOrder)]).toEqual([0, 3, 1]);
  expect(await listRefunds(testOrder)).toEqual([]);
  expect((await shown(testOrder, 'zh')).history.at(-1).note).toBe('全麦面包缺货，换成1 × 白面包');
});

test('a replacement needs the choice or the yes of the shopper, other goods, and free stock', async () => {
  const loaf = await makeProduct(db, { price: 4_20, stock: 3 });
  const other = await makeProduct(db, { price: 3_00, stock: 1 });
  const testOrder = await place([[loaf, 2]], { if_missing: 'call' });
  const replace = (body: object) => act(testOrder, 'lines/0/replace', { quantity: 1, ...body });
  const goods = { product: { id: other.id } };
  const refusals = [
    await replace(goods),
    await replace({ ...goods, quantity: 2, shopper_agreed: true }),
    await replace({ product: { id: loaf.id }, shopper_agreed: true }),
    await replace({ code: 'no-such-code', shopper_agreed: true }),
    await act(testOrder, 'lines/7/found'),
    await act(testOrder, 'lines/0/short', { quantity_found: 3 }),
  ];
  expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'picking.not_agreed'],
    [409, 'picking.replacement_stock'],
    [422, 'picking.same_goods'],
    [404, 'picking.replacement'],
    [404, 'picking.no_line'],
    [422, 'field.max'],
  ]);
  expect(Object.keys(refusals.at(-1)?.body.errors)).toEqual(['quantity_found']);
  expect((await shown(testOrder)).items[0].picked).toBeNull();
  expect((await replace({ ...goods, shopper_agreed: true })).status).toBe(200);
});

test('two pickers: the second sees who picks, and takes over explicitly; what stands is in the refusal', async () => {
  const [farid, mei] = [await newStaff(server, ['picker']), await newStaff(server, ['orders'])];
  const milk = await makeProduct(db, { price: 7_60, stock: 10 });
  const { order } = await place([[milk, 3]]);
  const path = `/orders/${order.id}`;
  const claim = await farid.call('POST', `${path}/claim`, {});
  expect([claim.status, claim.body.order.status, claim.body.order.picking.claimed_by]).toEqual([
    ...[200, 'processing', farid.email],
  ]);
  await farid.call('POST', `${path}/lines/0/short`, { quantity_found: 2 });
  const refusal = await mei.call('POST', `${path}/lines/0/found`, {});
  expect([refusal.status, refusal.body]).toEqual([
    409,
    expect.objectContaining({
      code: 'picking.claimed',
      picking: expect.objectContaining({ claimed_by: farid.email }),
      item: expect.objectContaining({ line: '0', picked: 'short', quantity_delivered: 2 }),
    }),
  ]);
  const early = { take_over: true, done_at: '2026-01-01T00:00:00.000Z' };
  expect((await mei.call('POST', `${path}/claim`, early)).body.code).toBe('picking.claimed');
  expect((await mei.call('POST', `${path}/claim`, { take_over: true })).body.order.picking.claimed_by).toBe(mei.email);
  expect((await farid.call('POST', `${path}/pack`, { bags: 1 })).body.code).toBe('picking.claimed');
  expect((await farid.call('POST', `${path}/release`, {})).body.code).toBe('picking.claimed');
  const secondRefusal = await mei.call('POST', `${path}/lines/0/found`, {});
  expect([secondRefusal.body.code, secondRefusal.body.item.quantity_delivered]).toEqual(['picking.decided', 2]);
  const same = await mei.call('POST', `${path}/lines/0/short`, { quantity_found: 2 });
  expect([same.status, same.body.order.totals.undelivered]).toEqual([200, '7.60']);
  expect((await mei.call('POST', `${path}/release`, {})).body.order.picking.claimed_by).toBeNull();
  const audit = await staff('GET', `/audit?search=subject:order ${order.order_number}`);
  expect(audit.body.data.map(({ action }: { action: string }) => action)).toEqual([
    ...['staff.releaseOrder', 'staff.claimOrder', 'staff.shortLine', 'staff.claimOrder'],
  ]);
});

test('an action that is sent again under its key changes nothing', async () => {
  const milk = await makeProduct(db, { price: 7_60, stock: 10 });
  const { order } = await place([[milk, 3]], { payment_method: 'fpx' });
  const call = (quantity_found: number) =>
    api('POST', `/staff/orders/${order.id}/lines/0/short`, {
      token: server.config.operatorToken,
      headers: { 'idempotency-key': `line ${order.id}` },
      body: { quantity_found, done_at: '2026-11-20T01:31:00.000Z' },
    });
  const [first, second, other] = [await call(1), await call(1), await call(2)];
  expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
  expect([other.status, other.body.code]).toEqual([409, 'request.idempotency']);
  expect(await listRefunds({ order })).toMatchObject([{ amount: '15.20' }]);
});

test('packing waits for every line, counts bags, and sends one message with all changes', async () => {
  const milk = await makeProduct(db, { name: 'Milk', price: 7_60, stock: 10 });
  const loaf = await makeProduct(db, { name: 'Loaf', price: 4_20, stock: 10 });
  const other = await makeProduct(db, { name: 'Bun', price: 3_00, stock: 10 });
  const testOrder = await place(
    [
      [milk, 3],
      [loaf, 1],
    ],
    { payment_method: 'fpx' },
  );
  await act(testOrder, 'lines/0/short', { quantity_found: 2 });
  for (const call of [act(testOrder, 'pack', { bags: 2 }), act(testOrder, 'advance', { to: 'packed' })]) {
    const { status, body } = await call;
    expect([status, body.code]).toEqual([409, 'picking.undecided']);
  }
  await act(testOrder, 'lines/1/replace', { product: { id: other.id }, quantity: 1 });
  const { body } = await act(testOrder, 'pack', { bags: { ambient: 1, chilled: 2 } });
  expect(body.order).toMatchObject({ status: 'packed', picking: { bags: { ambient: 1, chilled: 2 } } });
  expect((await act(testOrder, 'lines/0/undo')).body.code).toBe('order.wrong_status');
  const mail = await sentTo(url, testOrder.email, ({ subject }) => subject.includes('with changes'));
  expect(mail.text).toContain('Milk: 2 of 3; 1 × Bun instead of Loaf. We refund RM8.80.');
  expect(body.order.notifications.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...['order-placed', 'order-updated', 'order-items-changed'],
  ]);
});

test('an order of which nothing was found is not packed; canceled, it returns the rest once', async () => {
  const milk = await makeProduct(db, { price: 7_60, stock: 10 });
  const testOrder = await place([[milk, 2]], { payment_method: 'fpx' });
  await act(testOrder, 'lines/0/short', { quantity_found: 0 });
  expect((await act(testOrder, 'pack', { bags: 1 })).body.code).toBe('picking.nothing_found');
  expect((await act(testOrder, 'cancel', { comment: 'Sold out' })).status).toBe(200);
  const refunds = await listRefunds(testOrder);
  const sum = refunds.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0);
  expect(sum).toBe(Math.round(Number(testOrder.order.grand_total) * 100));
  expect([await readStock(db, milk), await pieces(testOrder)]).toEqual([0, 0]);
});

test('a line stays as it is once its refund is approved', async () => {
  const milk = await makeProduct(db, { price: 7_60, stock: 10 });
  const testOrder = await place([[milk, 2]], { payment_method: 'fpx' });
  await act(testOrder, 'lines/0/short', { quantity_found: 1 });
  const [request] = await listRefunds(testOrder);
  expect((await move(request?.id ?? '', 'withdraw')).body.code).toBe('refund.owed');
  await move(request?.id ?? '', 'approve');
  const { status, body } = await act(testOrder, 'lines/0/undo');
  expect([status, body.code]).toEqual([409, 'picking.refund_moved']);
  expect(await pieces(testOrder)).toBe(1);
});

test('a replacement stays once a unit of it is refunded, until that refund is withdrawn', async () => {
  const milk = await makeProduct(db, { price: 7_60, stock: 10 });
  const oat = await makeProduct(db, { price: 7_60, stock: 10 });
  const testOrder = await place([[milk, 2]], { payment_method: 'fpx' });
  await act(testOrder, 'lines/0/replace', { product: { id: oat.id }, quantity: 2 });
  const items = [{ id: milk.id, quantity: 1 }];
  const refund = (await act(testOrder, 'refund', { of: 'items', items, restock: true })).body;
  const { status, body } = await act(testOrder, 'lines/0/undo');
  expect([status, body.code]).toEqual([409, 'picking.refund_moved']);
  expect([await readStock(db, milk), await readStock(db, oat)]).toEqual([0, 9]);
  expect((await move(refund.id, 'withdraw')).status).toBe(200);
  expect((await act(testOrder, 'lines/0/undo')).status).toBe(200);
  expect([await readStock(db, milk), await readStock(db, oat), await pieces(testOrder)]).toEqual([8, 10, 2]);
});

test('coins pay what the driver no longer collects, and points follow what is delivered', async () => {
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'store_credit', 5_000);
  const milk = await makeProduct(db, { price: 20_00, stock: 10 });
  const testOrder = await place([[milk, 2]], { use_golds: 5_000 }, customer);
  const readWallet = async () => (await customer.call('GET', '/wallet_transactions')).body.balances;
  const start = (await readWallet()).store_credit.balance;
  const before = Math.round(Number(testOrder.order.grand_total) * 100);
  await act(testOrder, 'lines/0/short', { quantity_found: 1 });
  const now = Math.round(Number((await shown(testOrder)).grand_total) * 100);
  const coins = (await readWallet()).store_credit.balance - start;
  expect(Math.abs(before - now + coins - 20_00)).toBeLessThan(5);
  await act(testOrder, 'pack', { bags: 1 });
  for (const to of ['delivery', 'complete']) await act(testOrder, 'advance', { to });
  const { rows } = await db.raw(
    `select p.amount::int as amount, o.earn_points::int as earned from pending_earnings p join orders o on o.id = p.order_id
     where o.id = $1 and p.action = 'order'`,
    [testOrder.order.id],
  );
  const [{ amount, earned } = { amount: 0, earned: 0 }] = rows as { amount: number; earned: number }[];
  expect(amount).toBe(earned - Math.floor(earned / 2));
});

test('the pick list of a slot has its goods by aisle and shelf, with the orders that need them', async () => {
  const picker = await newStaff(server, ['picker']);
  const milk = await makeProduct(db, { name: 'Milk', price: 7_60, stock: 20 });
  const eggs = await makeProduct(db, { name: 'Eggs', price: 11_90, stock: 20 });
  await db.raw(`update products set shelf = case when id = $1 then 'C10-1' else 'C2-1' end where id in ($1, $2)`, [
    milk.id,
    eggs.id,
  ]);
  await db.raw(`update products set barcode = '9556000000412' where id = $1`, [milk.id]);
  const lines = [{ id: milk.id, if_missing: 'refund' }];
  const [first, second] = [
    await place(
      [
        [milk, 2],
        [eggs, 1],
      ],
      { if_missing: 'call', if_missing_lines: lines },
    ),
    await place([[milk, 1]]),
  ];
  const batches = (await picker.call('GET', '/pick')).body.data;
  const { order } = (await staff('GET', `/orders/${first.order.id}`)).body;
  const batch = batches.find(({ starts_at }: { starts_at: string }) => starts_at === order.delivery.starts_at);
  expect(batch).toMatchObject({ is_late: false, packed: expect.any(Number) });
  const day = new Date(Date.parse(batch.starts_at) + 8 * 3_600_000).toISOString().slice(0, 10);
  const ofDay = (await picker.call('GET', `/pick?day=${day}&slot=${batch.id}`)).body.data;
  expect(ofDay).toEqual([batch]);
  const { body } = await picker.call('GET', `/pick/${batch.id}`);
  const goods = body.lines.filter(({ id }: { id: string }) => [milk.id, eggs.id].includes(id));
  expect(goods.map(({ id, aisle, quantity }: Record<string, unknown>) => [id, aisle, quantity])).toEqual([
    [eggs.id, 'C2', 1],
    [milk.id, 'C10', 3],
  ]);
  const [bagOne, bagTwo] = [first, second].map(
    (testOrder) => body.orders.find(({ id }: { id: string }) => id === testOrder.order.id).bag,
  );
  expect(goods[1]).toMatchObject({
    barcodes: ['9556000000412'],
    orders: [
      { order_id: first.order.id, line: '0', bag: bagOne, quantity: 2, if_missing: 'refund', picked: null },
      { order_id: second.order.id, line: '0', bag: bagTwo, quantity: 1, if_missing: 'replace', picked: null },
    ],
  });
  expect(bagTwo).toBe(bagOne + 1);
  expect((await picker.call('GET', '/pick/999-1')).status).toBe(404);
  const finance = await newStaff(server, ['finance']);
  expect((await finance.call('GET', '/pick')).status).toBe(404);
});

test('replacements are of the same category first, then of the same kind and price, in stock, and say what is dearer', async () => {
  const make = (name: string, price: number, stock = 10, category = 'eggs-tofu') =>
    makeProduct(db, { name, price, stock, category });
  const [line, organic, firm, none] = [
    await make('Zinc Xylo Curd', 5_00),
    await make('Organic Zinc Xylo Curd', 9_00),
    await make('Firm Xylo Curd', 4_00),
    await make('Zinc Xylo Curd', 4_00, 0),
  ];
  const other = await make('Zinc Xylo Curd', 5_00, 10, 'rice-noodles');
  await db.raw(`update products set sku = 'CHEAP-1' where id = $1`, [firm.id]);
  const ids = [line, organic, firm, none, other].map(({ id }) => Number(id));
  await server.app.index.apply(ids.map((product) => ({ product, kind: 'content' })));
  const { order } = await place([[line, 1]]);
  const find = async (more = '') =>
    (await staff('GET', `/pick/replacements?order=${order.id}&line=0${more}`)).body.data as Record<string, unknown>[];
  const offers = await find();
  const places = offers.map((each) => (each.is_same_category ? 0 : 1));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  // A similar name ranks before a similar price: other goods of the category come after both.
  expect(offers.slice(0, 3)).toMatchObject([
    { id: organic.id, price: '9.00', is_dearer: true },
    { id: firm.id, price: '4.00', is_dearer: false },
    { is_same_category: true },
  ]);
  const offeredIds = offers.map(({ id }) => id);
  for (const { id } of [line, none]) expect(offeredIds).not.toContain(id);
  expect((await find('&q=Xylo')).map(({ id }) => id)).toEqual([organic.id, firm.id, other.id]);
  expect(await find('&q=CHEAP-1')).toMatchObject([{ id: firm.id, sku: 'CHEAP-1', price: '4.00', is_dearer: false }]);
});

test('frozen goods replace nothing in an order to a place that no method keeps them frozen to (docs/readings.md#54)', async () => {
  const line = await makeProduct(db, { name: 'Quop Xylo Paste', category: 'ice-cream' });
  const other = await makeProduct(db, { name: 'Quop Xylo Paste Twin', category: 'ice-cream' });
  await server.app.index.apply([line, other].map(({ id }) => ({ product: Number(id), kind: 'content' })));
  const { order } = await place([[line, 1]]);
  const find = async () =>
    (await staff('GET', `/pick/replacements?order=${order.id}&line=0&q=Quop`)).body.data.map(
      ({ id }: { id: string }) => id,
    );
  expect(await find()).toEqual([other.id]);
  const sabah = JSON.stringify({ zip: '88000', state_id: 'MY-12' });
  await db.raw('update orders set shipping_address = shipping_address || $2::jsonb where id = $1', [order.id, sabah]);
  expect(await find()).toEqual([]);
});

test('frozen goods are refused as a replacement there, however the call names them', async () => {
  const line = await makeProduct(db, {});
  const ice = await makeProduct(db, { name: 'Durian ice', category: 'ice-cream' });
  await db.raw(`update products set sku = 'DURIAN-ICE' where id = $1`, [ice.id]);
  const testOrder = await place([[line, 1]]);
  const sabah = JSON.stringify({ zip: '88000', state_id: 'MY-12' });
  const moveTo = (address: string) =>
    db.raw('update orders set shipping_address = shipping_address || $2::jsonb where id = $1', [
      testOrder.order.id,
      address,
    ]);
  await moveTo(sabah);
  const replace = (goods: object) => act(testOrder, 'lines/0/replace', { ...goods, quantity: 1 });
  const message =
    'No delivery to Kota Kinabalu keeps these goods frozen: Durian ice. Leave them out or choose another address.';
  for (const [field, goods] of Object.entries({ code: 'DURIAN-ICE', product: { id: ice.id } })) {
    const { status, body } = await replace({ [field]: goods });
    expect([status, body.code, body.errors]).toEqual([422, 'checkout.not_carried', { [field]: [message] }]);
  }
  expect([(await shown(testOrder)).items[0].picked, await readStock(db, ice)]).toEqual([null, 100]);
  await moveTo(JSON.stringify({ zip: '47300', state_id: 'MY-10' }));
  expect((await replace({ code: 'DURIAN-ICE' })).status).toBe(200);
});

test('notes and tags are for staff alone, and audited', async () => {
  const support = await newStaff(server, ['support']);
  const milk = await makeProduct(db, { price: 7_60, stock: 20 });
  const testOrder = await place([[milk, 1]]);
  const path = `/orders/${testOrder.order.id}`;
  const note = await support.call('POST', `${path}/notes`, { text: ' Guard house asks for the unit number ' });
  expect([note.status, note.body.order.notes]).toEqual([
    201,
    [expect.objectContaining({ text: 'Guard house asks for the unit number', by: support.email })],
  ]);
  expect((await support.call('POST', `${path}/notes`, { text: ' ' })).status).toBe(422);
  const response = await support.call('PUT', `${path}/tags`, { tags: ['gift', 'fragile', 'gift'] });
  expect(response.body.order.tags).toEqual(['gift', 'fragile']);
  expect(JSON.stringify(await shown(testOrder))).not.toMatch(/Guard house|fragile/);
  const audit = await staff('GET', `/audit?search=subject:order ${testOrder.order.order_number}`);
  expect(audit.body.data).toMatchObject([
    { action: 'staff.setOrderTags', before: { tags: [] }, after: { tags: ['gift', 'fragile'] } },
    { action: 'staff.addOrderNote', before: null },
  ]);
  const catalog = await newStaff(server, ['catalog']);
  expect((await catalog.call('POST', `${path}/notes`, { text: 'No' })).status).toBe(404);
});

test('tags are added and removed beside those of colleagues; orders are found by a tag, and tags in use are suggested', async () => {
  const [support, picker] = [await newStaff(server, ['support']), await newStaff(server, ['picker'])];
  const milk = await makeProduct(db, { price: 7_60, stock: 20 });
  const [first, second] = [await place([[milk, 1]]), await place([[milk, 1]])];
  const change = (who: typeof support, { order }: typeof first, body: object) =>
    who.call('POST', `/orders/${order.id}/tags`, body);
  await change(support, first, { add: ['VIP, door 2'] });
  expect((await change(picker, first, { add: ['heavy', 'VIP, door 2'] })).body.order.tags).toEqual([
    ...['VIP, door 2', 'heavy'],
  ]);
  await change(picker, second, { add: ['heavy'] });
  const listByTag = async (tag: string) =>
    (await support.call('GET', `/orders?tag=${encodeURIComponent(tag)}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await listByTag('heavy')).toEqual([second.order.id, first.order.id]);
  expect(await listByTag('VIP, door 2')).toEqual([first.order.id]);
  expect(await listByTag('HEAVY')).toEqual([]);
  const { data } = (await picker.call('GET', '/order-tags')).body;
  expect(data.slice(0, 1)).toEqual([{ tag: 'heavy', orders: 2 }]);
  expect(data).toContainEqual({ tag: 'VIP, door 2', orders: 1 });
  expect((await change(support, first, { remove: ['heavy'] })).body.order.tags).toEqual(['VIP, door 2']);
  expect(await listByTag('heavy')).toEqual([second.order.id]);
  expect((await change(support, first, { remove: ['VIP, door 2'] })).body.order.tags).toEqual([]);
  const many = Array.from({ length: 15 }, (_, index) => `tag ${index}`);
  await change(support, first, { add: many });
  const refusal = await change(support, first, { add: many.map((tag) => `${tag} more`) });
  expect([refusal.status, refusal.body.code]).toEqual([409, 'order.too_many_tags']);
  const catalog = await newStaff(server, ['catalog']);
  expect((await change(catalog, first, { add: ['no'] })).status).toBe(404);
  expect((await catalog.call('GET', '/order-tags')).status).toBe(404);
});

test('a note is removed by its writer alone', async () => {
  const [support, picker] = [await newStaff(server, ['support']), await newStaff(server, ['picker'])];
  const milk = await makeProduct(db, { price: 7_60, stock: 20 });
  const { order } = await place([[milk, 1]]);
  const note = await support.call('POST', `/orders/${order.id}/notes`, { text: 'On the wrong order' });
  const path = `/orders/${order.id}/notes/${note.body.order.notes[0].id}/remove`;
  expect((await picker.call('POST', path)).body.code).toBe('request.not_found');
  expect((await support.call('POST', path)).body.order.notes).toEqual([]);
  expect((await support.call('POST', path)).status).toBe(404);
  const audit = await staff('GET', `/audit?search=subject:order ${order.order_number}`);
  expect(JSON.stringify(audit.body.data)).not.toContain('wrong order');
  expect(audit.body.data[0]).toMatchObject({ action: 'staff.removeOrderNote', after: null });
});

test('the number of a bag stays when orders of the slot are moved out of it and into it', async () => {
  const milk = await makeProduct(db, { price: 7_60, stock: 20 });
  const [older, first, second] = [await place([[milk, 1]]), await place([[milk, 1]]), await place([[milk, 1]])];
  const readBatch = async ({ order }: typeof first) => {
    const { slot_template_id, slot_starts_at } = (
      await db.raw('select slot_template_id, slot_starts_at from orders where id = $1', [order.id])
    ).rows[0] as { slot_template_id: number; slot_starts_at: Date };
    return `${slot_template_id}-${new Date(slot_starts_at).getTime() / 60_000}`;
  };
  const slot = await readBatch(first);
  const readBags = async () => {
    const { orders } = (await staff('GET', `/pick/${slot}`)).body as { orders: { id: string; bag: number }[] };
    return [older, first, second].map(({ order }) => orders.find(({ id }) => id === order.id)?.bag);
  };
  const [one = 0, two = 0, three = 0] = await readBags();
  expect([two, three]).toEqual([one + 1, one + 2]);
  const slots = (await api('GET', '/shippings?zip=50450')).body.data[0].slots as { id: string }[];
  const other = slots.find(({ id }) => id !== slot)?.id ?? '';
  const move = (to: string) =>
    act(older, 'change-delivery', { reason: 'By phone', delivery_slot_id: to, keep_fee: true });
  expect((await move(other)).status).toBe(200);
  expect(await readBags()).toEqual([undefined, two, three]);
  const newest = await place([[milk, 1]]);
  expect(await readBatch(newest)).toBe(slot);
  expect(await readBags()).toEqual([undefined, two, three]);
  expect((await move(slot)).status).toBe(200);
  expect(await readBags()).toEqual([one, two, three]);
});

test('found some and replaced the rest: the found units cost as ordered, and the replacement no more than what it replaces', async () => {
  const milk = await makeProduct(db, { name: 'Milk', price: 7_60, stock: 10 });
  const [cheap, dear] = [
    await makeProduct(db, { price: 6_00, stock: 5 }),
    await makeProduct(db, { price: 9_90, stock: 5 }),
  ];
  const decide = async (other: { id: string }) => {
    const testOrder = await place([[milk, 3]], { payment_method: 'fpx' });
    const { status, body } = await act(testOrder, 'lines/0/replace', {
      ...{ product: { id: other.id }, quantity: 2, quantity_found: 1, stock_left: 10 },
    });
    expect(status).toBe(200);
    const refunds = (await listRefunds(testOrder)).map(({ amount }) => amount);
    return { item: body.order.items[0], refunds, left: await pieces(testOrder) };
  };
  const cheaper = await decide(cheap);
  expect(cheaper.item).toMatchObject({
    ...{ picked: 'replaced', quantity: 3, quantity_delivered: 1, undelivered: '3.20' },
    replaced_by: { id: cheap.id, quantity: 2, price_total: '12.00' },
  });
  expect([cheaper.refunds, cheaper.left]).toEqual([['3.20'], 3]);
  const dearer = await decide(dear);
  expect(dearer.item).toMatchObject({
    ...{ quantity_delivered: 1, undelivered: '0.00' },
    replaced_by: { id: dear.id, quantity: 2, price_total: '15.20' },
  });
  expect([dearer.refunds, dearer.left]).toEqual([[], 3]);
});

test('a refund with restock returns what was delivered: the replacement first, then the ordered goods (docs/readings.md#101)', async () => {
  const milk = await makeProduct(db, { price: 7_60, stock: 10 });
  const other = await makeProduct(db, { price: 6_00, stock: 5 });
  const testOrder = await place([[milk, 3]], { payment_method: 'fpx' });
  const replacement = { product: { id: other.id }, quantity: 2, quantity_found: 1, stock_left: 4 };
  await act(testOrder, 'lines/0/replace', replacement);
  await act(testOrder, 'pack', { bags: 1 });
  for (const to of ['delivery', 'complete']) await act(testOrder, 'advance', { to });
  const readAllStock = async () => [await readStock(db, milk), await readStock(db, other), await pieces(testOrder)];
  expect(await readAllStock()).toEqual([4, 3, 3]);
  const take = async (quantity: number) => {
    const items = [{ id: milk.id, variation_option_id: null, quantity }];
    const { status, body } = await refund(testOrder, { of: 'items', items, comment: 'Returned', restock: true });
    expect(status).toBe(201);
    return body;
  };
  const first = await take(1);
  expect(await readAllStock()).toEqual([4, 4, 2]);
  await take(2);
  expect(await readAllStock()).toEqual([5, 5, 0]);
  expect((await move(first.id, 'withdraw')).status).toBe(200);
  expect(await readAllStock()).toEqual([5, 4, 1]);
});

/** Refunds units of a product of an order, and returns the refund. */
async function refundUnits(testOrder: Awaited<ReturnType<typeof place>>, id: string, quantity: number) {
  const items = [{ id, variation_option_id: null, quantity }];
  const { status, body } = await refund(testOrder, { of: 'items', items, comment: 'By phone', restock: true });
  expect([status, body.code]).toEqual([201, undefined]);
  return body;
}

/** Reads an order's part of the pick lists: its lines with their units, and the totals of its batch. */
async function readPickList({ order }: Awaited<ReturnType<typeof place>>) {
  const { rows } = await db.raw(
    `select slot_template_id || '-' || (extract(epoch from slot_starts_at) / 60)::bigint as batch from orders where id = $1`,
    [order.id],
  );
  const { body } = await staff('GET', `/pick/${rows[0]?.batch}`);
  const parts = (body.lines as { orders: { order_id: string; line: string; quantity: number }[] }[])
    .flatMap((line) => line.orders)
    .filter(({ order_id }) => order_id === order.id)
    .map(({ line, quantity }) => [line, quantity]);
  const { lines, lines_decided } = body.orders.find(({ id }: { id: string }) => id === order.id);
  return { parts: parts.toSorted(), lines, lines_decided, items: body.batch.items as number };
}

/** Reads the units in the bags of a packed order from the manifest. */
async function readUnits({ order }: Awaited<ReturnType<typeof place>>): Promise<number> {
  const { body } = await staff('GET', `/delivery?day=${await readDay(order.id)}`);
  const orders = body.slots.flatMap(({ zones }: { zones: { orders: { id: string; units: number }[] }[] }) =>
    zones.flatMap((zone) => zone.orders),
  );
  return orders.find(({ id }: { id: string }) => id === order.id)?.units;
}

/** Reads the day of an order's slot in Malaysia. */
async function readDay(id: string): Promise<string> {
  const text = `select to_char(slot_starts_at at time zone 'Asia/Kuala_Lumpur', 'YYYY-MM-DD') as day from orders where id = $1`;
  return String((await db.raw(text, [id])).rows[0]?.day);
}

test('units that were refunded before are not picked: the list has the rest, and so has the bag (docs/readings.md#95)', async () => {
  const milk = await makeProduct(db, { name: 'Milk', price: 7_60, stock: 10 });
  const testOrder = await place([[milk, 3]], { payment_method: 'fpx' });
  await act(testOrder, 'claim');
  const before = await readPickList(testOrder);
  expect(before).toMatchObject({ parts: [['0', 3]], lines: 1 });
  await refundUnits(testOrder, milk.id, 2);
  expect(await readPickList(testOrder)).toMatchObject({ parts: [['0', 1]], items: before.items - 2 });
  expect((await shown(testOrder)).items[0]).toMatchObject({ quantity: 3, picked: null, quantity_delivered: 1 });
  const tooMany = await act(testOrder, 'lines/0/found', { quantity: 3 });
  expect([tooMany.status, tooMany.body.code]).toEqual([422, 'field.max']);
  const { body } = await act(testOrder, 'lines/0/found');
  expect(body.order.items[0]).toMatchObject({ picked: 'found', quantity_delivered: 1 });
  expect((await act(testOrder, 'lines/0/found')).status).toBe(200);
  expect(await readPickList(testOrder)).toMatchObject({ parts: [['0', 1]], lines: 1, lines_decided: 1 });
  expect((await act(testOrder, 'pack', { bags: 1 })).status).toBe(200);
  expect([await readUnits(testOrder), await pieces(testOrder), await readStock(db, milk)]).toEqual([1, 1, 9]);
});

test('of units that were refunded before, the missing rest is refunded too, once; undo gives it back', async () => {
  const milk = await makeProduct(db, { name: 'Milk', price: 7_60, stock: 10 });
  const loaf = await makeProduct(db, { price: 4_20, stock: 10 });
  const testOrder = await place(
    [
      [milk, 3],
      [loaf, 1],
    ],
    { payment_method: 'fpx' },
  );
  await refundUnits(testOrder, milk.id, 2);
  const short = () => act(testOrder, 'lines/0/short', { quantity_found: 0, stock_left: 9 });
  for (const { status, body } of [await short(), await short()]) {
    expect([status, body.order.items[0].undelivered]).toEqual([200, '7.60']);
  }
  await act(testOrder, 'lines/0/undo');
  expect(await readPickList(testOrder)).toMatchObject({ parts: expect.arrayContaining([['0', 1]]) });
  await short();
  const refunds = (await listRefunds(testOrder)).map(({ amount, reason, state }) => [amount, reason, state]);
  expect(refunds).toEqual([
    ['15.20', 'items', 'requested'],
    ['7.60', 'short', 'withdrawn'],
    ['7.60', 'short', 'requested'],
  ]);
  expect((await shown(testOrder)).history.at(-1).note).toBe('Milk: not in stock');
  await act(testOrder, 'lines/1/found');
  expect((await act(testOrder, 'pack', { bags: 1 })).status).toBe(200);
  expect(await readUnits(testOrder)).toBe(1);
});

test('a line of which all units were refunded is not picked; withdrawn before the order is packed, it is', async () => {
  const milk = await makeProduct(db, { price: 7_60, stock: 10 });
  const loaf = await makeProduct(db, { price: 4_20, stock: 10 });
  const testOrder = await place(
    [
      [milk, 3],
      [loaf, 1],
    ],
    { payment_method: 'fpx' },
  );
  await act(testOrder, 'lines/1/found');
  const first = await refundUnits(testOrder, milk.id, 3);
  expect(await readPickList(testOrder)).toMatchObject({ parts: [['1', 1]], lines: 1, lines_decided: 1 });
  const decision = await act(testOrder, 'lines/0/found');
  expect([decision.status, decision.body.code]).toEqual([404, 'picking.no_line']);
  expect((await act(testOrder, 'lines/0/undo')).status).toBe(200);
  expect((await move(first.id, 'withdraw')).status).toBe(200);
  expect(await readPickList(testOrder)).toMatchObject({ parts: expect.arrayContaining([['0', 3]]), lines: 2 });
  expect((await act(testOrder, 'pack', { bags: 1 })).body.code).toBe('picking.undecided');
  const second = await refundUnits(testOrder, milk.id, 3);
  expect((await act(testOrder, 'pack', { bags: 1 })).status).toBe(200);
  expect([await readUnits(testOrder), (await shown(testOrder)).items[0].quantity_delivered]).toEqual([1, 0]);
  expect((await move(second.id, 'withdraw')).body.code).toBe('refund.owed');
});

test('an order that is picked and of which all units were refunded is not packed', async () => {
  const milk = await makeProduct(db, { price: 7_60, stock: 10 });
  const testOrder = await place([[milk, 2]], { payment_method: 'fpx' });
  await act(testOrder, 'claim');
  await refundUnits(testOrder, milk.id, 2);
  expect((await act(testOrder, 'pack', { bags: 1 })).body.code).toBe('picking.nothing_found');
});

test('an order without a claim is packed without its refunded units; those refunded later stay in the bag', async () => {
  const milk = await makeProduct(db, { price: 7_60, stock: 10 });
  const testOrder = await place([[milk, 4]], { payment_method: 'fpx' });
  await act(testOrder, 'advance', { to: 'processing' });
  await refundUnits(testOrder, milk.id, 1);
  await act(testOrder, 'advance', { to: 'packed' });
  const later = await refundUnits(testOrder, milk.id, 1);
  expect([await readUnits(testOrder), (await shown(testOrder)).items[0].quantity_delivered]).toEqual([3, 3]);
  expect((await move(later.id, 'withdraw')).status).toBe(200);
});

test('a refund from before a decision is not withdrawn while it stands, and a later one is', async () => {
  const milk = await makeProduct(db, { price: 7_60, stock: 10 });
  const testOrder = await place([[milk, 4]], { payment_method: 'fpx' });
  const earlier = await refundUnits(testOrder, milk.id, 1);
  await act(testOrder, 'lines/0/short', { quantity_found: 2, stock_left: 8 });
  expect((await move(earlier.id, 'withdraw')).body.code).toBe('refund.owed');
  const later = await refundUnits(testOrder, milk.id, 1);
  expect((await move(later.id, 'withdraw')).status).toBe(200);
  await act(testOrder, 'lines/0/undo');
  expect((await move(earlier.id, 'withdraw')).status).toBe(200);
  expect(await readPickList(testOrder)).toMatchObject({ parts: [['0', 4]] });
});

test('units that were refunded before a replacement are not taken from it (docs/readings.md#101)', async () => {
  const milk = await makeProduct(db, { price: 7_60, stock: 10 });
  const other = await makeProduct(db, { price: 6_00, stock: 5 });
  const testOrder = await place([[milk, 3]], { payment_method: 'fpx' });
  await refundUnits(testOrder, milk.id, 1);
  await act(testOrder, 'lines/0/replace', { product: { id: other.id }, quantity: 2, stock_left: 8 });
  const readAllStock = async () => [await readStock(db, other), await pieces(testOrder)];
  expect(await readAllStock()).toEqual([3, 2]);
  await act(testOrder, 'pack', { bags: 1 });
  for (const to of ['delivery', 'complete']) await act(testOrder, 'advance', { to });
  await refundUnits(testOrder, milk.id, 1);
  expect(await readAllStock()).toEqual([4, 1]);
  await refundUnits(testOrder, milk.id, 1);
  expect(await readAllStock()).toEqual([5, 0]);
});

test('an order keeps its choice for missing goods; the next one inherits that of the order, not of its lines', async () => {
  const milk = await makeProduct(db, { price: 7_60, stock: 20 });
  const shopper = await newShopper(server);
  await shopper.fill([milk, 1]);
  const own = { id: milk.id, variation_option_id: null, if_missing: 'refund' };
  const cart = await shopper.prepare({ if_missing: 'call', if_missing_lines: [own] });
  expect([cart.if_missing, cart.if_missing_lines]).toEqual(['call', [own]]);
  const { order } = (await shopper.place(cart)).body;
  expect([order.if_missing, order.items[0].if_missing]).toEqual(['call', 'refund']);
  const next = await shopper.fill([milk, 1]);
  expect([next.if_missing, next.if_missing_lines]).toEqual(['call', []]);
  expect((await shopper.checkout({ if_missing: 'ask' })).status).toBe(422);
  expect((await newShopper(server).then((each) => each.fill([milk, 1]))).if_missing).toBe('replace');
});

test('an order that waits for its online payment is not picked', async () => {
  const milk = await makeProduct(db, { price: 7_60, stock: 20 });
  const shopper = await newShopper(server);
  await shopper.fill([milk, 1]);
  const { order } = (await shopper.place(await shopper.prepare({ payment_method: 'fpx' }))).body;
  const { status, body } = await staff('POST', `/orders/${order.id}/claim`, {});
  expect([status, body.code]).toEqual([409, 'order.unpaid']);
});
