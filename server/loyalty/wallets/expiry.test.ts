/** docs/api.md#loyalty: points expire by lot, with notice 30 and 7 days ahead; wallets follow from their entries. */
import { beforeEach, expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { sendMails } from '../../notifications/send-mails.ts';
import type { Mail } from '../../partners/mail/mailer.ts';
import { newCustomer, type TestCustomer } from '../../testing/customer.ts';
import { testServer } from '../../testing/test-server.ts';
import { inTransaction } from '../../transaction.ts';
import { checkWallets, requireConsistentWallets } from './check-wallets.ts';
import { expireDueLots, notifyOfExpiry } from './expiry.ts';
import { changeWallets, giveBackSpent, type WalletChange } from './wallets.ts';

const START = new Date('2026-11-20T02:00:00Z');
let now = START;
const server = await testServer({ clock: () => now });
const { app, db } = server;
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
const later = (days: number): Date => new Date(START.getTime() + days * 86_400_000);
beforeEach(() => {
  now = START;
});

const earn = (amount: number, source: string, expires_at: Date | null): WalletChange => ({
  do: 'earn',
  kind: 'point',
  action: 'adjustment',
  source,
  amount,
  expires_at,
});
const change = ({ id }: TestCustomer, ...changes: WalletChange[]) =>
  inTransaction(system(), (ctx) => changeWallets(ctx, id, changes));

/** Composes the mails that were enqueued for the customer about points, oldest first. */
async function composeMails({ id }: TestCustomer): Promise<Mail[]> {
  const { rows } = await db.raw(
    `select j.data from pgboss.job j join notifications n on n.id::text = j.data ->> 'notification_id'
     where j.name = 'mail' and n.kind = 'points-expiring' and n.customer_id = $1 order by j.created_on, j.id`,
    [id],
  );
  const sentMails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sentMails.push(mail) };
  const jobs = rows.map(({ data }) => data as Parameters<typeof sendMails>[2][number]);
  for (const job of jobs) await Promise.all(sendMails(system(), mailer, [job]));
  return sentMails;
}

test('a lot that an older request returned after the expiry job also expires', async () => {
  const customer = await newCustomer(server);
  await change(customer, earn(100, 'a', later(5)));
  await change(customer, { do: 'spend', kind: 'point', action: 'spend', source: 'order:1', amount: 60 });
  now = later(5);
  expect(await expireDueLots(system())).toBe(1);
  now = new Date(later(5).getTime() - 1);
  const parts = { point: { before: 0, amount: 60 }, store_credit: { before: 0, amount: 0 } };
  const giveBack = { source: 'order:1', by: 'order:1', parts, grace: later(35) };
  await inTransaction(system(), (ctx) => giveBackSpent(ctx, customer.id, giveBack));
  now = later(6);
  expect(await expireDueLots(system())).toBe(1);
  expect((await checkWallets(system())).wrong).toEqual([]);
});

test('each due lot expires in one entry, once', async () => {
  const customer = await newCustomer(server);
  await change(
    customer,
    earn(100, 'a', later(5)),
    earn(40, 'b', later(10)),
    earn(7, 'c', later(20)),
    earn(3, 'd', null),
  );
  now = later(4);
  expect(await expireDueLots(system())).toBe(0);
  now = later(10);
  expect((await Promise.all([expireDueLots(system()), expireDueLots(system())])).toSorted()).toEqual([0, 2]);
  const { body } = await customer.call('GET', '/wallet_transactions?search=action:expiry');
  expect(body.data.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([-100, -40]);
  expect(body.balances.point).toMatchObject({ balance: 10, next_expiry: { amount: 7, at: later(20).toISOString() } });
  const expiredEarnings = (await customer.call('GET', '/wallet_transactions?search=state:expired')).body.data;
  expect(expiredEarnings).toHaveLength(2);
});

test('a lot that was spent does not expire', async () => {
  const customer = await newCustomer(server);
  await change(customer, earn(100, 'a', later(5)), {
    ...{ do: 'spend', kind: 'point', action: 'voucher', source: 'voucher:1', amount: 100 },
    details: { voucher_en: 'Tea' },
  });
  now = later(6);
  expect(await expireDueLots(system())).toBe(0);
});

test('a customer is notified of a lot 30 and 7 days ahead, each once, in the account’s language', async () => {
  const customer = await newCustomer(server);
  await db.raw(`update customers set lang = 'zh' where id = $1`, [customer.id]);
  await change(customer, earn(250, 'a', new Date('2026-12-31T16:00:00Z')));
  await notifyOfExpiry(system());
  expect(await composeMails(customer), 'more than 30 days ahead').toEqual([]);
  now = new Date('2026-12-02T02:00:00Z');
  expect((await Promise.all([notifyOfExpiry(system()), notifyOfExpiry(system())])).toSorted()).toEqual([0, 1]);
  now = new Date('2026-12-20T02:00:00Z');
  expect(await notifyOfExpiry(system())).toBe(0);
  now = new Date('2026-12-26T02:00:00Z');
  expect(await notifyOfExpiry(system())).toBe(1);
  expect(await notifyOfExpiry(system())).toBe(0);
  const mails = await composeMails(customer);
  expect(mails).toHaveLength(2);
  expect(mails[0]).toMatchObject({
    to: customer.email,
    subject: expect.stringContaining('250 积分将于 2026年12月31日 到期'),
  });
  expect(mails[0]?.text).toContain('RM2.50');
  expect(mails[0]?.text).toContain('/my-account/coin?lang=zh');
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
});

test('a lot with few days left has only the last notice, and none once it is spent', async () => {
  const customer = await newCustomer(server);
  await change(customer, earn(90, 'a', later(6)));
  expect(await notifyOfExpiry(system())).toBe(1);
  await change(customer, {
    ...{ do: 'spend', kind: 'point', action: 'voucher', source: 'voucher:2', amount: 90 },
    details: { voucher_en: 'Tea' },
  });
  now = later(1);
  expect(await notifyOfExpiry(system())).toBe(0);
  expect(await composeMails(customer)).toEqual([]);
});

test('the check finds a balance or a lot that its entries do not explain, and fails the daily job', async () => {
  const customer = await newCustomer(server);
  await change(customer, earn(100, 'a', later(50)));
  const before = await checkWallets(system());
  expect(before.wrong).toEqual([]);
  expect(before.wallets).toBeGreaterThan(1);
  await requireConsistentWallets(system());
  const write = (column: string, value: unknown) =>
    db.raw(`update wallets set ${column} = $2 where customer_id = $1 and kind = 'point'`, [customer.id, value]);
  await write('balance', 101);
  expect((await checkWallets(system())).wrong).toEqual([
    { customer_id: customer.id, kind: 'point', balance: 101, entries: 100 },
  ]);
  await expect(requireConsistentWallets(system())).rejects.toThrow(customer.id);
  await write('balance', 100);
  await write('lots', JSON.stringify([{ expires_at: later(60).toISOString(), amount: 100 }]));
  expect((await checkWallets(system())).wrong).toHaveLength(1);
});
