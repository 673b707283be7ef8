/** docs/api.md#staff-api: slot and address of an order change before it is packed (docs/readings.md#81). */
import { expect, onTestFinished, test } from 'vitest';
import { makeProduct, type ProductFields, readStock } from '../testing/catalog/make-product.ts';
import { newCustomer } from '../testing/customer.ts';
import { sentTo } from '../testing/inbox.ts';
import { fillWallet } from '../testing/make-voucher.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { makeSignedReport, offerOnlinePayment, postForm } from '../testing/orders/pay-online.ts';
import { ADDRESS, newShopper } from '../testing/orders/shopper.ts';
import { newStaff, operator } from '../testing/staff.ts';
import { type TestResponse, testServer } from '../testing/test-server.ts';

const server = await testServer({ jobs: true });
const { api, db, url } = server;
await offerOnlinePayment(server);
const staff = operator(server);
await db.raw('update delivery_slot_templates set capacity = 100, fee = 0');

type OfferedSlot = { id: string; starts_at: string; places_left: number; fee: string };
type OrderWithSlot = { id: string; order_number: string; view_token: string; grand_total: string; contact?: object };

/** Lists the slots that are offered to the address and have places left. */
async function listSlots(): Promise<OfferedSlot[]> {
  const { token } = await newShopper(server);
  const { body } = await api('GET', `/shippings?zip=${ADDRESS.zip}&state_id=${ADDRESS.state_id}`, { token });
  return body.data[0].slots.filter(({ places_left }: OfferedSlot) => places_left > 0);
}
const countPlacesLeft = async (id: string) => (await listSlots()).find((slot) => slot.id === id)?.places_left ?? 0;

/** A slot without a fee, another one of the same template on another day, and one of a template with a fee of RM3. */
const open = await listSlots();
const templateOf = ({ id }: { id: string }) => id.split('-')[0];
const free = open.at(-1) ?? { id: '', starts_at: '' };
const otherDay = open.findLast((slot) => templateOf(slot) === templateOf(free) && slot.id !== free.id) ?? free;
const dear = open.findLast((slot) => templateOf(slot) !== templateOf(free)) ?? free;
await db.raw('update delivery_slot_templates set fee = 300 where id = $1', [templateOf(dear)]);

let orders = 0;

async function placeTestOrder(
  delivery_slot_id: string,
  choices: object = {},
  customer?: { token: string },
  fields: ProductFields = {},
) {
  const product = await makeProduct(db, { price: 20_00, ...(fields.parts === undefined && { stock: 10 }), ...fields });
  const shopper = await newShopper(server, customer);
  await shopper.fill([product, 2]);
  const email = `moved${++orders}@example.com`;
  const address = { shipping_address: makeDistinctAddress(), customer_email: email };
  const cart = await shopper.prepare({ ...address, delivery_slot_id, ...choices });
  const { body } = await shopper.place(cart);
  const order: OrderWithSlot = body.order;
  return { product, order, email, payment: body.payment };
}

async function placePaid(delivery_slot_id: string, choices: object = {}, customer?: { token: string }) {
  const result = await placeTestOrder(delivery_slot_id, { payment_method: 'fpx', ...choices }, customer);
  const report = makeSignedReport(result.payment.attempt, result.order.grand_total);
  await postForm(`${url}/api/payments/ipay88/notice`, report);
  return result;
}

const change = ({ id }: OrderWithSlot, body: object): Promise<TestResponse> =>
  staff('POST', `/orders/${id}/change-delivery`, { reason: 'As we agreed by phone', ...body });

const listRefunds = async ({ order_number }: OrderWithSlot) =>
  (await staff('GET', `/payments/refunds?search=order_number:${order_number}`)).body.data;

const sen = (text: string) => Math.round(Number(text) * 100);

test('an order paid on delivery moves, pays the new fee, and the shopper is mailed', async () => {
  const { product, order, email } = await placeTestOrder(free.id);
  const [before, after] = [await countPlacesLeft(free.id), await countPlacesLeft(dear.id)];
  const { status, body } = await change(order, { delivery_slot_id: dear.id });
  expect([status, body.order.status, body.order.delivery.starts_at]).toEqual([200, 'pending', dear.starts_at]);
  expect(sen(body.order.grand_total) - sen(order.grand_total)).toBe(300);
  expect(body.order.history.at(-1)).toMatchObject({ status: 'pending', changed_by: 'operator' });
  expect([await countPlacesLeft(free.id), await countPlacesLeft(dear.id)]).toEqual([before + 1, after - 1]);
  expect(await readStock(db, product)).toBe(8);

  const proof = new URLSearchParams({ order_number: order.order_number, token: order.view_token, lang: 'zh' });
  const { note } = (await api('GET', `/order?${proof}`)).body.order.history.at(-1);
  expect(note).toMatch(/^新的配送时间：.+。As we agreed by phone$/);
  const mail = await sentTo(url, email, ({ subject }) => /New delivery details/.test(subject));
  expect(mail.text).toMatch(/New delivery time: .+\. As we agreed by phone/);
  const audit = await staff('GET', `/audit?search=action:staff.changeDelivery;subject:order ${order.order_number}`);
  expect(audit.body.data).toMatchObject([{ before: { slot: free.id }, after: { slot: dear.id, refunded: 0 } }]);

  // Back: the total falls to what it was, and no refund is needed.
  expect((await change(order, { delivery_slot_id: free.id })).body.order.grand_total).toBe(order.grand_total);
  expect(await listRefunds(order)).toEqual([]);
});

test('bulky units of a moved order are those of its option, not of the product', async () => {
  const rice = await makeProduct(db, { bulky: true, options: [{ price: 20_00, bulky: false }, { bulky: true }] });
  const shopper = await newShopper(server);
  const items = [{ id: rice.id, variation_option_id: rice.options[0], quantity: 5 }];
  await api('PUT', '/cart', { token: shopper.token, body: { items } });
  const { order } = (await shopper.place(await shopper.prepare({ shipping_address: makeDistinctAddress() }))).body;
  expect((await change(order, { delivery_slot_id: dear.id })).status).toBe(200);
  const { rows } = await db.raw('select slot_items, slot_bulky from orders where id = $1', [order.id]);
  expect(rows).toEqual([{ slot_items: 5, slot_bulky: 0 }]);
});

test('a new address keeps who ordered; fields left out and the email stay', async () => {
  const { order } = await placeTestOrder(free.id);
  const { body: details } = await staff('GET', `/orders/${order.id}`);
  const { status, body } = await change(order, {
    shipping_address: { street_address: '12, Jalan Cempaka', recipient: 'Aunty Siew', email: 'thief@example.com' },
  });
  expect(status).toBe(200);
  expect(body.order.shipping_address).toMatchObject({
    street_address: '12, Jalan Cempaka',
    recipient: 'Aunty Siew',
    zip: details.order.shipping_address.zip,
    email: details.order.shipping_address.email,
    formatted_address: expect.stringContaining('12, Jalan Cempaka'),
  });
  expect([body.order.contact, body.order.customer_id]).toEqual([details.order.contact, details.order.customer_id]);
  expect(body.order.billing_address).toEqual(details.order.billing_address);
  expect(body.order.delivery).toEqual(details.order.delivery);
  expect(body.order.grand_total).toBe(order.grand_total);
  expect(body.order.history.at(-1).note).toBe('New delivery address. As we agreed by phone');
  const thief = await api('GET', `/track-order?order_number=${order.order_number}&contact=thief@example.com`);
  expect(thief.status).toBe(404);
  const { body: entries } = await staff(
    'GET',
    `/audit?search=action:staff.changeDelivery;subject:order ${order.order_number}`,
  );
  expect(JSON.stringify(entries.data)).not.toMatch(/Cempaka|Siew/);
});

test('a paid order whose fee falls gets the difference back, once', async () => {
  const { order } = await placePaid(dear.id);
  const { status, body } = await change(order, { delivery_slot_id: free.id });
  expect([status, body.order.payment_status, body.order.grand_total]).toEqual([200, 'paid', order.grand_total]);
  expect(await listRefunds(order)).toMatchObject([{ amount: '3.00', reason: 'delivery_changed', state: 'requested' }]);
  expect((await change(order, { delivery_slot_id: otherDay.id })).status).toBe(200);
  expect(await listRefunds(order)).toHaveLength(1);

  // What was refunded is not charged again.
  const back = await change(order, { delivery_slot_id: dear.id });
  expect([back.status, back.body.code]).toEqual([409, 'order.total_rises']);
  const cancellation = await staff('POST', `/orders/${order.id}/cancel`, { comment: 'Sorry' });
  expect(cancellation.body.order.payment_status).toBe('refund_due');
  const amounts = (await listRefunds(order)).map(({ amount }: { amount: string }) => sen(amount));
  expect(amounts.reduce((sum: number, amount: number) => sum + amount, 0)).toBe(sen(order.grand_total));
});

test('the fee counts as charged again once its refund is withdrawn (docs/readings.md#84)', async () => {
  const { order } = await placePaid(dear.id);
  await change(order, { delivery_slot_id: free.id });
  const [{ id }] = await listRefunds(order);
  const withdrawal = await staff('POST', `/payments/refunds/${id}/withdraw`, { reason: 'The new slot has a fee too' });
  expect([withdrawal.status, withdrawal.body.state]).toEqual([200, 'withdrawn']);
  const back = await change(order, { delivery_slot_id: dear.id });
  expect([back.status, back.body.order?.payment_status]).toEqual([200, 'paid']);
  expect((await change(order, { delivery_slot_id: free.id })).status).toBe(200);
  expect(await listRefunds(order)).toMatchObject([
    { amount: '3.00', state: 'withdrawn' },
    { amount: '3.00', state: 'requested' },
  ]);
});

test('a paid order whose fee would rise is refused, and moves at the old fee if staff say so', async () => {
  const { order } = await placePaid(free.id);
  const before = await countPlacesLeft(dear.id);
  const refusal = await change(order, { delivery_slot_id: dear.id });
  expect([refusal.status, refusal.body.code]).toEqual([409, 'order.total_rises']);
  expect(refusal.body.message).toContain('RM3.00');
  expect(await countPlacesLeft(dear.id)).toBe(before);
  const { status, body } = await change(order, { delivery_slot_id: dear.id, keep_fee: true });
  expect([status, body.order.delivery.starts_at]).toEqual([200, dear.starts_at]);
  expect([body.order.grand_total, await listRefunds(order)]).toEqual([order.grand_total, []]);
});

test('an order of a slot that the shop has retired keeps its fee with a new address', async () => {
  const { order } = await placePaid(dear.id);
  const setCapacity = async (capacity: number) => {
    await db.raw('update delivery_slot_templates set capacity = $2 where id = $1', [templateOf(dear), capacity]);
  };
  await setCapacity(0);
  onTestFinished(() => setCapacity(100));
  const { status, body } = await change(order, { shipping_address: { street_address: '14, Jalan Cempaka' } });
  expect([status, body.order.grand_total, body.order.delivery.starts_at]).toEqual([
    ...[200, order.grand_total, dear.starts_at],
  ]);
  expect(await listRefunds(order)).toEqual([]);
});

test('the total of an order that waits for its online payment stays', async () => {
  const { order, payment } = await placeTestOrder(dear.id, { payment_method: 'fpx' });
  const refusal = await change(order, { delivery_slot_id: free.id });
  expect([refusal.status, refusal.body.code]).toEqual([409, 'order.awaits_payment']);
  expect((await change(order, { delivery_slot_id: free.id, keep_fee: true })).status).toBe(200);
  await postForm(`${url}/api/payments/ipay88/notice`, makeSignedReport(payment.attempt, order.grand_total));
  expect((await staff('GET', `/orders/${order.id}`)).body.order.payment_status).toBe('paid');
});

test('money goes back first, then coins; the wallets stay right', async () => {
  const me = await newCustomer(server);
  await fillWallet(server, me, 'store_credit', 100_000);
  const { order } = await placeTestOrder(dear.id, { use_golds: 1_000, customer_email: me.email }, me);
  // A voucher for goods pays all but RM1 of the rest.
  const voucher = sen(order.grand_total) - 100;
  await db.raw('update order_lines set voucher_discount = voucher_discount + $2 where order_id = $1', [
    order.id,
    voucher,
  ]);
  await db.raw('update orders set voucher = voucher + $2, grand_total = grand_total - $2 where id = $1', [
    order.id,
    voucher,
  ]);
  const readBalance = async () =>
    (await me.call('GET', '/wallet_transactions?search=kind:store_credit')).body.balances.store_credit.balance;
  const coins = await readBalance();
  const { status, body } = await change(order, { delivery_slot_id: free.id });
  expect([status, body.order.grand_total, (await readBalance()) - coins]).toEqual([200, '0.00', 200]);
  expect(body.order.payment_refunds).toMatchObject([{ amount: '0.00', coins: 200 }]);
  expect((await staff('POST', '/wallets/check', {})).body.wrong).toEqual([]);
});

test('frozen goods stay where a method carries them, as at the checkout (docs/readings.md#54)', async () => {
  const sabah = { street_address: '1, Jalan Pantai', city: 'Kota Kinabalu', zip: '88000', state_id: 'MY-12' };
  const { order: dry } = await placeTestOrder(free.id);
  expect((await change(dry, { shipping_address: sabah, keep_fee: true })).status).toBe(200);
  const frozen = await makeProduct(db, { category: 'ice-cream' });
  for (const fields of [
    { name: 'Durian ice', category: 'ice-cream' },
    { name: 'Laksa box', category: 'rice-noodles', parts: [{ product: frozen }] },
  ]) {
    const { order } = await placeTestOrder(free.id, {}, undefined, fields);
    const { status, body } = await change(order, { shipping_address: sabah, keep_fee: true });
    expect([status, body.code, body.errors]).toEqual([
      422,
      'checkout.not_carried',
      {
        shipping_address: [
          `No delivery to Kota Kinabalu keeps these goods frozen: ${fields.name}. Leave them out or choose another address.`,
        ],
      },
    ]);
    expect((await staff('GET', `/orders/${order.id}`)).body.order.shipping_address.zip).toBe(ADDRESS.zip);
    expect((await change(order, { shipping_address: { street_address: '12, Jalan Cempaka' } })).status).toBe(200);
    // An order that already goes there keeps its place, and its address can be corrected.
    await db.raw(`update orders set shipping_address = shipping_address || $2::jsonb where id = $1`, [
      order.id,
      JSON.stringify(sabah),
    ]);
    expect(
      (await change(order, { shipping_address: { street_address: '3, Jalan Pantai' }, keep_fee: true })).status,
    ).toBe(200);
  }
});

test('an order moves as its frozen goods that are left allow: without missing and refunded ones, with replacements', async () => {
  const sabah = { street_address: '1, Jalan Pantai', city: 'Kota Kinabalu', zip: '88000', state_id: 'MY-12' };
  const [rice, noodles] = [await makeProduct(db, { stock: 10 }), await makeProduct(db, { stock: 10 })];
  const ice = await makeProduct(db, { category: 'ice-cream', name: 'Durian ice', stock: 10 });
  const lolly = await makeProduct(db, { category: 'ice-cream', name: 'Mango lolly', stock: 10 });
  const box = await makeProduct(db, { category: 'rice-noodles', name: 'Laksa box', parts: [{ product: ice }] });
  const shopper = await newShopper(server);
  await shopper.fill([rice, 1], [ice, 2], [box, 1], [noodles, 1]);
  const choices = { shipping_address: makeDistinctAddress(), delivery_slot_id: free.id, payment_method: 'fpx' };
  const { order, payment }: { order: OrderWithSlot; payment: { attempt: string } } = (
    await shopper.place(await shopper.prepare(choices))
  ).body;
  await postForm(`${url}/api/payments/ipay88/notice`, makeSignedReport(payment.attempt, order.grand_total));
  const act = async (path: string, body: object) => {
    const { body: answer } = await staff('POST', path, body);
    expect([path, answer.message]).toEqual([path, undefined]);
  };
  const decide = (line: number, decision: string, body: object = {}) =>
    act(`/orders/${order.id}/lines/${line}/${decision}`, body);
  const findRefused = async () =>
    /frozen: (.+)\. Leave/.exec((await change(order, { shipping_address: sabah, keep_fee: true })).body.message)?.[1];

  expect(await findRefused()).toBe('Durian ice, Laksa box');
  await decide(2, 'short', { quantity_found: 0 });
  await decide(1, 'short', { quantity_found: 1 });
  await decide(3, 'replace', { product: { id: lolly.id }, quantity: 1 });
  expect(await findRefused()).toBe('Durian ice, Mango lolly');
  const items = [{ id: ice.id, quantity: 1 }];
  await act(`/orders/${order.order_number}/refund`, { of: 'items', items, restock: false });
  await decide(3, 'undo');
  expect(await findRefused()).toBeUndefined();
  expect((await staff('GET', `/orders/${order.id}`)).body.order.shipping_address.zip).toBe(sabah.zip);
});

test('an invalid slot or address, nothing to change, and an order that is packed are refused', async () => {
  const { order } = await placeTestOrder(free.id);
  for (const body of [{}, { delivery_slot_id: free.id }]) {
    const { status, body: answer } = await change(order, body);
    expect([status, answer.code]).toEqual([422, 'order.nothing_to_change']);
  }
  const unknown = await change(order, { delivery_slot_id: 'unknown' });
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['delivery_slot_id']]);
  const wrong = await change(order, { shipping_address: { zip: '99999' } });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['shipping_address.zip']]);
  expect((await change(order, { delivery_slot_id: dear.id, reason: ' ' })).status).toBe(422);
  for (const to of ['processing', 'packed']) await staff('POST', `/orders/${order.id}/advance`, { to });
  const refusal = await change(order, { delivery_slot_id: dear.id });
  expect([refusal.status, refusal.body.code]).toEqual([409, 'order.wrong_status']);
  expect((await staff('GET', `/orders/${order.id}`)).body.order.delivery.starts_at).toBe(free.starts_at);
});

test('orders and support change deliveries; others get 404', async () => {
  const { order } = await placeTestOrder(free.id);
  for (const [role, status] of [
    ['picker', 404],
    ['finance', 404],
    ['support', 200],
  ] as const) {
    const { token } = await newStaff(server, [role]);
    const body = { reason: 'Call', delivery_slot_id: otherDay.id };
    expect((await api('POST', `/staff/orders/${order.id}/change-delivery`, { token, body })).status).toBe(status);
  }
});
