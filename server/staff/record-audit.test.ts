/** docs/api.md#staff-api: what staff changed of one record, on the record's own page. */
import { expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer } from '../testing/customer.ts';
import { pickOrders } from '../testing/orders/pick-orders.ts';
import { newStaff } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { db } = server;
const { place } = pickOrders(server);
const support = await newStaff(server, ['support']);
const picker = await newStaff(server, ['picker']);
const catalog = await newStaff(server, ['catalog']);
const owner = await newStaff(server, ['owner']);

type Staff = typeof support;
type ListedChange = { action: string; staff_email: string; before: unknown; after: unknown };

async function readAudit({ call }: Staff, kind: string, id: string) {
  const { status, body } = await call('GET', `/audit/${kind}/${encodeURIComponent(id)}`);
  return { status, entries: (body.data ?? []) as ListedChange[] };
}

test('an order shows who changed what, by number and by id, and nothing of other orders', async () => {
  const milk = await makeProduct(db, { stock: 5 });
  const [{ order }, { order: other }] = [await place([[milk, 1]]), await place([[milk, 1]])];
  await picker.call('POST', `/orders/${other.id}/tags`, { add: ['other'] });
  await picker.call('POST', `/orders/${order.id}/tags`, { add: ['gift'] });
  await support.call('POST', `/orders/${order.id}/notes`, { text: 'Call first' });
  for (const id of [order.order_number, order.id]) {
    expect((await readAudit(picker, 'order', id)).entries).toMatchObject([
      { action: 'staff.addOrderNote', staff_email: support.email },
      { action: 'staff.changeOrderTags', staff_email: picker.email, before: { tags: [] }, after: { tags: ['gift'] } },
    ]);
  }
  const secondPage = await picker.call('GET', `/audit/order/${order.order_number}?limit=1&page=2`);
  expect([secondPage.body.total, secondPage.body.data]).toMatchObject([2, [{ action: 'staff.changeOrderTags' }]]);
});

test('each kind is open to the roles of its page, and to owners', async () => {
  const customer = await newCustomer(server);
  const milk = await makeProduct(db, { stock: 5 });
  const { rows } = await db.raw('select slug from products where id = $1', [milk.id]);
  const slug = String(rows[0]?.slug);
  await support.call('POST', `/customers/${customer.id}/block`, { reason: 'Abuse' });
  await catalog.call('POST', '/stock', { code: slug, quantity: 3, reason: 'Counted' });
  const records = [
    { kind: 'customer', id: customer.id, opens: support, refused: picker, action: 'staff.blockCustomer' },
    { kind: 'product', id: slug, opens: catalog, refused: support, action: 'staff.setStock' },
    { kind: 'staff', id: picker.email, opens: owner, refused: catalog, action: 'staff.addAccount' },
  ];
  for (const { kind, id, opens, refused, action } of records) {
    const { entries } = await readAudit(opens, kind, id);
    expect(entries.map((entry) => entry.action)).toContain(action);
    expect((await readAudit(owner, kind, id)).entries).toEqual(entries);
    expect((await readAudit(refused, kind, id)).status).toBe(404);
  }
  expect((await readAudit(catalog, 'campaign', '00000000-0000-4000-8000-000000000000')).entries).toEqual([]);
  expect((await readAudit(picker, 'run', '00000000-0000-4000-8000-000000000000')).entries).toEqual([]);
  expect((await readAudit(owner, 'settlement', 'x')).status).toBe(404);
});

test('a customer’s note is removed by its writer alone', async () => {
  const customer = await newCustomer(server);
  const { body } = await support.call('POST', `/customers/${customer.id}/notes`, { text: 'Of somebody else' });
  const path = `/customers/${customer.id}/notes/${body.note.id}/remove`;
  expect((await owner.call('POST', path)).status).toBe(404);
  expect((await support.call('POST', path)).body).toEqual({ success: true });
  expect((await support.call('GET', `/customers/${customer.id}`)).body.customer.notes).toEqual([]);
  expect((await support.call('POST', path)).status).toBe(404);
});
