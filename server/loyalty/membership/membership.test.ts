/** docs/api.md#loyalty: membership tiers, and rewards of the account. */
import { describe, expect, test } from 'vitest';
import { mergeAccounts } from '../../account/merge-accounts.ts';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../../testing/customer.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';
import { inTransaction } from '../../transaction.ts';
import { rewardBirthdays } from '../rewards/rewards.ts';
import { countSpend, readCurrentTier, reviewDueTiers } from './membership.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { app, api, db } = server;
const staff = operator(server);
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
const spend = ({ id }: TestCustomer, source: string, amount: number) =>
  inTransaction(system(), (ctx) => countSpend(ctx, id, source, amount));
const readTier = async (customer: TestCustomer) =>
  (await customer.call('GET', '/membership-tiers/wallet-rule-action')).body.current;

test('GET /membership-tiers/wallet-rule-action lists tiers with what each action earns, to anyone', async () => {
  const { status, body } = await api('GET', '/membership-tiers/wallet-rule-action?lang=zh');
  expect([status, body.current]).toEqual([200, null]);
  expect(body.data.map(({ tier }: { tier: object }) => tier)).toMatchObject([
    { code: 'benih', name: '种子', qualifying_spend: '0.00', has_prices: false },
    { code: 'tunas', name: '幼苗', qualifying_spend: '300.00', has_prices: true },
    { code: 'padi', name: '稻穗', qualifying_spend: '1000.00' },
    { code: 'emas', name: '金穗', qualifying_spend: '3000.00' },
  ]);
  const orderRates = body.data.map(({ rules }: { rules: object[] }) => rules[0]);
  expect(orderRates).toMatchObject([1, 1.1, 1.25, 1.5].map((amount) => ({ action: 'order', amount, per: 'ringgit' })));
  expect(body.data[0].rules).toContainEqual({
    action: 'referral',
    kind: 'store_credit',
    amount: 500,
    per: 'friend',
    day: null,
  });
});

test('GET /membership-tiers/wallet-rule-action names the vouchers that only members of a tier can get', async () => {
  const { body } = await api('GET', '/membership-tiers/wallet-rule-action?lang=zh');
  const vouchersByTier = body.data.map(
    ({ tier, tier_vouchers }: { tier: { code: string }; tier_vouchers: object[] }) => [tier.code, tier_vouchers],
  );
  expect(vouchersByTier).toEqual([
    ['benih', []],
    ['tunas', []],
    ['padi', [{ name: '稻穗免运礼券', value: '免运费' }]],
    [
      'emas',
      [
        { name: '金穗专享礼券', value: 'RM20' },
        { name: '金穗免运礼券', value: '免运费' },
      ],
    ],
  ]);
});

test('a member of a tier gets two free deliveries a month, another customer none', async () => {
  const voucher_id = (await db.raw(`select id::text as id from vouchers where code = 'HANTARPADI'`)).rows[0]?.id;
  const [member, other] = [await newCustomer(server), await newCustomer(server)];
  await spend(member, 'receipt:padi', 1_000_00);
  const statuses: number[] = [];
  for (let time = 0; time < 3; time++) {
    statuses.push((await member.call('POST', '/voucher/activated', { voucher_id })).status);
  }
  const refusal = await other.call('POST', '/voucher/activated', { voucher_id });
  expect([...statuses, refusal.status]).toEqual([201, 201, 409, 409]);
  const product = await makeProduct(db, { price: 30_00, stock: 5 });
  const shopper = await newShopper(server, member);
  await shopper.fill([product, 1]);
  const own = (await member.call('GET', '/voucher/activated')).body.data[0];
  const without = await shopper.prepare();
  const cart = await shopper.prepare({ voucher_id: own.id });
  expect(cart.voucher_discount).toBe(without.delivery_fee);
  expect(Number(cart.voucher_discount)).toBeGreaterThan(0);
});

test('a complete order counts towards the tier, which is reached at once and sets the price group', async () => {
  const customer = await newCustomer(server);
  const product = await makeProduct(db, { price: 310_00, stock: 5 });
  const shopper = await newShopper(server, customer);
  await shopper.fill([product, 1]);
  const { order } = (await shopper.place(await shopper.prepare())).body;
  expect(await readTier(customer)).toMatchObject({
    tier: { code: 'benih' },
    spent: '0.00',
    next: { tier: { code: 'tunas' }, spend_left: '300.00' },
    until: null,
  });
  for (const to of ['processing', 'packed', 'delivery', 'complete']) {
    expect((await staff('POST', `/orders/${order.order_number}/advance`, { to })).status).toBe(200);
  }
  const tier = await readTier(customer);
  expect(tier).toMatchObject({ tier: { code: 'tunas' }, spent: '310.00', next: { spend_left: '690.00' } });
  expect(tier.until).toBe('2027-11-20T02:00:00.000Z');
  const { rows } = await db.raw(
    'select g.code from customers c join customer_groups g on g.id = c.group_id where c.id = $1',
    [customer.id],
  );
  expect(rows).toEqual([{ code: 'tunas' }]);
});

test('a source counts once, and its refund takes the tier back', async () => {
  const customer = await newCustomer(server);
  await spend(customer, 'receipt:1', 1_200_00);
  await spend(customer, 'receipt:1', 1_200_00);
  expect(await readTier(customer)).toMatchObject({ tier: { code: 'padi' }, spent: '1200.00' });
  await spend(customer, 'refund:1', -900_00);
  expect(await readTier(customer)).toMatchObject({ tier: { code: 'tunas' }, spent: '300.00' });
});

test('a tier lasts twelve months, and falls then if the spend does', async () => {
  const customer = await newCustomer(server);
  await spend(customer, 'receipt:2', 3_500_00);
  const start = now;
  const readTierAfter = async (days: number) => {
    now = new Date(start.getTime() + days * 86_400_000);
    await reviewDueTiers(system());
    return (await readCurrentTier(system(), customer.id))?.tier.code;
  };
  expect(await readTierAfter(364)).toBe('emas');
  await spend(customer, 'receipt:3', 400_00);
  expect(await readTierAfter(366)).toBe('tunas');
  now = start;
});

test('signing up, a complete profile and a birthday earn once', async () => {
  await db.raw(
    `insert into earn_rules (key, action, kind, amount, per) values ('register', 'register', 'point', 50, 'once')`,
  );
  const customer = await newCustomer(server);
  const listEntries = async () =>
    (
      await db.raw('select action, amount from wallet_entries where customer_id = $1 order by action', [customer.id])
    ).rows.map(({ action, amount }) => [action, Number(amount)]);
  const profile = { name: 'Mei Ling', date_of_birth: '1990-11-21', gender: 'female' };
  for (let time = 0; time < 2; time++) await customer.call('PUT', `/users/${customer.id}`, profile);
  expect(await listEntries()).toEqual([
    ['profile', 100],
    ['register', 50],
  ]);
  now = new Date('2028-11-21T02:00:00Z');
  for (let time = 0; time < 2; time++) await rewardBirthdays(system());
  expect(await listEntries()).toEqual([
    ['birthday', 100],
    ['profile', 100],
    ['register', 50],
  ]);
});

test('every birthday of a day is rewarded, however many there are', async () => {
  await db.raw(`insert into customers (id, name, display_name, lang, referral_code, date_of_birth, created_at, updated_at)
    select gen_random_uuid(), 'Mei Ling', 'Mei Ling', 'en', 'BIRTHDAY' || n, '1990-05-05', now(), now()
    from generate_series(1, 401) n`);
  now = new Date('2029-05-05T02:00:00Z');
  await rewardBirthdays(system());
  const { rows } = await db.raw(`select count(distinct customer_id)::int as customers, count(*)::int as entries
    from wallet_entries where source = 'birthday:2029'`);
  expect(rows).toEqual([{ customers: 401, entries: 401 }]);
});

test('a birthday on 29 February is rewarded on 28 February in years without that day (docs/readings.md#58)', async () => {
  now = new Date('2029-02-01T02:00:00Z');
  const customer = await newCustomer(server);
  const profile = { name: 'Mei Ling', date_of_birth: '1996-02-29', gender: 'female' };
  await customer.call('PUT', `/users/${customer.id}`, profile);
  const rewardDays: string[] = [];
  for (const day of ['2029-02-28', '2029-03-01', '2032-02-28', '2032-02-29', '2032-03-01']) {
    now = new Date(`${day}T02:00:00Z`);
    await rewardBirthdays(system());
    const { rows } = await db.raw(
      "select from wallet_entries where customer_id = $1 and action = 'birthday' and created_at = $2",
      [customer.id, now],
    );
    if (rows.length > 0) rewardDays.push(day);
  }
  expect(rewardDays).toEqual(['2029-02-28', '2032-02-29']);
});

describe('birthdays of days without a job (docs/readings.md#58)', () => {
  const listRewards = async (id: string) =>
    (await db.raw(`select source from wallet_entries where customer_id = $1 and action = 'birthday'`, [id])).rows.map(
      ({ source }) => source,
    );
  const enterBirthday = async (at: string, date_of_birth: string, customer?: TestCustomer): Promise<TestCustomer> => {
    now = new Date(at);
    const me = customer ?? (await newCustomer(server));
    expect((await me.call('PUT', `/users/${me.id}`, { name: 'Siti', date_of_birth })).status).toBe(200);
    return me;
  };

  test('are rewarded once each, up to seven days later', async () => {
    const customers = [];
    for (const day of ['05-02', '05-03', '05-06', '05-09', '05-10', '05-11'])
      customers.push(await enterBirthday('2034-03-01T02:00:00Z', `1990-${day}`));
    for (const time of ['2034-05-10T02:00:00Z', '2034-05-10T15:40:00Z']) {
      now = new Date(time);
      await rewardBirthdays(system());
    }
    const once = ['birthday:2034'];
    expect(await Promise.all(customers.map(({ id }) => listRewards(id)))).toEqual([[], once, once, once, once, []]);
  });

  test('count for the year in which they were', async () => {
    const customer = await enterBirthday('2034-03-01T02:00:00Z', '1990-12-30');
    now = new Date('2035-01-02T02:00:00Z');
    await rewardBirthdays(system());
    now = new Date('2035-12-30T02:00:00Z');
    await rewardBirthdays(system());
    expect(await listRewards(customer.id)).toEqual(['birthday:2034', 'birthday:2035']);
  });

  test('count from the time at which the joined account’s birthday was entered', async () => {
    const other = await enterBirthday('2034-03-01T02:00:00Z', '1990-07-08');
    const customer = await newCustomer(server);
    now = new Date('2034-07-09T02:00:00Z');
    await mergeAccounts(system(), customer.id, { kind: 'email', value: other.email });
    await rewardBirthdays(system());
    expect(await listRewards(customer.id)).toEqual(['birthday:2034']);
  });

  test('earn nothing for a customer who entered the birthday, or joined, after the day', async () => {
    now = new Date('2034-05-20T02:00:00Z');
    const entered = await newCustomer(server);
    const changed = await enterBirthday('2034-05-20T02:00:00Z', '1990-01-01');
    const renamed = await enterBirthday('2034-05-20T02:00:00Z', '1990-06-08');
    const inTime = await enterBirthday('2034-06-08T15:59:00Z', '1990-06-08');
    const joined = await enterBirthday('2034-06-08T16:00:00Z', '1990-06-08');
    for (const customer of [entered, changed, renamed])
      await enterBirthday('2034-06-08T16:00:00Z', '1990-06-08', customer);
    now = new Date('2034-06-10T02:00:00Z');
    await rewardBirthdays(system());
    expect(await Promise.all([joined, entered, changed].map(({ id }) => listRewards(id)))).toEqual([[], [], []]);
    expect(await Promise.all([inTime, renamed].map(({ id }) => listRewards(id)))).toEqual([
      ['birthday:2034'],
      ['birthday:2034'],
    ]);
  });
});
