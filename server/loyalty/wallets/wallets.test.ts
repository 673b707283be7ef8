/** docs/api.md#loyalty: ledgers of points and coins. */
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { newCustomer, type TestCustomer } from '../../testing/customer.ts';
import { testServer } from '../../testing/test-server.ts';
import { inTransaction } from '../../transaction.ts';
import { changeWallets, giveBackSpent, type WalletChange } from './wallets.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { app, db } = server;
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
const change = ({ id }: TestCustomer, ...changes: WalletChange[]) =>
  inTransaction(system(), (ctx) => changeWallets(ctx, id, changes));

const later = (days: number): Date => new Date(now.getTime() + days * 86_400_000);
const earn = (amount: number, source: string, expires_at: Date | null = later(90)): WalletChange => ({
  do: 'earn',
  kind: 'point',
  action: 'adjustment',
  source,
  amount,
  expires_at,
  details: { reason: 'goodwill' },
});
const spend = (amount: number, source: string): WalletChange => ({
  do: 'spend',
  kind: 'point',
  action: 'spend',
  source,
  amount,
  details: { order_number: 'ABCD1234' },
});

test('GET /wallet_transactions lists entries, newest first, with balance, value and next expiry', async () => {
  const customer = await newCustomer(server);
  await change(customer, earn(1_500, 'adjustment:1', later(10)), earn(500, 'adjustment:2', null));
  now = later(1);
  await change(customer, spend(300, 'order:1'));
  const { status, body } = await customer.call('GET', '/wallet_transactions?search=kind:point');
  expect(status).toBe(200);
  expect(body.balances.point).toEqual({
    balance: 1_700,
    pending: 0,
    value: '17.00',
    next_expiry: { amount: 1_200, at: later(9).toISOString() },
  });
  expect(body.balances.store_credit).toEqual({ balance: 0, pending: 0, value: '0.00', next_expiry: null });
  expect(body.data).toHaveLength(3);
  expect(body.data[0]).toMatchObject({
    amount: -300,
    balance_after: 1_700,
    state: 'available',
    action: 'spend',
    description: 'Used for order ABCD1234',
  });
  const list = async (query: string) => (await customer.call('GET', `/wallet_transactions?${query}`)).body;
  expect(await list('limit=2&page=9')).toMatchObject({ data: [], total: 3, last_page: 2 });
  const sorted = (await list('orderBy=created_at&sortedBy=asc')).data.map(({ amount }: { amount: number }) => amount);
  expect(sorted).toEqual([1_500, 500, -300]);
  expect(await list('search=spend')).toMatchObject({ total: 1, data: [{ action: 'spend' }] });
  expect(await list('orderBy=made_up')).toMatchObject({ code: 'list.unknown_sort' });
  const zh = await customer.call('GET', '/wallet_transactions?search=action:adjustment&lang=zh');
  expect(zh.body.data.map((each: { description: string }) => each.description)).toEqual(
    Array(2).fill('客服调整：goodwill'),
  );
  const one = await customer.call('GET', `/wallet_transactions/${body.data[0].id}`);
  expect(one.body.amount).toBe(-300);
  const other = await newCustomer(server);
  expect((await other.call('GET', `/wallet_transactions/${body.data[0].id}`)).status).toBe(404);
  expect((await other.call('GET', '/wallet_transactions')).body).toMatchObject({ total: 0, data: [] });
  expect((await customer.call('GET', '/wallet_transactions?search=colour:red')).status).toBe(422);
});

test('entries of the same time are listed in the order in which they were written', async () => {
  const customer = await newCustomer(server);
  const amounts = [1, 2, 3, 4, 5, 6, 7, 8];
  for (const amount of amounts) await change(customer, earn(amount, `adjustment:same-time-${amount}`));
  const { body } = await customer.call('GET', '/wallet_transactions');
  expect(body.data.map((entry: { amount: number }) => entry.amount)).toEqual(amounts.toReversed());
});

test('a source earns or spends only once, and nothing beyond the balance', async () => {
  const customer = await newCustomer(server);
  await change(customer, earn(200, 'adjustment:3'));
  await expect(change(customer, earn(200, 'adjustment:3'))).rejects.toThrow(/wallet_entries_once/);
  await expect(change(customer, spend(201, 'order:2'))).rejects.toThrow('wallet.too_little_point');
  const { body } = await customer.call('GET', '/wallet_transactions');
  expect([body.total, body.balances.point.balance]).toEqual([1, 200]);
});

test('gives the lots of a debit back once, with their expiry', async () => {
  const customer = await newCustomer(server);
  const expires_at = later(20);
  await change(customer, earn(400, 'adjustment:4', expires_at), spend(400, 'order:3'));
  const giveBack = () =>
    inTransaction(system(), (ctx) =>
      giveBackSpent(ctx, customer.id, {
        source: 'order:3',
        by: 'order:3',
        parts: { point: { before: 0, amount: 400 }, store_credit: { before: 0, amount: 0 } },
        details: { order_number: 'ABCD1234' },
        grace: later(30),
      }),
    );
  expect(await giveBack()).toMatchObject([{ kind: 'point', amount: 400, balance_after: 400 }]);
  expect(await giveBack()).toEqual([]);
  const { body } = await customer.call('GET', '/wallet_transactions');
  expect(body.balances.point.next_expiry).toEqual({ amount: 400, at: expires_at.toISOString() });
});

test('a clawback may make points negative, never coins', async () => {
  const customer = await newCustomer(server);
  await change(customer, earn(50, 'adjustment:5'));
  const takeBack = (kind: 'point' | 'store_credit'): WalletChange => ({
    do: 'take back',
    kind,
    action: 'clawback',
    source: 'order:4',
    amount: 80,
    details: { order_number: 'ABCD1234' },
  });
  await change(customer, takeBack('point'), takeBack('store_credit'));
  await change(customer, earn(100, 'adjustment:6'));
  const { body } = await customer.call('GET', '/wallet_transactions?search=kind:point');
  expect(body.data.map((each: { balance_after: number }) => each.balance_after).toSorted()).toEqual([-30, 50, 70]);
  expect(body.balances).toMatchObject({ point: { balance: 70 }, store_credit: { balance: 0 } });
});

test('entries cannot be changed or deleted', async () => {
  const customer = await newCustomer(server);
  await change(customer, earn(10, 'adjustment:7'));
  const message = 'Entries of a ledger are never changed or deleted';
  await expect(db.raw('update wallet_entries set amount = 11 where customer_id = $1', [customer.id])).rejects.toThrow(
    message,
  );
  await expect(db.raw('delete from wallet_entries where customer_id = $1', [customer.id])).rejects.toThrow(message);
});
