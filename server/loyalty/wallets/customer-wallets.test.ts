/** docs/api.md#loyalty: wallets of joined and removed accounts. */
import { expect, test } from 'vitest';
import { mergeAccounts } from '../../account/merge-accounts.ts';
import { NO_REQUEST, publish } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { newCustomer, type TestCustomer } from '../../testing/customer.ts';
import { makeVoucher } from '../../testing/make-voucher.ts';
import { makeDistinctAddress, prepareOrder } from '../../testing/orders/distinct-buyer.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';
import { inTransaction } from '../../transaction.ts';
import { countSpend } from '../membership/membership.ts';
import { giveRewards, rewardBirthdays } from '../rewards/rewards.ts';
import { checkWallets } from './check-wallets.ts';
import { changeWallets, type WalletChange } from './wallets.ts';

const now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { app, api, db } = server;
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
const later = (days: number): Date => new Date(now.getTime() + days * 86_400_000);
const staff = operator(server);
const till = (path: string, body: object) =>
  api('POST', `/till/${path}`, { body, headers: { 'x-api-key': 'demo-till' } });
const change = ({ id }: TestCustomer, ...changes: WalletChange[]) =>
  inTransaction(system(), (ctx) => changeWallets(ctx, id, changes));
const earn = (kind: 'point' | 'store_credit', amount: number, expires_at: Date | null): WalletChange => ({
  do: 'earn',
  kind,
  amount,
  action: 'adjustment',
  source: `adjustment:${kind}:${amount}`,
  expires_at,
});

const readBalances = async (customer: TestCustomer) => {
  const { point, store_credit } = (await customer.call('GET', '/wallet_transactions')).body.balances;
  return { points: point.balance, coins: store_credit.balance };
};

/** Joins another customer's record into the customer's account, as after proving the other's email. */
const join = (into: TestCustomer, other: TestCustomer) =>
  mergeAccounts(system(), into.id, { kind: 'email', value: other.email });

test('joining two accounts moves balances with their expiry, check-ins, spend and the higher tier', async () => {
  const [into, other] = [await newCustomer(server), await newCustomer(server)];
  await change(into, earn('point', 100, later(10)));
  await change(other, earn('point', 70, later(5)), earn('store_credit', 900, null));
  await other.call('POST', '/checkin');
  await inTransaction(system(), (ctx) => countSpend(ctx, other.id, 'receipt:1', 350_00));
  await join(into, other);
  const { body } = await into.call('GET', '/wallet_transactions');
  expect(body.balances).toMatchObject({ point: { balance: 171 }, store_credit: { balance: 900 } });
  expect(body.balances.point.next_expiry).toEqual({ amount: 70, at: later(5).toISOString() });
  expect(body.data).toContainEqual(
    expect.objectContaining({ action: 'transfer', amount: 71, description: 'From the account you merged' }),
  );
  expect((await into.call('GET', '/checkin')).body).toMatchObject({ checked_in_today: true, streak: 1 });
  const { current } = (await into.call('GET', '/membership-tiers/wallet-rule-action')).body;
  expect(current).toMatchObject({ tier: { code: 'tunas' }, spent: '350.00' });
  const { rows } = await db.raw('select sum(balance)::int as left from wallets where customer_id = $1', [other.id]);
  expect(rows).toEqual([{ left: 0 }]);
});

/** Earns like an action that is rewarded once. */
const reward = (action: 'profile' | 'birthday', kind: 'point' | 'store_credit', amount: number): WalletChange => ({
  ...{ do: 'earn', kind, amount, expires_at: null, action },
  source: action === 'birthday' ? 'birthday:2026' : action,
});

test('a reward that several joined accounts had counts once: the highest stays, and coins stop at zero (docs/readings.md#57)', async () => {
  const [into, other, third] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  const use = { do: 'spend', kind: 'store_credit', action: 'voucher', source: 'voucher:1' } as const;
  await change(into, reward('profile', 'point', 100), reward('birthday', 'store_credit', 300), { ...use, amount: 300 });
  await change(other, reward('profile', 'point', 120), reward('birthday', 'store_credit', 300), {
    ...use,
    amount: 200,
  });
  await change(third, reward('profile', 'point', 110));
  await join(into, other);
  expect(await readBalances(into)).toEqual({ points: 120, coins: 0 });
  const { body } = await into.call('GET', '/wallet_transactions?search=action:repeated');
  expect(
    body.data.map(({ amount, description }: { amount: number; description: string }) => [amount, description]),
  ).toEqual([-100, -100].map((amount) => [amount, 'Taken back: the account you merged already had this reward']));
  await join(into, third);
  expect(await readBalances(into)).toEqual({ points: 120, coins: 0 });
  expect((await checkWallets(system())).wrong).toEqual([]);
});

test('a reward that a joined account had is not given again (docs/readings.md#57)', async () => {
  const [into, other] = [await newCustomer(server), await newCustomer(server)];
  const publishUpdate = () =>
    inTransaction(system(), (ctx) => publish(ctx, { type: 'customer.updated', customer_id: into.id }));
  await change(other, reward('profile', 'point', 100), reward('birthday', 'point', 100));
  await join(into, other);
  const { points } = await readBalances(into);
  await db.raw(`update customers set date_of_birth = '1990-11-20', gender = 'female' where id = $1`, [into.id]);
  await publishUpdate();
  await rewardBirthdays(system());
  // The joined email was proven just now.
  expect((await readBalances(into)).points).toBe(points + 50);
});

test('of the vouchers that joined accounts got for one action, one stays (docs/readings.md#57)', async () => {
  const [into, other, later] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  const code = `PROFILE${Date.now()}`;
  await makeVoucher(db, { code, issued_for: 'profile', is_offered: false, valid_days: 30 });
  const complete = (customer: TestCustomer) =>
    inTransaction(system(), (ctx) => giveRewards(ctx, customer.id, [{ action: 'profile', source: 'profile' }]));
  await complete(into);
  await complete(other);
  await join(into, other);
  await join(later, into);
  await complete(later);
  const { data } = (await later.call('GET', '/voucher/activated')).body;
  expect(data.filter(({ name }: { name: string }) => name === code)).toMatchObject([{ status: 'active' }]);
  await db.raw('update vouchers set is_active = false where code = $1', [code]);
});

test('the export has the entries that an account made before it was joined', async () => {
  const [into, other] = [await newCustomer(server), await newCustomer(server)];
  await change(into, earn('point', 100, null));
  await change(other, earn('point', 70, null));
  await join(into, other);
  const { wallet_entries } = (await into.call('GET', '/me/export')).body.data;
  const entries = wallet_entries.map((entry: { action: string; amount: number; of_joined_account: boolean }) => [
    ...[entry.action, entry.amount, entry.of_joined_account],
  ]);
  expect(entries).toEqual([
    ['adjustment', 100, false],
    ['adjustment', 70, true],
    ['transfer', -70, true],
    ['transfer', 70, false],
  ]);
});

test('what the joined account spent comes back to the account: by a canceled order, and by a reversed receipt', async () => {
  const [first, second, into] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  await change(first, earn('point', 500, later(40)), earn('store_credit', 900, null));
  const purchase = await first.call('POST', '/voucher/activated', { voucher_id: await makeVoucher(db) });
  const { shopper } = await prepareOrder(server, makeDistinctAddress(), { price: 2_000, customer: first });
  const voucher_id = purchase.body.voucher.id;
  const cart = await shopper.prepare({ use_points: 500, use_golds: 400, voucher_id });
  const { order } = (await shopper.place(cart)).body;
  const redemption = { member_id: first.id, receipt: 'R-1', kind: 'store_credit', amount: 300 };
  expect((await till('redeem', redemption)).status).toBe(201);
  await join(second, first);
  // The second account now has the email of the first.
  await join(into, first);
  expect(await readBalances(into)).toEqual({ points: 0, coins: 200 });
  expect((await staff('POST', `/orders/${order.id}/cancel`, { comment: 'Sold out' })).status).toBe(200);
  expect((await till('reverse', { receipt: 'R-1' })).body.reversed).toHaveLength(1);
  expect(await readBalances(into)).toEqual({ points: 500, coins: 900 });
  const { balances } = (await into.call('GET', '/wallet_transactions')).body;
  expect(balances.point.next_expiry).toEqual({ amount: 500, at: later(40).toISOString() });
  expect((await into.call('GET', '/voucher/activated')).body.data).toMatchObject([
    { id: voucher_id, status: 'active', locked: false },
  ]);
});

test('spend of both accounts counts for the tier at once; a price group that was given by hand stays', async () => {
  const [into, other] = [await newCustomer(server), await newCustomer(server)];
  for (const { id } of [into, other]) {
    await inTransaction(system(), (ctx) => countSpend(ctx, id, `receipt:${id}`, 200_00));
  }
  const [group] = (await db.raw(`insert into customer_groups (code) values ('by-hand') returning id`)).rows;
  await db.raw('update customers set group_id = $2 where id = $1', [into.id, group?.id]);
  await join(into, other);
  const { current } = (await into.call('GET', '/membership-tiers/wallet-rule-action')).body;
  expect(current).toMatchObject({ tier: { code: 'tunas' }, spent: '400.00' });
  const { rows } = await db.raw('select group_id from customers where id = $1', [into.id]);
  expect(rows).toEqual([{ group_id: group?.id }]);
});

test('referrals move: the own friends, and who referred the account; between the two there is none', async () => {
  const readCode = async (customer: TestCustomer) => (await customer.call('GET', '/refer-code')).body.code;
  const makeFriend = async (referrer: TestCustomer) => newCustomer(server, { referral_code: await readCode(referrer) });
  const [stranger, into] = [await newCustomer(server), await newCustomer(server)];
  const other = await makeFriend(stranger);
  await makeFriend(other);
  const oneself = await makeFriend(into);
  await join(into, other);
  await join(into, oneself);
  const listStates = async (customer: TestCustomer) =>
    (await customer.call('GET', '/referrals')).body.data.map(({ state }: { state: string }) => state).toSorted();
  expect([await listStates(stranger), await listStates(into)]).toEqual([['signed_up'], ['signed_up', 'void']]);
  const { shopper, cart } = await prepareOrder(server, makeDistinctAddress(), { customer: into });
  const { order } = (await shopper.place(cart)).body;
  for (let step = 0; step < 4; step++) await staff('POST', `/orders/${order.id}/advance`, {});
  expect(await listStates(stranger)).toEqual(['rewarded']);
  expect(await readBalances(stranger)).toMatchObject({ coins: 500 });
  expect(await readBalances(into)).toMatchObject({ coins: 0 });
});

test('a negative balance of points moves too', async () => {
  const [into, other] = [await newCustomer(server), await newCustomer(server)];
  await change(into, earn('point', 100, null));
  await change(other, { do: 'take back', kind: 'point', amount: 30, action: 'clawback', source: 'order:1' });
  await join(into, other);
  expect((await into.call('GET', '/wallet_transactions')).body.balances.point.balance).toBe(70);
});

test('removing the account forfeits wallets, vouchers and pending points; the export has all of them', async () => {
  const customer = await newCustomer(server);
  await change(customer, earn('point', 250, null), earn('store_credit', 40, null));
  await customer.call('POST', '/voucher/activated', { voucher_id: await makeVoucher(db) });
  const { shopper, cart } = await prepareOrder(server, makeDistinctAddress(), { price: 2_000, customer });
  const { order } = (await shopper.place(cart)).body;
  for (let step = 0; step < 4; step++) await staff('POST', `/orders/${order.id}/advance`, {});
  const { body } = await customer.call('GET', '/me/export');
  expect(body.data).toMatchObject({
    wallet_entries: [{ amount: 250 }, { amount: 40 }, { action: 'first_order', amount: 200 }],
    pending_earnings: [{ kind: 'point', amount: 20, state: 'pending', action: 'order' }],
    vouchers: [{ state: 'active' }],
    membership: [{ tier: 'benih', since: expect.any(String), until: null }],
    referrals: [],
  });
  const removal = await customer.call('POST', '/me/delete', { password: customer.password });
  expect(removal.body).toEqual({ success: true });
  const { rows } = await db.raw(
    `select w.balance::int, w.lots, (select sum(amount)::int from wallet_entries e
       where e.customer_id = w.customer_id and e.kind = w.kind) as entries
     from wallets w where customer_id = $1`,
    [customer.id],
  );
  expect(rows).toEqual(Array(2).fill({ balance: 0, lots: [], entries: 0 }));
  const leftovers = await db.raw(
    'select state from own_vouchers where customer_id = $1 union all select state from pending_earnings where customer_id = $1',
    [customer.id],
  );
  expect(leftovers.rows.map(({ state }) => state)).toEqual(['void', 'reversed']);
});
