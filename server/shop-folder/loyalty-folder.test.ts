/** docs/own-shop.md#loyalty: tiers, rewards and rates in a shop's folder, and a shop without loyalty. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishProducts } from '../catalog/listing/publish-products.ts';
import { createUnlistedProduct, makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { fillWallet, makeVoucher } from '../testing/make-voucher.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';
import { applyFolder, exportFolder } from './apply-folder.ts';
import { DEFAULT_FOLDER } from './prepare-shop.ts';
import { readSetup } from './read-setup.ts';

const server = await testServer();
const { api, db } = server;
const media = join(server.config.dataDir, 'media');
const scratch = mkdtempSync(join(tmpdir(), 'loyalty-folder-'));
beforeAll(() => db.raw(`update vouchers set tiers = '{}'`));
afterAll(() => rmSync(scratch, { recursive: true }));
const options = { now: new Date(), media, dryRun: false, prune: false };

let sequence = 0;
/** Applies a folder that has nothing but these files. */
function apply(loyalty: string, vouchers?: string) {
  const folder = mkdtempSync(join(scratch, `shop-${sequence++}-`));
  writeFileSync(join(folder, 'loyalty.yaml'), loyalty);
  if (vouchers !== undefined) writeFileSync(join(folder, 'vouchers.yaml'), vouchers);
  return applyFolder(db, folder, options);
}

const OWN = `pending_days: 7
tiers:
  member: { name: { en: Member, zh: 会员 }, rate: 1 }
  gold: { name: { en: Gold, zh: 金卡 }, spend: 500.00, rate: 2.5, price_group: gold }
rewards:
  profile: { points: 40 }
  checkin: { points: [ 5, 0, 10 ] }
  referral: { points: 20, coins: 300 }
  birthday: { points: 100, times: 1.5 }
  golden-referral: { for: referral, coins: 900, tier: gold, from: 2026-12-01, to: 2027-01-01 }
`;
const DEFAULTS = readFileSync(join(DEFAULT_FOLDER, 'loyalty.yaml'), 'utf8');

/** Makes a customer a member of a tier. */
const joinTier = (customer: TestCustomer, tier: string) =>
  db.raw(
    `with joined as (insert into memberships (customer_id, tier_id, since) select $1, id, now() from membership_tiers where code = $2)
     update customers set group_id = (select group_id from membership_tiers where code = $2) where id = $1`,
    [customer.id, tier],
  );

const readTierAndGroup = async ({ id }: TestCustomer) =>
  (
    await db.raw(
      `select t.code as tier, g.code as prices from customers c join memberships m on m.customer_id = c.id
         join membership_tiers t on t.id = m.tier_id left join customer_groups g on g.id = c.group_id where c.id = $1`,
      [id],
    )
  ).rows[0];

test('a new shop has the program that its folder describes', async () => {
  await apply(DEFAULTS);
  const { tiers, rewards } = await readSetup(db);
  expect(tiers.map(({ code, earn_rate }) => [code, earn_rate])).toEqual([
    ['benih', 100],
    ['tunas', 110],
    ['padi', 125],
    ['emas', 150],
  ]);
  expect(rewards).toHaveLength(14);
});

test('tiers, rewards and rates are listed in words, written, unchanged the second time, and exported unchanged', async () => {
  await apply(DEFAULTS);
  const { changes, problems } = await apply(OWN);
  expect(problems).toEqual([]);
  expect(changes).toEqual([
    'loyalty: tier: member added',
    'loyalty: tier: gold added',
    'loyalty: tier: benih removed',
    'loyalty: tier: tunas removed',
    'loyalty: tier: padi removed',
    'loyalty: tier: emas removed',
    'loyalty: reward: birthday times: 2 → 1.5',
    'loyalty: reward: checkin points: [1,1,2,2,3,3,10] → [5,0,10]',
    'loyalty: reward: golden-referral added',
    'loyalty: reward: profile points: 100 → 40',
    'loyalty: reward: referral coins: 500 → 300',
    'loyalty: reward: referral points: nothing → 20',
    'loyalty: reward: account removed',
    'loyalty: reward: first_order removed',
    'loyalty: reward: welcome removed',
    'loyalty: pending_days: 5 → 7',
  ]);
  expect((await apply(OWN)).changes).toEqual([]);
  expect((await api('GET', '/settings')).body.loyalty).toMatchObject({ earn_rate: 1, referral_coins: 300 });
  const { body } = await api('GET', '/membership-tiers/wallet-rule-action?lang=zh');
  expect(body.data[1]).toMatchObject({ tier: { code: 'gold', name: '金卡', qualifying_spend: '500.00' } });
  const exportDir = join(scratch, 'exported');
  await exportFolder(db, exportDir, media);
  const text = readFileSync(join(exportDir, 'loyalty.yaml'), 'utf8');
  expect(text).toContain('gold: { name: { en: Gold, zh: 金卡 }, spend: 500.00, rate: 2.5, price_group: gold }');
  expect(text).toContain('checkin: { points: [ 5, 0, 10 ] }');
  expect(text).toContain('birthday: { points: 100, times: 1.5 }');
  expect((await applyFolder(db, exportDir, { ...options, prune: true })).changes).toEqual([]);
  const again = join(scratch, 'exported-again');
  await exportFolder(db, again, media);
  expect(readFileSync(join(again, 'loyalty.yaml'), 'utf8')).toBe(text);
});

test('the minimum of a reward is listed, stored in sen, unchanged the second time, and exported unchanged', async () => {
  await apply(DEFAULTS);
  const withMinimums = DEFAULTS.replace('{ points: 200 }', '{ points: 200, min_spend: 30.00 }').replace(
    '{ coins: 500 }',
    '{ coins: 500, min_spend: 50.00 }',
  );
  const { changes, problems } = await apply(withMinimums);
  expect(problems).toEqual([]);
  expect(changes).toEqual([
    'loyalty: reward: first_order min_spend: nothing → RM30.00',
    'loyalty: reward: referral min_spend: nothing → RM50.00',
  ]);
  const readMinimums = async () => {
    const { rewards } = await readSetup(db);
    return rewards.filter(({ min_spend }) => min_spend > 0).map(({ key, min_spend }) => [key, min_spend]);
  };
  const minimums = [
    ['first_order', 3_000],
    ['referral', 5_000],
  ];
  expect(await readMinimums()).toEqual(minimums);
  expect((await apply(withMinimums)).changes).toEqual([]);
  const exportDir = join(scratch, 'with-minimums');
  await exportFolder(db, exportDir, media);
  const text = readFileSync(join(exportDir, 'loyalty.yaml'), 'utf8');
  expect(text).toContain('first_order: { points: 200, min_spend: 30.00 }');
  expect(text).toContain('referral: { coins: 500, min_spend: 50.00 }');
  expect((await applyFolder(db, exportDir, { ...options, prune: true })).changes).toEqual([]);
  expect(await readMinimums()).toEqual(minimums);
});

test('members of a removed tier move to the next lower one, with its prices; prices given by hand stay', async () => {
  await apply(DEFAULTS.replace('rate: 1.5 }', 'rate: 1.5, price_group: golden }'));
  const [member, guest] = [await newCustomer(server), await newCustomer(server)];
  await joinTier(member, 'emas');
  await joinTier(guest, 'emas');
  await db.raw(
    `with made as (insert into customer_groups (code) values ('by-hand') returning id)
     update customers set group_id = (select id from made) where id = $1`,
    [guest.id],
  );
  await apply(DEFAULTS.replace('rate: 1.5 }', 'rate: 1.5, price_group: gold }'));
  expect(await readTierAndGroup(member)).toEqual({ tier: 'emas', prices: 'gold' });
  await apply(DEFAULTS.replace(/\n {2}emas: .*/, '').replace('rate: 1.25 }', 'rate: 1.25, price_group: padi }'));
  expect(await readTierAndGroup(member)).toEqual({ tier: 'padi', prices: 'padi' });
  expect(await readTierAndGroup(guest)).toEqual({ tier: 'padi', prices: 'by-hand' });
  await apply(DEFAULTS);
  expect(await readTierAndGroup(member)).toEqual({ tier: 'padi', prices: null });
});

test('a check-in earns what its day is set to, and nothing on a day without points', async () => {
  await apply(DEFAULTS.replace('[1, 1, 2, 2, 3, 3, 10]', '[0, 4]'));
  const customer = await newCustomer(server);
  expect((await customer.call('POST', '/checkin')).body).toMatchObject({
    reward: null,
    rewards: [{ day: 2, amount: 4 }],
  });
});

test('of several rewards for an action a customer gets the highest', async () => {
  await apply(`${DEFAULTS}  christmas: { for: checkin, points: [ 30 ], from: 2020-12-01 }\n`);
  const customer = await newCustomer(server);
  expect((await customer.call('POST', '/checkin')).body.reward).toEqual({ day: 1, kind: 'point', amount: 30 });
});

test.each<[string, number, string]>([
  ['tiers:\n  a: { name: A, spend: 1.00, rate: 1 }\n', 2, 'needs a tier without spend, in which every member begins'],
  ['tiers:\n  a: { name: A, rate: 1 }\n  b: { name: B, rate: 2 }\n', 3, 'b: needs another spend than a'],
  ['tiers:\n  a: { name: A, rate: 1.005 }\n', 2, '"rate" must have two decimals at most'],
  ['rewards:\n  profile: { tier: emas }\n', 2, 'profile: says nothing that it gives: points or coins'],
  ['rewards:\n  profile: { times: 2 }\n', 2, 'profile: only birthday has times'],
  [
    'rewards:\n  profile:\n    points: 5\n    min_spend: 50.00\n',
    4,
    'profile: only first_order and referral have min_spend',
  ],
  ['rewards:\n  birthday: { times: 1 }\n', 2, '"times" must be above 1'],
  ['rewards:\n  party: { points: 5 }\n', 2, 'party: says nothing that it is for, such as for: referral'],
  ['rewards:\n  profile: { points: [1, 2] }\n', 2, 'profile: only checkin has a list, with an amount for each day'],
  [
    'rewards:\n  profile: { points: 5, tier: moon }\n',
    2,
    'profile: there is no tier moon; the tiers are benih, tunas, padi, emas',
  ],
  ['rewards:\n  profile: { points: 5, from: 2027-01-01, to: 2026-01-01 }\n', 2, 'profile: ends before it begins'],
  ['max_points_percent: 101\n', 1, '"max_points_percent" must be 100 or less'],
])('reports %j with its line', async (text, line, reason) => {
  await apply(DEFAULTS);
  expect((await apply(text)).problems).toContainEqual({ file: 'loyalty.yaml', line, reason });
});

test('an excluded category that the shop lacks is worth knowing', async () => {
  const { notes } = await apply('pending_days: 5\nexcluded_categories: [ moon-rocks ]\n');
  expect(notes).toEqual([
    {
      file: 'loyalty.yaml',
      line: 2,
      reason: 'the shop has no category moon-rocks yet; no product counts for it',
    },
  ]);
  await apply(DEFAULTS);
});

test('a voucher for a tier that the shop lacks is a problem', async () => {
  const { problems } = await apply('', 'one:\n  name: One\n  off: 5.00\n  tiers: [ moon ]\n');
  expect(problems).toEqual([
    {
      file: 'vouchers.yaml',
      line: 4,
      reason: 'voucher one: there is no tier moon; the tiers are benih, tunas, padi, emas',
    },
  ]);
  await apply('', 'one:\n  name: One\n  off: 5.00\n  tiers: [ emas ]\n');
  const without = await apply('tiers:\n  benih: { name: Benih, rate: 1 }\n');
  expect(without.problems).toEqual([
    { file: 'loyalty.yaml', line: 2, reason: 'voucher one: there is no tier emas; the tiers are benih' },
  ]);
  await db.raw(`update vouchers set tiers = '{}'`);
});

test('enabled: false shows, earns and spends nothing; balances return when it is enabled again', async () => {
  await apply(DEFAULTS);
  const product = await makeProduct(db, { price: 5_000, stock: 100 });
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'point', 1_000);
  await fillWallet(server, customer, 'store_credit', 1_000);
  const { body } = await customer.call('POST', '/voucher/activated', { voucher_id: await makeVoucher(db) });
  const shopper = await newShopper(server, customer);
  const readPrices = async () => {
    await shopper.fill([product, 1]);
    const cart = await shopper.prepare({ use_points: 500, use_golds: 300, voucher_id: body.voucher.id });
    const { points_used, coins_redeem_value, earns } = cart.point_info;
    return [cart.voucher_discount, points_used, coins_redeem_value, earns > 0];
  };
  const pricesWhenEnabled = await readPrices();
  expect(pricesWhenEnabled).toEqual(['5.00', 500, '3.00', true]);
  const readMe = async () => {
    const { wallets, tier } = (await customer.call('GET', '/me')).body.me;
    return [wallets.point, wallets.store_credit, tier?.code ?? null];
  };
  const [points, coins, tier] = await readMe();
  expect([points, coins]).toEqual([1_000, 1_000]);
  expect(tier).not.toBeNull();
  await apply('enabled: false\n');
  expect(await readMe()).toEqual([0, 0, null]);
  expect(await readPrices()).toEqual(['0.00', 0, '0.00', false]);
  expect((await api('GET', '/settings')).body.loyalty).toBeNull();
  expect((await api('GET', '/membership-tiers/wallet-rule-action')).body).toEqual({
    data: [],
    vouchers: [],
    current: null,
  });
  expect((await api('GET', '/vouchers')).body.data).toEqual([]);
  expect((await customer.call('GET', '/membership-tiers/wallet-rule-action')).body.current).toBeNull();
  for (const [method, path] of [
    ['GET', '/checkin'],
    ['POST', '/checkin'],
    ['GET', '/qrcode'],
    ['GET', '/wallet_transactions'],
    ['GET', '/voucher/activated'],
    ['GET', `/voucher/activated/${body.voucher.id}`],
    ['GET', `/voucher/activated/${body.voucher.id}/code`],
  ] as const) {
    expect([path, (await customer.call(method, path)).status]).toEqual([path, 404]);
  }
  const till = (path: string, body: object) =>
    api('POST', `/till/${path}`, { body, headers: { 'x-api-key': 'demo-till' } });
  const award = { member_id: customer.id, receipt: 'OFF-1', amount: '10.00' };
  expect((await till('award', award)).status).toBe(404);
  const newcomer = await newCustomer(server);
  await apply('enabled: true\n');
  expect((await newcomer.call('GET', '/wallet_transactions')).body.data).toEqual([]);
  expect(await readPrices()).toEqual(pricesWhenEnabled);
  expect(await readMe()).toEqual([points, coins, tier]);
  expect((await till('award', award)).status).toBe(201);
});

test('enabled: false takes group prices from members of a tier, not from customers whose group was given by hand', async () => {
  await apply(DEFAULTS);
  const [member, dealer] = [await newCustomer(server), await newCustomer(server)];
  const groups = await db.raw(`insert into customer_groups (code) values ('of-members'), ('of-dealers') returning id`);
  const [ofTier, byHand] = groups.rows.map(({ id }) => id);
  await db.raw(`update membership_tiers set group_id = $1 where position = 0`, [ofTier]);
  await db.raw(
    `insert into memberships (customer_id, tier_id, since) select c.id, t.id, now()
     from customers c, membership_tiers t where c.id = any($1::uuid[]) and t.position = 0`,
    [[member.id, dealer.id]],
  );
  await db.raw(
    'update customers set group_id = case when id = $1 then $2::bigint else $3 end where id = any($4::uuid[])',
    [...[member.id, ofTier, byHand], [member.id, dealer.id]],
  );
  const { id } = await createUnlistedProduct(db, { price: 5_000 });
  await db.raw(
    'insert into group_prices (product_id, group_id, group_price) select $1, g, 4000 from unnest($2::bigint[]) g',
    [...[Number(id), [ofTier, byHand]]],
  );
  await publishProducts(db, [Number(id)], new Date());
  /** Reads the customer's group and price in a new session, because a session's group is cached for a second. */
  const readGroupAndPrice = async ({ email, password, call }: TestCustomer) => {
    const { token } = (await api('POST', '/token', { body: { login: email, password } })).body;
    const [product] = (await api('GET', `/products?search=id:${id}`, { token })).body.data;
    return [(await call('GET', '/me')).body.me.price_group, product.group_price];
  };
  expect([await readGroupAndPrice(member), await readGroupAndPrice(dealer)]).toEqual([
    ['of-members', '40.00'],
    ['of-dealers', '40.00'],
  ]);
  await apply('enabled: false\n');
  expect([await readGroupAndPrice(member), await readGroupAndPrice(dealer)]).toEqual([
    [null, null],
    ['of-dealers', '40.00'],
  ]);
  await apply('enabled: true\n');
  expect(await readGroupAndPrice(member)).toEqual(['of-members', '40.00']);
});
