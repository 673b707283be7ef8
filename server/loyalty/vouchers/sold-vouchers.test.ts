/** docs/readings.md#22: vouchers that orders sell, and a customer's vouchers after merging, refunding and removing. */
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { codeSentTo, sentTo } from '../../testing/inbox.ts';
import { makePromotion } from '../../testing/make-promotion.ts';
import { fillWallet, makeVoucher } from '../../testing/make-voucher.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { offerOnlinePayment, openPayment, payAt, postForm } from '../../testing/orders/pay-online.ts';
import { newShopper, type ShoppingCustomer } from '../../testing/orders/shopper.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';
import { inTransaction } from '../../transaction.ts';
import { returnVouchers } from './order-vouchers.ts';

const NOW = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => NOW, jobs: true });
const { app, db } = server;
const staff = operator(server);

beforeAll(async () => {
  await db.raw('update delivery_slot_templates set capacity = 10000');
  await offerOnlinePayment(server);
});

const newMember = async (): Promise<ShoppingCustomer> => {
  const customer = await newCustomer(server);
  return { customer, shopper: await newShopper(server, customer) };
};

const advance = async (order: { id: string }, times: number) => {
  for (let step = 0; step < times; step++) {
    expect((await staff('POST', `/orders/${order.id}/advance`, {})).status).toBe(200);
  }
};
/** Statuses from pending to complete. */
const TO_COMPLETE = 4;

async function pay(payment: { url: string }): Promise<void> {
  const { body } = await openPayment(server, payment.url);
  const { returns } = await payAt(body.form, 'outcome=success');
  await postForm(`${body.form.fields.ResponseURL}`, returns ?? {});
}

describe('a voucher product (docs/readings.md#22)', () => {
  /** Makes a product, with an entry that issues five vouchers for each piece, or none. */
  const makeVoucherProduct = async (entry: 'entry' | null = null) => {
    const product = await makeProduct(db, { type: 'voucher', price: 1_250, stock: 100, name: 'Five coffees' });
    const { rows } = await db.raw('select slug from products where id = $1', [product.id]);
    const id =
      entry === null ? null : await makeVoucher(db, { name_en: 'One coffee', is_offered: false, valid_days: 30 });
    if (id !== null) {
      await db.raw('update vouchers set product_slug = $2, product_count = 5 where id = $1', [id, rows[0]?.slug]);
    }
    return { product, id };
  };
  const listOwnVouchers = async ({ customer }: ShoppingCustomer) =>
    (await customer.call('GET', '/voucher/activated')).body.data;

  test('issues its vouchers once the order is paid, and mails their codes', async () => {
    const member = await newMember();
    const { product: coffees, id } = await makeVoucherProduct('entry');
    await member.shopper.fill([coffees, 2]);
    const shipping_address = { ...makeDistinctAddress(), email: member.customer.email };
    const cart = await member.shopper.prepare({ shipping_address, payment_method: 'fpx' });
    const { body } = await member.shopper.place(cart);
    expect(await listOwnVouchers(member)).toEqual([]);
    await pay(body.payment);
    const own = await listOwnVouchers(member);
    expect(own).toHaveLength(10);
    expect(own[0]).toMatchObject({ voucher_id: id, name: 'One coffee', status: 'active', order_id: null });
    const mail = await sentTo(server.url, member.customer.email, ({ subject }) => subject.includes('Your vouchers'));
    for (const { code } of own) expect(mail.text).toContain(code);
    expect(mail.text).toContain('One coffee, valid until 20 Dec 2026');
  });

  test('issues them at once where coins pay all of an online order', async () => {
    const member = await newMember();
    await fillWallet(server, member.customer, 'store_credit', 50_000);
    const { product: coffees } = await makeVoucherProduct('entry');
    await member.shopper.fill([coffees, 1]);
    const shipping_address = { ...makeDistinctAddress(), email: member.customer.email };
    const choices = { shipping_address, payment_method: 'fpx', use_golds: 50_000 };
    const { order, payment } = (await member.shopper.place(await member.shopper.prepare(choices))).body;
    expect(order).toMatchObject({ grand_total: '0.00', payment_status: 'paid' });
    expect([payment, await listOwnVouchers(member)]).toEqual([null, expect.objectContaining({ length: 5 })]);
    await sentTo(server.url, member.customer.email, ({ subject }) => subject.includes('Your vouchers'));
    expect((await staff('POST', `/orders/${order.id}/cancel`, { comment: 'By mistake' })).status).toBe(200);
    expect((await listOwnVouchers(member)).map(({ status }: { status: string }) => status)).not.toContain('active');
  });

  test('without an entry issues its price for outlets; canceling voids what was not used', async () => {
    const member = await newMember();
    const { product: coffees } = await makeVoucherProduct();
    await member.shopper.fill([coffees, 2]);
    const { body } = await member.shopper.place(
      await member.shopper.prepare({ shipping_address: makeDistinctAddress() }),
    );
    await advance(body.order, TO_COMPLETE - 1);
    expect(await listOwnVouchers(member)).toEqual([]);
    await advance(body.order, 1);
    const own = await listOwnVouchers(member);
    expect(
      own.map((each: { name: string; value: string; usable: string[] }) => [each.name, each.value, each.usable]),
    ).toEqual(Array(2).fill(['Five coffees', 'RM12.50', ['store']]));
    const system = makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
    await db.raw(`update own_vouchers set state = 'used', used_at = now() where id = $1`, [own[0].id]);
    const undo = () => inTransaction(system, (ctx) => returnVouchers(ctx, body.order.id));
    await undo();
    await undo();
    expect((await listOwnVouchers(member)).map(({ id }: { id: string }) => id)).toEqual([own[0].id]);
  });

  test('canceling a paid order refunds the unused vouchers only', async () => {
    const member = await newMember();
    const { product: coffees } = await makeVoucherProduct('entry');
    await member.shopper.fill([coffees, 2]);
    const choices = { shipping_address: makeDistinctAddress(), payment_method: 'fpx' };
    const { body } = await member.shopper.place(await member.shopper.prepare(choices));
    await pay(body.payment);
    const own = await listOwnVouchers(member);
    for (const [index, { code }] of own.slice(0, 3).entries()) {
      const redemption = await server.api('POST', '/till/redeem', {
        body: { member_id: member.customer.id, receipt: `USED-${index}`, voucher_code: code },
        headers: { 'x-api-key': 'demo-till' },
      });
      expect(redemption.status).toBe(201);
    }
    expect((await staff('POST', `/orders/${body.order.id}/cancel`, { comment: 'Changed my mind' })).status).toBe(200);
    const refunds = async () =>
      (await staff('GET', `/payments/refunds?search=order_number:${body.order.order_number}`)).body.data;
    // Three of ten vouchers, which cost RM25.00, are used.
    const refundAmount = (Number(body.order.grand_total) - 7.5).toFixed(2);
    const [refund, ...others] = await refunds();
    expect([refund.amount, others]).toEqual([refundAmount, []]);
    const readOrder = async () => (await member.customer.call('GET', `/order?order_id=${body.order.id}`)).body.order;
    expect(await readOrder()).toMatchObject({ status: 'canceled', payment_status: 'refund_due' });
    await staff('POST', `/payments/refunds/${refund.id}/settle`, { operator_reference: 'R1' });
    expect((await readOrder()).payment_status).toBe('refunded');
    expect((await listOwnVouchers(member)).map(({ status }: { status: string }) => status)).toEqual(
      Array(3).fill('used'),
    );
  });

  type Own = { id: string; code: string; status: string };
  const redeem = async ({ customer }: ShoppingCustomer, { code }: Own) => {
    const { status } = await server.api('POST', '/till/redeem', {
      body: { member_id: customer.id, receipt: `USED-${code}`, voucher_code: code },
      headers: { 'x-api-key': 'demo-till' },
    });
    expect(status).toBe(201);
  };
  const placePaid = async (member: ShoppingCustomer, choices: object = {}) => {
    const fields = { shipping_address: makeDistinctAddress(), payment_method: 'fpx', ...choices };
    const { body } = await member.shopper.place(await member.shopper.prepare(fields));
    await pay(body.payment);
    await db.raw('update payment_attempts set is_confirmed = true where order_id = $1', [body.order.id]);
    return body.order;
  };
  const listRefundAmounts = async ({ order_number }: { order_number: string }) =>
    (await staff('GET', `/payments/refunds?search=order_number:${order_number}`)).body.data.map(
      ({ amount }: { amount: string }) => amount,
    );

  test.each([
    ['packed', TO_COMPLETE - 2],
    ['complete', TO_COMPLETE],
  ])('refunds of an order that is %s leave out pieces of which a voucher was used', async (_, steps) => {
    const member = await newMember();
    const { product: coffees } = await makeVoucherProduct('entry');
    await member.shopper.fill([coffees, 2]);
    const order = await placePaid(member);
    await advance(order, steps);
    const own: Own[] = await listOwnVouchers(member);
    for (const voucher of own.slice(0, 3)) await redeem(member, voucher);
    const refund = (body: object) =>
      staff('POST', `/orders/${order.order_number}/refund`, { comment: 'Sorry', ...body });
    const items = await refund({ of: 'items', items: [{ id: coffees.id, quantity: 2 }] });
    expect([items.status, items.body.code]).toEqual([409, 'refund.items']);
    const whole = await refund({ of: 'whole_order' });
    const amount = (Number(order.grand_total) - 12.5).toFixed(2);
    expect([whole.status, whole.body.amount]).toEqual([201, amount]);
    const states = (await listOwnVouchers(member)).map(({ status }: Own) => status).sort();
    expect(states).toEqual(['active', 'active', 'used', 'used', 'used']);
    expect((await refund({ of: 'whole_order' })).body.code).toBe('refund.nothing');
    expect(await listRefundAmounts(order)).toEqual([amount]);
  });

  test('a refunded piece voids as many vouchers as it issued, whatever a piece issues today', async () => {
    const member = await newMember();
    const { product: coffees, id } = await makeVoucherProduct('entry');
    await member.shopper.fill([coffees, 2]);
    const order = await placePaid(member);
    await db.raw('update vouchers set product_count = 1 where id = $1', [id]);
    const items = [{ id: coffees.id, quantity: 1 }];
    const { body } = await staff('POST', `/orders/${order.id}/refund`, { comment: 'Sorry', of: 'items', items });
    expect(body.amount).toBe('12.50');
    expect(await listOwnVouchers(member)).toHaveLength(5);
  });

  test('a failed delivery that is canceled refunds the unused vouchers only', async () => {
    const member = await newMember();
    const { product: coffees } = await makeVoucherProduct('entry');
    await member.shopper.fill([coffees, 2]);
    const order = await placePaid(member);
    await advance(order, TO_COMPLETE - 1);
    const own: Own[] = await listOwnVouchers(member);
    for (const voucher of own.slice(0, 3)) await redeem(member, voucher);
    const failure = { reason: 'No one at home', outcome: 'cancel' };
    expect((await staff('POST', `/orders/${order.id}/fail-delivery`, failure)).status).toBe(200);
    expect(await listRefundAmounts(order)).toEqual([(Number(order.grand_total) - 7.5).toFixed(2)]);
    expect((await listOwnVouchers(member)).map(({ status }: Own) => status)).toEqual(Array(3).fill('used'));
  });

  test('an order in preparation is canceled, not refunded in whole, also once a voucher was used; its shares add up', async () => {
    await makePromotion(db, { code: 'ODDSEN', percent: 1 });
    const member = await newMember();
    const { product: coffees } = await makeVoucherProduct();
    await member.shopper.fill([coffees, 2]);
    const order = await placePaid(member, { coupon_code: 'ODDSEN' });
    const [usedVoucher]: [Own] = await listOwnVouchers(member);
    await redeem(member, usedVoucher);
    const refund = (body: object) =>
      staff('POST', `/orders/${order.order_number}/refund`, { comment: 'Sorry', ...body });
    expect((await refund({ of: 'whole_order' })).body.code).toBe('refund.cancel_instead');
    expect((await refund({ of: 'items', items: [{ id: coffees.id, quantity: 1 }] })).body.amount).toBe('12.37');
    expect((await staff('POST', `/orders/${order.id}/cancel`, { comment: 'Changed my mind' })).status).toBe(200);
    // Both vouchers cost RM24.75; the order keeps RM12.38 for the used one.
    const fees = (Number(order.grand_total) - 24.75).toFixed(2);
    expect((await listRefundAmounts(order)).sort()).toEqual(['12.37', fees].sort());
  });

  test('a guest’s vouchers come to the account that claims the order', async () => {
    const { product: coffees } = await makeVoucherProduct('entry');
    const guest = await newShopper(server);
    await guest.fill([coffees, 1]);
    const customer = await newCustomer(server);
    const shipping_address = { ...makeDistinctAddress(), email: customer.email };
    const { body } = await guest.place(await guest.prepare({ shipping_address, payment_method: 'fpx' }));
    await pay(body.payment);
    const { rows } = await db.raw(
      'select count(*)::int as waiting from own_vouchers where issued_by_order = $1 and customer_id is null',
      [body.order.id],
    );
    expect(rows).toEqual([{ waiting: 5 }]);
    const member = { customer, shopper: await newShopper(server, customer) };
    await customer.call('POST', '/send-email-verify', { email: customer.email });
    const code = await codeSentTo(server.url, customer.email);
    expect((await customer.call('POST', '/verify-email', { email: customer.email, code })).status).toBe(200);
    expect(await listOwnVouchers(member)).toHaveLength(5);
  });
});

test('the data export lists own vouchers; a removed account has none left to use', async () => {
  const member = await newMember();
  const voucher_id = await makeVoucher(db, { name_en: 'Mine' });
  const id = (await member.customer.call('POST', '/voucher/activated', { voucher_id })).body.voucher.id;
  const { body } = await member.customer.call('GET', '/me/export');
  expect(body.data.vouchers).toMatchObject([{ name: 'Mine', state: 'active' }]);
  const { customer } = member;
  expect((await customer.call('POST', '/me/delete', { password: customer.password })).status).toBe(200);
  expect((await db.raw('select state from own_vouchers where id = $1', [id])).rows).toEqual([{ state: 'void' }]);
});
