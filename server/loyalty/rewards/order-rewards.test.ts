/** docs/own-shop.md#loyalty: the reward of a first order, and more points in the month of the birthday. */
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { type MadeProduct, makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../../testing/customer.ts';
import { makeVoucher } from '../../testing/make-voucher.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';
import { checkWallets } from '../wallets/check-wallets.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { api, app, db } = server;
const staff = operator(server);

let product: MadeProduct;
beforeAll(async () => {
  await db.raw('update delivery_slot_templates set capacity = 10000');
  product = await makeProduct(db, { price: 20_00, stock: 10_000 });
});

type RewardedOrder = { id: string; order_number: string };

async function place(customer: Pick<TestCustomer, 'token'>): Promise<RewardedOrder> {
  const shopper = await newShopper(server, customer);
  await shopper.fill([product, 2]);
  const { status, body } = await shopper.place(await shopper.prepare({ shipping_address: makeDistinctAddress() }));
  expect([status, body.message]).toEqual([201, undefined]);
  return body.order;
}

async function complete({ id }: RewardedOrder): Promise<void> {
  for (const to of ['processing', 'packed', 'delivery', 'complete']) {
    expect((await staff('POST', `/orders/${id}/advance`, { to })).status).toBe(200);
  }
}

const listEntries = async (customer: TestCustomer, action: string) =>
  (await customer.call('GET', `/wallet_transactions?search=action:${action}`)).body.data;
const listAmounts = async (customer: TestCustomer, action: string): Promise<number[]> =>
  (await listEntries(customer, action)).map(({ amount }: { amount: number }) => amount);
const refundWhole = async ({ id }: RewardedOrder) =>
  expect((await staff('POST', `/orders/${id}/refund`, { of: 'whole_order' })).status).toBe(201);
const listWrongWallets = async () =>
  (await checkWallets(makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST))).wrong;

describe('the reward of a first order', () => {
  test('is listed, given once the order is complete, once, and leads to the order', async () => {
    const { body } = await api('GET', '/membership-tiers/wallet-rule-action');
    expect(body.data[0].rules).toContainEqual({
      action: 'first_order',
      kind: 'point',
      amount: 200,
      per: 'once',
      day: null,
    });
    const customer = await newCustomer(server);
    const [first, second] = [await place(customer), await place(customer)];
    expect(await listEntries(customer, 'first_order')).toEqual([]);
    const isDone = async () =>
      (await customer.call('GET', '/membership-tiers/wallet-rule-action')).body.current.has_complete_order;
    expect(await isDone()).toBe(false);
    await complete(second);
    expect(await isDone()).toBe(true);
    expect(await listEntries(customer, 'first_order')).toMatchObject([
      { amount: 200, state: 'available', order_id: second.id, description: 'First order reward' },
    ]);
    await complete(first);
    expect(await listAmounts(customer, 'first_order')).toEqual([200]);
  });

  test('is taken back with its vouchers once the order is refunded in whole, and does not come again', async () => {
    const voucher_id = await makeVoucher(db, { issued_for: 'first_order', is_offered: false });
    const customer = await newCustomer(server);
    const countVouchers = async () =>
      (await customer.call('GET', '/voucher/activated')).body.data.filter(
        (voucher: { voucher_id: string }) => voucher.voucher_id === voucher_id,
      ).length;
    const order = await place(customer);
    await complete(order);
    expect(await countVouchers()).toBe(1);
    const items = [{ id: product.id, quantity: 1 }];
    expect((await staff('POST', `/orders/${order.id}/refund`, { of: 'items', items })).status).toBe(201);
    expect(await listEntries(customer, 'first_order')).toMatchObject([{ state: 'available' }]);
    await refundWhole(order);
    expect(await listEntries(customer, 'first_order')).toMatchObject([{ amount: 200, state: 'reversed' }]);
    expect(await listEntries(customer, 'clawback')).toContainEqual(
      expect.objectContaining({
        amount: -200,
        order_id: order.id,
        description: `Taken back, order ${order.order_number} was refunded`,
      }),
    );
    expect(await countVouchers()).toBe(0);
    await complete(await place(customer));
    expect(await listAmounts(customer, 'first_order')).toEqual([200]);
    expect(await listWrongWallets()).toEqual([]);
    await db.raw('update vouchers set is_active = false where id = $1', [voucher_id]);
  });

  test('is for the order that is completed: a canceled one before it earns nothing', async () => {
    const customer = await newCustomer(server);
    const canceledOrder = await place(customer);
    expect((await staff('POST', `/orders/${canceledOrder.id}/cancel`, { comment: 'Sold out' })).status).toBe(200);
    expect(await listAmounts(customer, 'first_order')).toEqual([]);
    await complete(await place(customer));
    expect(await listAmounts(customer, 'first_order')).toEqual([200]);
  });

  test('comes beside the reward of the referrer', async () => {
    const referrer = await newCustomer(server);
    const { code } = (await referrer.call('GET', '/refer-code')).body;
    const friend = await newCustomer(server, { referral_code: code });
    await complete(await place(friend));
    expect(await listAmounts(friend, 'first_order')).toEqual([200]);
    expect(await listAmounts(referrer, 'referral')).toEqual([500]);
  });
});

describe('the month of the birthday', () => {
  const newCustomerBornOn = async (date_of_birth: string) => {
    const customer = await newCustomer(server);
    expect((await customer.call('PUT', `/users/${customer.id}`, { date_of_birth })).status).toBe(200);
    return customer;
  };
  const readTimes = async (customer: TestCustomer): Promise<number> =>
    (await customer.call('GET', '/membership-tiers/wallet-rule-action')).body.current.times;
  const readEarns = async (customer: TestCustomer): Promise<number> => {
    const shopper = await newShopper(server, customer);
    return (await shopper.fill([product, 2])).point_info.earns;
  };

  test('multiplies the points of orders, as the rules, the cart and the wallet say', async () => {
    const { body } = await api('GET', '/membership-tiers/wallet-rule-action');
    const rule = { action: 'birthday', kind: 'point', amount: 2, per: 'multiplier', day: null };
    expect(body.data[0].rules).toContainEqual(rule);
    const [member, other] = [await newCustomerBornOn('1990-11-02'), await newCustomerBornOn('1990-12-02')];
    expect([await readTimes(member), await readTimes(other)]).toEqual([2, 1]);
    expect([await readEarns(member), await readEarns(other)]).toEqual([80, 40]);
    await complete(await place(member));
    await complete(await place(other));
    expect(await listEntries(member, 'order')).toMatchObject([{ amount: 80, rate: 1, times: 2, basis: '40.00' }]);
    expect(await listEntries(other, 'order')).toMatchObject([{ amount: 40, rate: 1, times: null }]);
  });

  test('begins and ends at midnight in Malaysia', async () => {
    const [november, december] = [await newCustomerBornOn('1990-11-30'), await newCustomerBornOn('1990-12-01')];
    const start = now;
    now = new Date('2026-11-30T15:59:59Z');
    expect([await readTimes(november), await readTimes(december)]).toEqual([2, 1]);
    now = new Date('2026-11-30T16:00:00Z');
    expect([await readTimes(november), await readTimes(december)]).toEqual([1, 2]);
    now = start;
  });

  test('multiplies the points of receipts', async () => {
    const member = await newCustomerBornOn('1990-11-02');
    const award = await api('POST', '/till/award', {
      headers: { 'x-api-key': 'demo-till' },
      body: { member_id: member.id, receipt: 'BIRTHDAY-1', amount: '10.00' },
    });
    expect(award.status).toBe(201);
    expect(await listEntries(member, 'store_reward')).toMatchObject([{ amount: 20, rate: 1, times: 2 }]);
  });
});
