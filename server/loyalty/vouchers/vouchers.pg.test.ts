/** Races for vouchers, on PostgreSQL. */
import { beforeAll, expect, test } from 'vitest';
import { type MadeProduct, makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../../testing/customer.ts';
import { fillWallet, makeVoucher, type VoucherFields } from '../../testing/make-voucher.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { db } = server;
const staff = operator(server);
const SESSIONS = 50;

let product: MadeProduct;
beforeAll(async () => {
  await db.raw('update delivery_slot_templates set capacity = 10000');
  product = await makeProduct(db, { price: 2_000, stock: 10_000 });
});

const buy = (customer: TestCustomer, voucher_id: string) => customer.call('POST', '/voucher/activated', { voucher_id });

async function give(customer: TestCustomer, fields: VoucherFields = {}): Promise<string> {
  return (await buy(customer, await makeVoucher(db, fields))).body.voucher.id;
}

async function prepareCheckout(customer: { token: string }, voucher_id: string | null) {
  const shopper = await newShopper(server, customer);
  await shopper.fill([product, 1]);
  const choices = voucher_id === null ? {} : { voucher_id };
  return { shopper, cart: await shopper.prepare({ shipping_address: makeDistinctAddress(), ...choices }) };
}

const queryOne = async (sql: string, values: unknown[]) => (await db.raw(sql, values)).rows[0];
const readBalance = async (customer: TestCustomer) =>
  (await customer.call('GET', '/wallet_transactions')).body.balances.point.balance;

test('fifty sessions race for the last ten of a voucher: ten have it, and only they have paid', async () => {
  const id = await makeVoucher(db, { total_limit: 10, cost_amount: 100 });
  const customers = await Promise.all(Array.from({ length: SESSIONS }, () => newCustomer(server)));
  await Promise.all(customers.map((customer) => fillWallet(server, customer, 'point', 150)));
  const responses = await Promise.all(customers.map((customer) => buy(customer, id)));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(responses.filter(({ body }) => body.code === 'voucher.sold_out')).toHaveLength(40);
  for (const [index, customer] of customers.entries()) {
    expect(await readBalance(customer)).toBe(responses[index]?.status === 201 ? 50 : 150);
  }
  const codes = await queryOne('select count(distinct code)::int as issued from own_vouchers where voucher_id = $1', [
    id,
  ]);
  expect(codes).toEqual({ issued: 10 });
});

test('fifty requests of one customer never buy beyond the limit or the balance', async () => {
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'point', 350);
  const [limited, dear] = [await makeVoucher(db, { customer_limit: 1 }), await makeVoucher(db, { cost_amount: 100 })];
  const requests = [limited, dear].flatMap((id) => Array.from({ length: SESSIONS / 2 }, () => buy(customer, id)));
  const codes = (await Promise.all(requests)).map(({ status, body }) => (status === 201 ? 'bought' : body.code));
  expect(
    Object.fromEntries(Object.entries(Object.groupBy(codes, String)).map(([code, all]) => [code, all?.length])),
  ).toEqual({
    bought: 4,
    'voucher.limit': 24,
    'wallet.too_little_point': 22,
  });
  expect(await readBalance(customer)).toBe(50);
});

test('one voucher in fifty carts at once: one order takes it, at most once', async () => {
  const owner = await newCustomer(server);
  const voucher_id = await give(owner);
  const others = await Promise.all(Array.from({ length: SESSIONS - 1 }, () => newCustomer(server)));
  const ready = [await prepareCheckout(owner, voucher_id)];
  for (const other of others) ready.push(await prepareCheckout(other, null));
  // As if the other customers' carts had the owner's voucher.
  await db.raw(`update carts set choices = choices || jsonb_build_object('voucher_id', $1::text)`, [voucher_id]);
  const stock = await readStock(db, product);
  const twice = [...ready, ...ready];
  const responses = await Promise.all(twice.map(({ shopper, cart }) => shopper.place(cart)));
  expect(responses.map(({ status }) => status)).toEqual(Array(SESSIONS * 2).fill(201));
  const orders = await queryOne(
    `select count(*)::int as orders, count(*) filter (where voucher > 0)::int as with_voucher,
       sum(voucher)::int as taken_off from orders where customer_id = any($1)`,
    [[owner, ...others].map(({ id }) => id)],
  );
  expect(orders).toEqual({ orders: SESSIONS, with_voucher: 1, taken_off: 500 });
  expect(stock - (await readStock(db, product))).toBe(SESSIONS);
  const own = await queryOne('select state, order_id from own_vouchers where id = $1', [voucher_id]);
  expect(own).toEqual({ state: 'reserved', order_id: responses[0]?.body.order.id });
});

test('cancel racing complete: the voucher is used or given back, never both', async () => {
  for (let round = 0; round < 10; round++) {
    const customer = await newCustomer(server);
    const voucher_id = await give(customer);
    const { shopper, cart } = await prepareCheckout(customer, voucher_id);
    const { order } = (await shopper.place(cart)).body;
    for (let step = 0; step < 3; step++) await staff('POST', `/orders/${order.id}/advance`, {});
    await Promise.all([
      staff('POST', `/orders/${order.id}/advance`, { to: 'complete' }),
      staff('POST', `/orders/${order.id}/cancel`, { comment: 'Race' }),
      staff('POST', `/orders/${order.id}/cancel`, { comment: 'Race again' }),
    ]);
    const now = await queryOne('select status from orders where id = $1', [order.id]);
    const own = await queryOne(
      'select state, order_id, used_at is not null as was_used from own_vouchers where id = $1',
      [voucher_id],
    );
    expect(own).toEqual(
      now?.status === 'complete'
        ? { state: 'used', order_id: order.id, was_used: true }
        : { state: 'active', order_id: null, was_used: false },
    );
  }
});
