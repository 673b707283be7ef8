/** docs/api.md#staff-api: of two staff who change one record, the second sees what the first did, and nothing is lost. */
import { expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { pickOrders } from '../testing/orders/pick-orders.ts';
import { newStaff } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { db } = server;
const { staff, place, act } = pickOrders(server);
const product = await makeProduct(db, { price: 20_00, stock: 50 });
const [one, two] = [await newStaff(server, ['orders']), await newStaff(server, ['orders'])];

const readOrder = async (id: string) => (await staff('GET', `/orders/${id}`)).body.order;
const listActions = async (subject: string, action: string) =>
  (await staff('GET', `/audit?subject=${encodeURIComponent(subject)}&action=${action}`)).body.data;

test('a delivery that another changed since the order was opened is not changed over it', async () => {
  const { order } = await place([[product, 1]]);
  const seen_history = (await readOrder(order.id)).history.length;
  const path = `/orders/${order.id}/change-delivery`;
  const first = { reason: 'Moved house', shipping_address: { street_address: '7, Jalan Baru' }, seen_history };
  const success = await one.call('POST', path, first);
  expect([success.status, success.body.order.shipping_address.street_address]).toEqual([200, '7, Jalan Baru']);
  const second = { reason: 'Typing error', shipping_address: { street_address: '9, Jalan Lama' }, seen_history };
  const refusal = await two.call('POST', path, second);
  expect([refusal.status, refusal.body.code]).toEqual([409, 'order.changed']);
  expect(refusal.body.history).toEqual(success.body.order.history.slice(seen_history));
  expect(refusal.body.history).toMatchObject([{ changed_by: one.email, note: expect.stringContaining('Moved house') }]);
  expect((await readOrder(order.id)).shipping_address.street_address).toBe('7, Jalan Baru');
  const again = await two.call('POST', path, { ...second, seen_history: seen_history + 1 });
  expect([again.status, again.body.order.shipping_address.street_address]).toEqual([200, '9, Jalan Lama']);
});

test('tags that another set are not replaced unseen', async () => {
  const { order } = await place([[product, 1]]);
  const path = `/orders/${order.id}/tags`;
  expect((await one.call('PUT', path, { tags: ['gift'], former: [] })).status).toBe(200);
  const refusal = await two.call('PUT', path, { tags: ['fragile'], former: [] });
  expect([refusal.status, refusal.body.code, refusal.body.tags]).toEqual([409, 'order.tags_changed', ['gift']]);
  expect((await readOrder(order.id)).tags).toEqual(['gift']);
  const both = await two.call('PUT', path, { tags: ['gift', 'fragile'], former: ['gift'] });
  expect(both.body.order.tags).toEqual(['gift', 'fragile']);
});

test('cash that another counted is not counted over it unseen', async () => {
  const testOrder = await place([[product, 1]]);
  await act(testOrder, 'lines/0/found');
  await act(testOrder, 'pack', { bags: 1 });
  const { run } = (await staff('POST', '/delivery/runs', { driver: 'Azlan', order_ids: [testOrder.order.id] })).body;
  const count = { comment: 'Short', former: null };
  const path = `/delivery/runs/${run.id}/cash`;
  const [first, second] = await Promise.all([
    one.call('POST', path, { ...count, counted: '1.00' }),
    two.call('POST', path, { ...count, counted: '2.00' }),
  ]);
  const [success, refusal] = first.status === 200 ? [first, second] : [second, first];
  expect([success.status, refusal.status, refusal.body.code]).toEqual([200, 409, 'run.counted']);
  const { cash_counted, counted_by } = success.body.run;
  expect(refusal.body).toMatchObject({
    message: `${counted_by} counted RM${cash_counted} for this run. Check it and try again.`,
    run: success.body.run,
  });
  const again = await one.call('POST', path, { ...count, counted: '3.00', former: cash_counted });
  expect([again.status, again.body.run.cash_counted]).toEqual([200, '3.00']);
  expect(await listActions(`run:${run.id}`, 'staff.countRunCash')).toMatchObject([
    { before: { counted: cash_counted }, after: { counted: '3.00' } },
    { before: null, after: { counted: cash_counted } },
  ]);
});

test('one order, two pickers at once: one claims it, and only that one packs it', async () => {
  const { order } = await place([[product, 2]]);
  const claims = await Promise.all([one, two].map(({ call }) => call('POST', `/orders/${order.id}/claim`, {})));
  expect(claims.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [owner, other] = claims[0]?.status === 200 ? [one, two] : [two, one];
  expect(claims.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'picking.claimed',
    picking: { claimed_by: owner.email },
  });
  const decide = (who: typeof one) =>
    who.call('POST', `/orders/${order.id}/lines/0/short`, { quantity_found: 1, stock_left: 5 });
  expect((await decide(other)).body.code).toBe('picking.claimed');
  expect((await decide(owner)).status).toBe(200);
  expect((await other.call('POST', `/orders/${order.id}/pack`, { bags: 1 })).body.code).toBe('picking.claimed');
  expect((await owner.call('POST', `/orders/${order.id}/pack`, { bags: 1 })).body.order.status).toBe('packed');
});
