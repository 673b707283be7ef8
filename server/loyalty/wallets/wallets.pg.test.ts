/** Races for points and coins, on PostgreSQL: spent, earned, expired and returned exactly once. */
import { afterEach, expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { lockOrder } from '../../orders/change-status.sql.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../../testing/customer.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { WITHOUT_OPEN_ORDER_LIMITS } from '../../testing/orders/open-order-settings.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';
import { inTransaction } from '../../transaction.ts';
import { releaseEarnings, spendOnOrder } from '../order-wallets.ts';
import { checkWallets } from './check-wallets.ts';
import { expireDueLots } from './expiry.ts';
import { changeWallets } from './wallets.ts';

let now = new Date();
const server = await testServer({ clock: () => now, env: WITHOUT_OPEN_ORDER_LIMITS });
const { app, db } = server;
const staff = operator(server);
await db.raw('update delivery_slot_templates set capacity = 10000');
const product = await makeProduct(db, { price: 2_000, stock: 100_000 });
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
const later = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

afterEach(async () => {
  expect((await checkWallets(system())).wrong).toEqual([]);
});

async function newCustomerWith(amount: number, kind: 'point' | 'store_credit', expires_at: Date | null = null) {
  const customer = await newCustomer(server);
  const start = { do: 'earn', action: 'adjustment', source: 'adjustment:start', amount, expires_at, kind } as const;
  await inTransaction(system(), (ctx) => changeWallets(ctx, customer.id, [start]));
  return customer;
}

const readBalances = async (customer: TestCustomer) => {
  const { point, store_credit } = (await customer.call('GET', '/wallet_transactions')).body.balances;
  return { points: point.balance, pending: point.pending, coins: store_credit.balance };
};

async function prepare(customer: TestCustomer, choices: object) {
  const shopper = await newShopper(server, customer);
  await shopper.fill([product, 1]);
  return { shopper, cart: await shopper.prepare({ shipping_address: makeDistinctAddress(), ...choices }) };
}

async function place(customer: TestCustomer, choices: object) {
  const { shopper, cart } = await prepare(customer, choices);
  return (await shopper.place(cart)).body.order;
}

const listSpends = async (customer: TestCustomer) =>
  (await db.raw(`select amount::int from wallet_entries where customer_id = $1 and action = 'spend'`, [customer.id]))
    .rows;

test('30 orders of one wallet of 1,000 coins spend 800 each at once: one succeeds, 200 are left', async () => {
  const customer = await newCustomerWith(1_000, 'store_credit');
  const orders = [];
  for (let i = 0; i < 30; i++) orders.push(await place(customer, {}));
  const outcomes = await Promise.all(
    orders.map(({ id, order_number }) =>
      inTransaction(system(), (ctx) =>
        spendOnOrder(ctx, { id, order_number, customer_id: customer.id, points_used: 0, coins: 800 }),
      ),
    ),
  );
  expect(outcomes.filter((isCovered) => isCovered)).toHaveLength(1);
  expect(await listSpends(customer)).toEqual([{ amount: -800 }]);
  expect(await readBalances(customer)).toMatchObject({ coins: 200 });
});

test('30 checkouts of one cart with 800 of 1,000 coins become one order', async () => {
  const customer = await newCustomerWith(1_000, 'store_credit');
  const { shopper, cart } = await prepare(customer, { use_golds: 800 });
  expect(cart.use_golds).toBe(800);
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, i) => shopper.place(cart, {}, { 'idempotency-key': `race ${customer.id} ${i}` })),
  );
  expect(new Set(responses.map(({ body }) => body.order?.id)).size).toBe(1);
  expect(await listSpends(customer)).toEqual([{ amount: -800 }]);
  expect(await readBalances(customer)).toMatchObject({ coins: 200 });
});

test('an order races adjustments of the same wallet: it is placed for what it showed, or refused as changed', async () => {
  for (let round = 0; round < 8; round++) {
    const customer = await newCustomerWith(1_000, 'store_credit');
    const { shopper, cart } = await prepare(customer, { use_golds: 800 });
    const take = { kind: 'store_credit', amount: -900, reason: 'Race' };
    const [orderResponse, adjustment] = await Promise.all([
      shopper.place(cart),
      staff('POST', `/wallets/${customer.id}/adjust`, take),
    ]);
    if (orderResponse.status === 201) {
      expect([adjustment.body.code, orderResponse.body.order.totals.coins]).toEqual([
        'wallet.too_little_store_credit',
        '8.00',
      ]);
      expect(await readBalances(customer)).toMatchObject({ coins: 200 });
    } else {
      expect([orderResponse.body.code, adjustment.status, orderResponse.body.cart.use_golds]).toEqual([
        'checkout.changed',
        200,
        100,
      ]);
      expect(await readBalances(customer)).toMatchObject({ coins: 100 });
    }
  }
});

test('cancellation races completion: earned, or given back, exactly once', async () => {
  for (let round = 0; round < 8; round++) {
    const customer = await newCustomerWith(500, 'store_credit');
    const order = await place(customer, { use_golds: 500 });
    await staff('POST', `/orders/${order.id}/advance`, { to: 'processing' });
    const cancel = () => staff('POST', `/orders/${order.id}/cancel`, { comment: 'Race' });
    const advance = () => staff('POST', `/orders/${order.id}/advance`, {});
    await Promise.all([cancel(), advance(), cancel(), advance(), advance(), cancel()]);
    for (let step = 0; step < 3; step++) await advance();
    const { status } = (await staff('GET', `/orders/${order.id}`)).body.order;
    const { rows } = await db.raw(
      `select action, amount::int from wallet_entries where order_id = $1 order by action`,
      [order.id],
    );
    if (status === 'canceled') {
      expect(rows).toEqual([
        { action: 'return', amount: 500 },
        { action: 'spend', amount: -500 },
      ]);
      expect(await readBalances(customer)).toEqual({ points: 0, pending: 0, coins: 500 });
    } else {
      expect(status).toBe('complete');
      expect(rows).toEqual([
        { action: 'first_order', amount: 200 },
        { action: 'spend', amount: -500 },
      ]);
      // RM20.00 less RM5.00 of coins.
      expect(await readBalances(customer)).toMatchObject({ pending: 15, coins: 0 });
    }
  }
});

test('jobs run five times at once: due points become available once, and due lots expire once', async () => {
  const before = now;
  const expiringCustomers = [];
  for (let i = 0; i < 5; i++) expiringCustomers.push(await newCustomerWith(70, 'point', later(3)));
  const earningCustomers = [];
  for (let i = 0; i < 5; i++) {
    const customer = await newCustomerWith(1, 'store_credit');
    const order = await place(customer, {});
    for (let step = 0; step < 4; step++) await staff('POST', `/orders/${order.id}/advance`, {});
    earningCustomers.push(customer);
  }
  now = later(6);
  const FIVE = [1, 2, 3, 4, 5];
  const [releasedCounts, expiredCounts] = await Promise.all([
    Promise.all(FIVE.map(() => releaseEarnings(system()))),
    Promise.all(FIVE.map(() => expireDueLots(system()))),
  ]);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  expect(sum(releasedCounts)).toBeGreaterThanOrEqual(5);
  expect(sum(expiredCounts)).toBe(5);
  // 20 points for the order and 200 for a first order.
  for (const customer of earningCustomers)
    expect(await readBalances(customer)).toMatchObject({ points: 220, pending: 0 });
  for (const customer of expiringCustomers) expect(await readBalances(customer)).toMatchObject({ points: 0 });
  now = before;
});

test('points of an order become available while another transaction has locked the order', async () => {
  const before = now;
  const customer = await newCustomerWith(1, 'store_credit');
  const order = await place(customer, {});
  for (let step = 0; step < 4; step++) await staff('POST', `/orders/${order.id}/advance`, {});
  now = later(6);
  // A refund locks the order first and the wallets last; the job locks the wallets and then refers to the order.
  const refund = await server.database.pool.connect();
  try {
    await refund.query('begin');
    await refund.query(lockOrder.text, [order.id]);
    expect(await releaseEarnings(system())).toBe(1);
  } finally {
    // Ends the connection, and so the transaction.
    refund.release(true);
    now = before;
  }
});
