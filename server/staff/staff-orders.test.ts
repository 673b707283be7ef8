/** docs/api.md#staff-api: orders. */
import { expect, test } from 'vitest';
import { makeProduct, readStock } from '../testing/catalog/make-product.ts';
import { newCustomer } from '../testing/customer.ts';
import { ADDRESS, newShopper } from '../testing/orders/shopper.ts';
import { operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { api, db } = server;
const staff = operator(server);

async function placeTestOrder(choices = {}) {
  const product = await makeProduct(db, { stock: 5 });
  const shopper = await newShopper(server);
  await shopper.fill([product, 2]);
  return { product, order: (await shopper.place(await shopper.prepare(choices))).body.order };
}

test('GET /staff/orders lists all orders, newest first, by number, status, payment status and contact', async () => {
  const first = (await placeTestOrder({ customer_email: 'one@example.com' })).order;
  const second = (await placeTestOrder()).order;
  const { body } = await staff('GET', '/orders?limit=2');
  expect(body.data.map((order: { id: string }) => order.id)).toEqual([second.id, first.id]);
  const findIds = async (search: string) =>
    (await staff('GET', `/orders?search=${encodeURIComponent(search)}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await findIds(`order_number:${first.order_number.toLowerCase()}`)).toEqual([first.id]);
  expect(await findIds('contact:ONE@example.com')).toEqual([first.id]);
  expect(await findIds(`contact:${ADDRESS.contact_number};status:pending;order_number:${second.order_number}`)).toEqual(
    [second.id],
  );
  expect(await findIds(`status:complete;order_number:${second.order_number}`)).toEqual([]);
  expect((await staff('GET', '/orders?search=grand_total:1')).status).toBe(422);
  expect(await findIds(first.order_number)).toEqual([first.id]);
  expect(await findIds('one@example.com')).toEqual([first.id]);
  expect(await findIds('no-such-order')).toEqual([]);
  const oldest = await staff('GET', '/orders?orderBy=created_at&sortedBy=asc&limit=100');
  expect(oldest.body.data.map((order: { id: string }) => order.id)).toEqual([first.id, second.id]);
  expect((await staff('GET', '/orders?orderBy=made_up')).status).toBe(422);
});

test('GET /staff/orders lists the orders of days on which they were placed, in Malaysia', async () => {
  const [early, late] = [(await placeTestOrder()).order, (await placeTestOrder()).order];
  const setCreatedAt = (id: string, time: string) =>
    db.raw('update orders set created_at = $2 where id = $1', [id, time]);
  await setCreatedAt(early.id, '2025-03-04T15:59:59Z');
  await setCreatedAt(late.id, '2025-03-04T16:00:00Z');
  const list = async (query: string) =>
    (await staff('GET', `/orders?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await list('ordered_from=2025-03-04&ordered_to=2025-03-04')).toEqual([early.id]);
  expect(await list('ordered_from=2025-03-05&ordered_to=2025-03-05')).toEqual([late.id]);
  expect(await list('ordered_to=2025-03-05')).toEqual([late.id, early.id]);
  expect(await list('ordered_from=2025-03-04&ordered_to=2025-03-05&search=status:complete')).toEqual([]);
  expect((await staff('GET', '/orders?ordered_from=yesterday')).status).toBe(422);
});

test('GET /staff/orders/{id} takes the id or the number and shows contact, next status and who changed it', async () => {
  const { order } = await placeTestOrder();
  const { body } = await staff('GET', `/orders/${order.order_number}`);
  expect(body.order).toMatchObject({
    id: order.id,
    next_status: 'processing',
    contact: { email: ADDRESS.email, phone: '+60123456789' },
    history: [{ status: 'pending', changed_by: 'shopper' }],
    refunds: [],
  });
  expect((await staff('GET', `/orders/${order.id}`)).body).toEqual(body);
  expect((await staff('GET', '/orders/NOSUCHNO')).status).toBe(404);
});

test('an order passes pending → processing → packed → delivery → complete; cash is paid at the door', async () => {
  const { order } = await placeTestOrder();
  const statuses: string[] = [];
  for (let step = 0; step < 4; step++) {
    statuses.push((await staff('POST', `/orders/${order.id}/advance`, {})).body.order.status);
  }
  expect(statuses).toEqual(['processing', 'packed', 'delivery', 'complete']);
  const { body } = await staff('GET', `/orders/${order.id}`);
  expect(body.order).toMatchObject({ payment_status: 'paid', next_status: null });
  expect(body.order.history.map(({ changed_by }: { changed_by: string }) => changed_by)).toEqual([
    'shopper',
    'operator',
    'operator',
    'operator',
    'operator',
  ]);
  const further = await staff('POST', `/orders/${order.id}/advance`, {});
  expect([further.status, further.body.code]).toEqual([409, 'order.wrong_status']);
  const tracking = await api('GET', `/track-order?order_number=${order.order_number}&contact=${ADDRESS.email}`);
  expect(tracking.body.order.status).toBe('complete');
});

test('`to` names the expected status, so that a second click does not skip one', async () => {
  const { order } = await placeTestOrder();
  expect((await staff('POST', `/orders/${order.id}/advance`, { to: 'processing' })).status).toBe(200);
  const second = await staff('POST', `/orders/${order.id}/advance`, { to: 'processing' });
  expect([second.status, second.body.code]).toEqual([409, 'order.wrong_status']);
  expect((await staff('GET', `/orders/${order.id}`)).body.order.status).toBe('processing');
});

test('staff cancel with a comment: stock returns and an open request of the shopper is approved', async () => {
  const { order, product } = await placeTestOrder();
  const proof = { order_number: order.order_number, token: order.view_token };
  const { body: request } = await api('POST', '/refunds', { body: { ...proof, reason: 'Please' } });
  const cancellation = await staff('POST', `/orders/${order.id}/cancel`, { comment: 'Supplier is late' });
  expect(cancellation.body.order.status).toBe('canceled');
  expect(cancellation.body.order.refunds).toMatchObject([
    { id: request.id, state: 'approved', comment: 'Supplier is late' },
  ]);
  expect(await readStock(db, product)).toBe(5);
  const again = await staff('POST', `/orders/${order.id}/cancel`, { comment: 'Again' });
  expect([again.status, again.body.code]).toEqual([409, 'order.wrong_status']);
  expect(await readStock(db, product)).toBe(5);
  const requests = await staff('GET', `/refunds?search=state:approved;order_number:${order.order_number}`);
  expect(requests.body).toMatchObject({ total: 1, data: [{ id: request.id }] });
});

test('an order that is paid online cannot advance before its payment', async () => {
  const { order } = await placeTestOrder();
  await db.raw(`update orders set payment_method = 'fpx' where id = $1`, [order.id]);
  const { status, body } = await staff('POST', `/orders/${order.id}/advance`, {});
  expect([status, body.code]).toEqual([409, 'order.unpaid']);
});

/** Lists the numbers of the orders that a query finds among these orders, in its order. */
async function listNumbers(
  query: Record<string, string>,
  among: readonly { order_number: string }[],
): Promise<string[]> {
  const { status, body } = await staff('GET', `/orders?${new URLSearchParams({ limit: '100', ...query })}`);
  expect(status).toBe(200);
  const numbers = among.map(({ order_number }) => order_number);
  return body.data
    .map(({ order_number }: { order_number: string }) => order_number)
    .filter((number: string) => numbers.includes(number));
}

test('GET /staff/orders filters and sorts by slot, day, delivery method and payment', async () => {
  const { token } = await newShopper(server);
  const { body } = await api('GET', `/shippings?zip=${ADDRESS.zip}&state_id=${ADDRESS.state_id}`, { token });
  const [method] = body.data;
  const open = method.slots.filter(({ places_left }: { places_left: number }) => places_left > 0);
  const [early, late] = [open.at(-2), open.at(-1)];
  const second = (await placeTestOrder({ delivery_slot_id: late.id })).order;
  const first = (await placeTestOrder({ delivery_slot_id: early.id })).order;
  const both = [first, second];
  const [firstNumber, secondNumber] = [first.order_number, second.order_number];
  await db.raw(`update orders set payment_method = 'fpx', payment_status = 'paid' where id = $1`, [second.id]);

  expect(await listNumbers({ search: `slot:${early.id}` }, both)).toEqual([firstNumber]);
  const day = new Date(Date.parse(late.starts_at) + 8 * 3_600_000).toISOString().slice(0, 10);
  expect(await listNumbers({ slot_date: day, search: `slot:${late.id}` }, both)).toEqual([secondNumber]);
  expect(await listNumbers({ search: `slot_date:${day};slot:${late.id}` }, both)).toEqual([secondNumber]);
  expect(await listNumbers({ slot_date: '2020-02-29' }, both)).toEqual([]);
  expect(await listNumbers({ search: 'payment_method:fpx' }, both)).toEqual([secondNumber]);
  expect(await listNumbers({ search: 'payment_status:unpaid' }, both)).toEqual([firstNumber]);
  expect(await listNumbers({ search: `delivery_method:${method.id}` }, both)).toEqual([firstNumber, secondNumber]);
  expect(await listNumbers({ search: 'delivery_method:no-such' }, both)).toEqual([]);
  expect(await listNumbers({ search: 'order_type:delivery' }, both)).toEqual([firstNumber, secondNumber]);
  expect(await listNumbers({ search: 'type:no-such' }, both)).toEqual([]);

  expect(await listNumbers({ orderBy: 'slot' }, both)).toEqual([firstNumber, secondNumber]);
  expect(await listNumbers({ orderBy: 'slot_date;slot', sortedBy: 'desc' }, both)).toEqual([secondNumber, firstNumber]);
  expect(await listNumbers({ orderBy: 'payment_status' }, both)).toEqual([firstNumber, secondNumber]);
  expect(await listNumbers({ orderBy: 'payment_method', sortedBy: 'desc' }, both)).toEqual([secondNumber, firstNumber]);
  expect(await listNumbers({ orderBy: 'delivery_method;created_at' }, both)).toEqual([secondNumber, firstNumber]);
  expect((await staff('GET', '/orders?slot_date=2026-02-30')).status).toBe(422);
});

test('GET /staff/orders finds the recipient’s and the customer’s name', async () => {
  const me = await newCustomer(server, { name: 'Tengku Zarina' });
  const product = await makeProduct(db, { stock: 5 });
  const shopper = await newShopper(server, me);
  await shopper.fill([product, 1]);
  const shipping_address = { ...ADDRESS, recipient: 'Lim Wei Han' };
  const { order } = (await shopper.place(await shopper.prepare({ shipping_address }))).body;
  const other = (await placeTestOrder()).order;
  const both = [order, other];
  for (const search of ['wei han', 'ZARINA', 'name:lim wei', 'name:Tengku']) {
    expect(await listNumbers({ search }, both)).toEqual([order.order_number]);
  }
  expect(await listNumbers({ search: 'name:no-such' }, both)).toEqual([]);
});

test('an order’s items have SKU, barcode and the path of their category', async () => {
  const { order, product } = await placeTestOrder();
  const { rows } = await db.raw(
    `update products set sku = 'MINYAK-1', barcode = '9550000000017' where id = $1 returning category_id`,
    [product.id],
  );
  await db.raw(
    `update categories set parent_id = (select id from categories where parent_id is null and id <> $1 limit 1)
     where id = $1`,
    [rows[0]?.category_id],
  );
  const { rows: names } = await db.raw(
    `select c.name_en as own, p.name_en as above from categories c join categories p on p.id = c.parent_id where c.id = $1`,
    [rows[0]?.category_id],
  );
  const { body } = await staff('GET', `/orders/${order.id}`);
  expect(body.order.items).toMatchObject([
    { sku: 'MINYAK-1', barcode: '9550000000017', category_path: [names[0]?.above, names[0]?.own] },
  ]);
});
