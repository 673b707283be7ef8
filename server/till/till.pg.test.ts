/** Races of tills, with each other and with online orders, on PostgreSQL (docs/api.md#till). */
import { afterEach, expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { checkWallets } from '../loyalty/wallets/check-wallets.ts';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { fillWallet, makeVoucher } from '../testing/make-voucher.ts';
import { prepareOrder } from '../testing/orders/distinct-buyer.ts';
import { type TestResponse, testServer } from '../testing/test-server.ts';

const server = await testServer();
const { app, db } = server;
await db.raw('update delivery_slot_templates set capacity = 10000');
const product = await makeProduct(db, { price: 2_000, stock: 1_000 });

const TILLS = 20;
const ROUNDS = 8;

afterEach(async () => {
  const system = makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
  expect((await checkWallets(system)).wrong).toEqual([]);
});

const till = (path: string, body: object) =>
  server.api('POST', `/till/${path}`, { body, headers: { 'x-api-key': 'demo-till' } });
const sendAtOnce = (send: (index: number) => Promise<TestResponse>) =>
  Promise.all(Array.from({ length: TILLS }, (_, index) => send(index)));

/** Counts the responses by status or refusal. */
const countOutcomes = (responses: readonly TestResponse[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(responses, ({ status, body }) => String(body.code ?? status))).map(
      ([outcome, all]) => [outcome, all?.length],
    ),
  );

async function readWallets(customer: TestCustomer) {
  const { balances, data } = (await customer.call('GET', '/wallet_transactions?limit=100')).body;
  const entries = data.filter(({ action }: { action: string }) => action !== 'adjustment');
  return { points: balances.point.balance, coins: balances.store_credit.balance, entries: entries.length };
}

async function newCustomerWith(coins: number) {
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'store_credit', coins);
  return customer;
}

async function giveVoucher(customer: TestCustomer) {
  const voucher_id = await makeVoucher(db, { usable: ['online', 'store'] });
  return (await customer.call('POST', '/voucher/activated', { voucher_id })).body.voucher;
}

test('a receipt that is awarded, redeemed for and reversed 20 times at once counts once', async () => {
  const { id: member_id, ...customer } = await newCustomerWith(1_000);
  const receipt = 'R-1';
  const awards = await sendAtOnce(() => till('award', { member_id, receipt, amount: '40.00' }));
  const spends = await sendAtOnce(() => till('redeem', { member_id, receipt, kind: 'store_credit', amount: 300 }));
  expect([countOutcomes(awards), countOutcomes(spends)]).toEqual([{ 201: TILLS }, { 201: TILLS }]);
  expect(await readWallets({ id: member_id, ...customer })).toEqual({ points: 40, coins: 700, entries: 2 });
  const reversals = await sendAtOnce(() => till('reverse', { receipt }));
  expect(countOutcomes(reversals)).toEqual({ 200: TILLS });
  for (const { body } of reversals) expect(body).toEqual(reversals[0]?.body);
  expect(await readWallets({ id: member_id, ...customer })).toEqual({ points: 0, coins: 1_000, entries: 4 });
});

test('20 tills redeem one wallet and one voucher at once: never below zero, and the voucher once', async () => {
  const { id: member_id, ...customer } = await newCustomerWith(1_000);
  const { code } = await giveVoucher({ id: member_id, ...customer });
  const [coins, vouchers] = await Promise.all([
    sendAtOnce((index) => till('redeem', { member_id, receipt: `C-${index}`, kind: 'store_credit', amount: 300 })),
    sendAtOnce((index) => till('redeem', { member_id, receipt: `V-${index}`, voucher_code: code })),
  ]);
  expect(countOutcomes(coins)).toEqual({ 201: 3, 'wallet.too_little_store_credit': TILLS - 3 });
  expect(countOutcomes(vouchers)).toEqual({ 201: 1, 'voucher.used': TILLS - 1 });
  expect(await readWallets({ id: member_id, ...customer })).toEqual({ points: 0, coins: 100, entries: 3 });
});

test('an award races its reversal: the points are awarded or reversed, as the responses state', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id: member_id, ...customer } = await newCustomerWith(1);
    const receipt = `A-${round}`;
    const award = () => till('award', { member_id, receipt, amount: '40.00' });
    const reverse = () => till('reverse', { receipt });
    const [first, reversal, second] = await Promise.all([award(), reverse(), award()]);
    const isReversed = reversal.status === 200;
    if (isReversed) {
      expect(reversal.body.reversed).toHaveLength(1);
      expect((await award()).body.code).toBe('till.receipt_differs');
    } else {
      expect(reversal.body.code).toBe('till.receipt_unknown');
      expect(countOutcomes([first, second])).toEqual({ 201: 2 });
    }
    const { points, entries } = await readWallets({ id: member_id, ...customer });
    expect([points, entries]).toEqual(isReversed ? [0, 2] : [40, 1]);
    const { spent } = (await customer.call('GET', '/membership-tiers/wallet-rule-action')).body.current;
    expect(spent).toBe(isReversed ? '0.00' : '40.00');
  }
});

test('tills race an online order for the same coins and voucher: they are spent in one place', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const customer = await newCustomerWith(1_000);
    const voucher = await giveVoucher(customer);
    const choices = { use_golds: 800, voucher_id: voucher.id };
    const { shopper } = await prepareOrder(server, {}, { product, customer });
    const cart = await shopper.prepare(choices);
    const redeem = (fields: object) => till('redeem', { member_id: customer.id, ...fields });
    const [order, coins, voucherUse] = await Promise.all([
      shopper.place(cart),
      redeem({ receipt: `O-${round}`, kind: 'store_credit', amount: 900 }),
      redeem({ receipt: `P-${round}`, voucher_code: voucher.code }),
    ]);
    if (order.status === 201) {
      expect(order.body.order.totals).toMatchObject({ coins: '8.00', voucher: '5.00' });
      expect([coins.body.code, voucherUse.body.code]).toEqual(['wallet.too_little_store_credit', 'voucher.locked']);
      expect((await readWallets(customer)).coins).toBe(200);
    } else {
      expect(order.body.code).toBe('checkout.changed');
      expect([coins.status, voucherUse.status]).toContain(201);
      expect((await readWallets(customer)).coins).toBe(coins.status === 201 ? 100 : 1_000);
    }
  }
});
