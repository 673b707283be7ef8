/** docs/spec.md §4: "A cancellation request can be created, viewed and withdrawn." */
import { describe, expect, test } from 'vitest';
import { makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { readInbox, sentTo } from '../../testing/inbox.ts';
import { ADDRESS, newShopper } from '../../testing/orders/shopper.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer({ jobs: true });
const { api, db, url } = server;
const staff = operator(server);
const UNKNOWN = '01900000-0000-7000-8000-000000000000';

/** Places an order for three pieces of a new product with ten in stock; a guest's if no customer is given. */
async function placeOrder(customer?: { token: string }, choices = {}) {
  const product = await makeProduct(db, { stock: 10 });
  const shopper = await newShopper(server, customer);
  await shopper.fill([product, 3]);
  const { body } = await shopper.place(await shopper.prepare(choices));
  return { order: body.order, product, shopper };
}

/** Counts the taken places of an order's slot. */
async function countTakenPlaces(order_id: string): Promise<number> {
  const { rows } = await db.raw(
    `select s.taken from orders o join delivery_slots s on s.template_id = o.slot_template_id
       and s.starts_at = o.slot_starts_at where o.id = $1`,
    [order_id],
  );
  return Number(rows[0]?.taken);
}

test('a customer requests a cancellation with a reason, views it and finds it in the list', async () => {
  const mine = await newCustomer(server);
  const { order } = await placeOrder(mine);
  const response = await mine.call('POST', '/refunds', { order_id: order.id, reason: ' Bought it twice ' });
  expect(response.status).toBe(201);
  expect(response.body).toMatchObject({
    order_id: order.id,
    order_number: order.order_number,
    state: 'requested',
    reason: 'Bought it twice',
    comment: null,
    decided_at: null,
    refund_status: null,
    refund_amount: null,
  });
  expect((await mine.call('GET', `/refunds/${response.body.id}`)).body).toEqual(response.body);
  const { body } = await mine.call('GET', '/refunds?search=state:requested');
  expect(body).toMatchObject({ total: 1, data: [response.body] });
  expect((await mine.call('GET', '/refunds?search=state:approved')).body.total).toBe(0);
  // The order itself waits for staff.
  const { body: details } = await mine.call('GET', `/orders/${order.id}`);
  expect(details.order).toMatchObject({ status: 'pending', cancellation_state: 'requested' });
  expect((await mine.call('GET', '/orders')).body.data[0].cancellation_state).toBe('requested');
});

test('a guest names the order by its number with a contact or the signed link’s token', async () => {
  const { order } = await placeOrder();
  const proof = { order_number: order.order_number, contact: ADDRESS.email };
  const response = await api('POST', '/refunds', { body: { ...proof, reason: 'Wrong address' } });
  expect([response.status, response.body.state]).toEqual([201, 'requested']);
  const query = `order_number=${order.order_number}&token=${order.view_token}`;
  expect((await api('GET', `/refunds?${query}`)).body.data).toEqual([response.body]);
  expect((await api('GET', `/refunds/${response.body.id}?${query}`)).body).toEqual(response.body);
  const withdrawal = await api('PUT', `/refunds/${response.body.id}`, { body: { ...proof, state: 'withdrawn' } });
  expect([withdrawal.status, withdrawal.body.state]).toEqual([200, 'withdrawn']);
});

test('"Once withdrawn, the order cannot be cancelled again"', async () => {
  const mine = await newCustomer(server);
  const { order } = await placeOrder(mine);
  const request = { order_id: order.id, reason: 'Changed my mind' };
  const { body: first } = await mine.call('POST', '/refunds', request);
  const twice = await mine.call('POST', '/refunds', request);
  expect([twice.status, twice.body.code]).toEqual([409, 'cancellation.open']);
  await mine.call('PUT', `/refunds/${first.id}`, { state: 'withdrawn' });
  const again = await mine.call('PUT', `/refunds/${first.id}`, { state: 'withdrawn' });
  expect([again.status, again.body.code]).toEqual([409, 'cancellation.decided']);
  expect((await mine.call('GET', `/orders/${order.id}`)).body.order.cancellation_state).toBe('withdrawn');
  const third = await mine.call('POST', '/refunds', request);
  expect([third.status, third.body.code]).toEqual([409, 'cancellation.withdrawn']);
});

describe('staff decide', () => {
  test('an approval cancels the order and returns stock and slot exactly once', async () => {
    const mine = await newCustomer(server);
    const { order, product } = await placeOrder(mine);
    expect(await readStock(db, product)).toBe(7);
    const takenPlaces = await countTakenPlaces(order.id);
    const { body: request } = await mine.call('POST', '/refunds', { order_id: order.id, reason: 'Too late for me' });
    const approval = await staff('POST', `/refunds/${request.id}/approve`, { comment: 'As you wish' });
    expect(approval.body).toMatchObject({ state: 'approved', comment: 'As you wish' });
    expect(await readStock(db, product)).toBe(10);
    expect(await countTakenPlaces(order.id)).toBe(takenPlaces - 1);
    const { body } = await mine.call('GET', `/orders/${order.id}`);
    expect(body.order.status).toBe('canceled');
    expect(body.order.history.at(-1)).toMatchObject({ status: 'canceled', note: 'As you wish' });

    const again = await staff('POST', `/refunds/${request.id}/approve`, {});
    expect([again.status, again.body.code]).toEqual([409, 'cancellation.decided']);
    expect(await readStock(db, product)).toBe(10);
  });

  test('a rejection needs a comment, which the shopper reads; the order goes on', async () => {
    const mine = await newCustomer(server);
    const { order } = await placeOrder(mine);
    const { body: request } = await mine.call('POST', '/refunds', { order_id: order.id, reason: 'Hmm' });
    expect((await staff('POST', `/refunds/${request.id}/reject`, {})).status).toBe(422);
    expect((await staff('POST', `/refunds/${request.id}/reject`, { comment: 'Already on the van' })).status).toBe(200);
    expect((await mine.call('GET', `/refunds/${request.id}`)).body).toMatchObject({
      state: 'rejected',
      comment: 'Already on the van',
    });
    expect((await staff('POST', `/orders/${order.id}/advance`, {})).body.order.status).toBe('processing');
  });

  test('an order that is packed cannot be canceled any more', async () => {
    const mine = await newCustomer(server);
    const { order, product } = await placeOrder(mine);
    const { body: request } = await mine.call('POST', '/refunds', { order_id: order.id, reason: 'Late' });
    for (const to of ['processing', 'packed']) await staff('POST', `/orders/${order.order_number}/advance`, { to });
    const approval = await staff('POST', `/refunds/${request.id}/approve`, {});
    expect([approval.status, approval.body.code]).toEqual([409, 'order.wrong_status']);
    expect((await mine.call('GET', `/refunds/${request.id}`)).body.state).toBe('requested');
    expect(await readStock(db, product)).toBe(7);

    const { order: other } = await placeOrder(mine);
    for (const to of ['processing', 'packed']) await staff('POST', `/orders/${other.id}/advance`, { to });
    const late = await mine.call('POST', '/refunds', { order_id: other.id, reason: 'Late' });
    expect([late.status, late.body.code]).toEqual([409, 'cancellation.too_late']);
  });
});

test('another shopper’s request gets the same response as one that does not exist: 404, the same bytes', async () => {
  const [mine, other] = [await newCustomer(server), await newCustomer(server)];
  const { order } = await placeOrder(other);
  const { body: theirs } = await other.call('POST', '/refunds', { order_id: order.id, reason: 'Mine' });
  const unknown = await mine.call('GET', `/refunds/${UNKNOWN}`);
  const foreign = await mine.call('GET', `/refunds/${theirs.id}`);
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  expect((await mine.call('PUT', `/refunds/${theirs.id}`, { state: 'withdrawn' })).status).toBe(404);
  expect((await mine.call('POST', '/refunds', { order_id: order.id, reason: 'x' })).status).toBe(404);
  expect((await mine.call('GET', '/refunds')).body.total).toBe(0);
  const guest = { order_number: order.order_number, contact: 'wrong@example.com' };
  expect((await api('POST', '/refunds', { body: { ...guest, reason: 'x' } })).status).toBe(404);
  expect((await api('GET', `/refunds/${theirs.id}?${new URLSearchParams(guest)}`)).text).toBe(unknown.text);
});

test('the shopper is mailed in the order’s language: the request, its decision and the order’s lines', async () => {
  const customer_email = 'cancels@example.com';
  const product = await makeProduct(db, { name: 'Kaya', name_zh: '咖椰', stock: 5 });
  const shopper = await newShopper(server);
  await shopper.fill([product, 1]);
  const cart = await shopper.prepare({ customer_email });
  const { body } = await api('POST', '/orders/checkout?lang=zh', {
    token: shopper.token,
    body: { expected_total: cart.grand_total, cart_version: cart.version },
  });
  const proof = { order_number: body.order.order_number, token: body.order.view_token };
  const { body: request } = await api('POST', '/refunds', { body: { ...proof, reason: 'x' } });
  const receivedMail = await sentTo(url, customer_email, ({ subject }) => subject.includes('已收到您的取消申请'));
  expect(receivedMail.text).toContain('咖椰');
  await staff('POST', `/refunds/${request.id}/approve`, { comment: '好的' });
  const cancellationMail = await sentTo(url, customer_email, ({ subject }) => subject.includes('您的订单已取消'));
  expect(cancellationMail.text).toContain('本店说明：好的');
  const mails = (await readInbox(url, customer_email)).filter(
    ({ channel }) => channel === 'mail' || channel === 'email',
  );
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(mails.length);
});
