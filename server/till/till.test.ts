/** docs/api.md#till: members at the tills of outlets. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tillEndpoints } from '@shop/contract/till';
import { describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { changeWallets } from '../loyalty/wallets/wallets.ts';
import { changeProduct, makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { fillWallet, makeVoucher, type VoucherFields } from '../testing/make-voucher.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';
import { inTransaction } from '../transaction.ts';
import { runTillCommand } from './commands/till-cli.ts';

let now = new Date('2026-11-20T02:00:10Z');
const server = await testServer({ clock: () => now });
const { app, api, db, url } = server;
const staff = operator(server);
const till = (path: string, body: object, key = 'demo-till') =>
  api('POST', `/till/${path}`, { body, headers: { 'x-api-key': key } });
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
const give = ({ id }: TestCustomer, kind: 'point' | 'store_credit', amount: number) =>
  inTransaction(system(), (ctx) =>
    changeWallets(ctx, id, [
      { do: 'earn', kind, amount, action: 'adjustment', source: `adjustment:${kind}`, expires_at: null },
    ]),
  );
const readBalance = async (customer: TestCustomer, kind: 'point' | 'store_credit'): Promise<number> =>
  (await customer.call('GET', '/wallet_transactions')).body.balances[kind].balance;

test('POST /till/members finds a member by the card of this minute, the last or the next', async () => {
  const customer = await newCustomer(server);
  const { status, body: card } = await customer.call('GET', '/qrcode');
  expect([status, card.barcode, card.refresh_in, card.expires_at]).toEqual([
    200,
    card.code,
    50,
    '2026-11-20T02:01:00.000Z',
  ]);
  expect(card.code).toMatch(/^\d{18}$/);
  const find = async () => (await till('members', { card: card.code })).status;
  const { body } = await till('members', { card: card.code });
  expect(body.member).toMatchObject({
    id: customer.id,
    name: 'Mei Ling',
    tier: 'Benih',
    balances: { point: { balance: 0 } },
  });
  const start = now;
  now = new Date(start.getTime() + 60_000);
  expect(await find()).toBe(200);
  now = new Date(start.getTime() + 120_000);
  expect(await find()).toBe(404);
  now = new Date(start.getTime() - 60_000);
  expect(await find()).toBe(200);
  now = start;
  const forgedCode = `${card.code.slice(0, 10)}${(Number(card.code.slice(10)) + 1) % 100_000_000}`.padEnd(18, '0');
  expect((await till('members', { card: forgedCode })).status).toBe(404);
});

test('finds a member by a proven phone only', async () => {
  const customer = await newCustomer(server);
  const { rows } = await db.raw('select phone from customers where id = $1', [customer.id]);
  const contact = String(rows[0]?.phone);
  expect((await till('members', { contact })).body.code).toBe('till.member_not_found');
  await db.raw('update customers set phone_verified_at = now() where id = $1', [customer.id]);
  expect((await till('members', { contact })).body.member.id).toBe(customer.id);
});

test('refuses a look-up without card or contact, and a receipt without a number', async () => {
  const refusal = await till('members', {});
  expect([refusal.status, refusal.body.errors]).toEqual([422, { card: ['This is required'] }]);
  const { id } = await newCustomer(server);
  for (const receipt of ['', '  ']) {
    expect((await till('award', { member_id: id, receipt, amount: '1.00' })).status).toBe(422);
    expect((await till('reverse', { receipt })).status).toBe(422);
  }
});

test('refuses a missing or unknown key, and customers’ tokens', async () => {
  expect((await till('members', { contact: 'a@example.com' }, 'made-up')).status).toBe(401);
  expect((await api('POST', '/till/members', { body: { contact: 'a@example.com' } })).status).toBe(401);
  const customer = await newCustomer(server);
  expect((await customer.call('POST', '/till/members', { contact: 'a@example.com' })).status).toBe(401);
});

test('POST /till/award awards points once for a receipt, counts them for the tier and mails the member', async () => {
  const customer = await newCustomer(server);
  const award = { member_id: customer.id, receipt: 'R-1001', amount: '48.90' };
  const all = await Promise.all(Array.from({ length: 5 }, () => till('award', award)));
  expect(all.map(({ status, body }) => [status, body.amount])).toEqual(Array(5).fill([201, 48]));
  expect(await readBalance(customer, 'point')).toBe(48);
  const { body } = await customer.call('GET', '/wallet_transactions');
  expect(body.data).toMatchObject([
    { action: 'store_reward', amount: 48, basis: '48.90', rate: 1, description: expect.stringContaining('R-1001') },
  ]);
  const differs = await till('award', { ...award, amount: '50.00' });
  expect([differs.status, differs.body.code]).toEqual([409, 'till.receipt_differs']);
  const other = await newCustomer(server);
  expect((await till('award', { ...award, member_id: other.id })).status).toBe(409);
  expect((await customer.call('GET', '/membership-tiers/wallet-rule-action')).body.current.spent).toBe('48.90');
  const { rows } = await db.raw(
    `select from pgboss.job j join notifications n on n.id::text = j.data ->> 'notification_id'
     where j.name = 'mail' and n.kind = 'offline-transaction-reward'`,
  );
  expect(rows).toHaveLength(1);
});

test('POST /till/redeem takes points and coins, never more than there are', async () => {
  const customer = await newCustomer(server);
  await give(customer, 'store_credit', 1_000);
  const redemption = { member_id: customer.id, receipt: 'R-2001', kind: 'store_credit', amount: 800 };
  const first = await till('redeem', redemption);
  expect([first.status, first.body]).toMatchObject([201, { amount: -800, value: '8.00', kind: 'store_credit' }]);
  expect((await till('redeem', redemption)).body.amount).toBe(-800);
  const short = await till('redeem', { ...redemption, receipt: 'R-2002' });
  expect([short.status, short.body.code]).toEqual([409, 'wallet.too_little_store_credit']);
  expect(await readBalance(customer, 'store_credit')).toBe(200);
});

test('POST /till/reverse takes the award back and gives the redemption back, once', async () => {
  const customer = await newCustomer(server);
  await give(customer, 'point', 500);
  await till('redeem', { member_id: customer.id, receipt: 'R-3001', kind: 'point', amount: 300 });
  await till('award', { member_id: customer.id, receipt: 'R-3001', amount: '20.00' });
  expect(await readBalance(customer, 'point')).toBe(220);
  const { status, body } = await till('reverse', { receipt: 'R-3001' });
  expect([status, body.message, body.errors, body.reversed?.length]).toEqual([200, undefined, undefined, 2]);
  expect((await till('reverse', { receipt: 'R-3001' })).body).toEqual(body);
  expect(await readBalance(customer, 'point')).toBe(500);
  expect((await customer.call('GET', '/membership-tiers/wallet-rule-action')).body.current.spent).toBe('0.00');
  expect((await till('reverse', { receipt: 'never' })).status).toBe(404);
});

/** Issues a voucher of RM5 off to a customer. */
async function issueVoucher({ id }: TestCustomer, usable: string): Promise<{ id: string; code: string }> {
  const { rows } = await db.raw(
    `with made as (
       insert into vouchers (code, name_en, benefit, usable)
       values ('T' || floor(random() * 1e9)::text, 'RM5 off', '{"kind": "fixed", "amount": 500}', $2::text[]) returning id
     )
     insert into own_vouchers (voucher_id, customer_id, source, issued_at)
     select id, $1, 'test:' || id, now() from made returning id, code`,
    [id, usable],
  );
  return rows[0] as { id: string; code: string };
}

test('a voucher is used in an outlet by its code of this minute, once', async () => {
  const customer = await newCustomer(server);
  const voucher = await issueVoucher(customer, '{store}');
  const { body: shownCode } = await customer.call('GET', `/voucher/activated/${voucher.id}/code`);
  expect(shownCode.code).toMatch(new RegExp(`^${voucher.code}\\d{8}$`));
  const redemption = { member_id: customer.id, receipt: 'R-4001', voucher_code: shownCode.code };
  const { status, body } = await till('redeem', redemption);
  expect([status, body.value, body.voucher]).toEqual([201, '5.00', { code: voucher.code, name: 'RM5 off' }]);
  expect((await till('redeem', redemption)).status).toBe(201);
  const again = await till('redeem', { ...redemption, receipt: 'R-4002' });
  expect([again.status, again.body.code]).toEqual([409, 'voucher.used']);
  await till('reverse', { receipt: 'R-4001' });
  expect((await till('redeem', { ...redemption, receipt: 'R-4003' })).status).toBe(201);
  const online = await issueVoucher(customer, '{online}');
  expect((await customer.call('GET', `/voucher/activated/${online.id}/code`)).body.code).toBe('voucher.not_in_store');
  const other = await newCustomer(server);
  expect((await till('redeem', { ...redemption, receipt: 'R-4004', member_id: other.id })).status).toBe(404);
});

test('a redemption that is sent again minutes later gets the first response, although the code’s digits are old', async () => {
  const customer = await newCustomer(server);
  const { id } = await issueVoucher(customer, '{store}');
  const { body: shownCode } = await customer.call('GET', `/voucher/activated/${id}/code`);
  const redemption = { member_id: customer.id, receipt: 'R-4051', voucher_code: shownCode.code };
  const first = await till('redeem', redemption);
  const start = now;
  now = new Date(start.getTime() + 5 * 60_000);
  const again = await till('redeem', redemption);
  const other = await till('redeem', { ...redemption, receipt: 'R-4052' });
  now = start;
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  expect([other.status, other.body.code]).toEqual([404, 'voucher.not_found']);
});

test('a voucher that expired before its receipt was reversed is valid for the grace period, as after a cancellation', async () => {
  const customer = await newCustomer(server);
  const { id, code: voucher_code } = await issueVoucher(customer, '{store}');
  const expiry = new Date(now.getTime() + 60_000);
  await db.raw('update own_vouchers set expires_at = $2 where id = $1', [id, expiry]);
  const redemption = { member_id: customer.id, voucher_code };
  expect((await till('redeem', { ...redemption, receipt: 'R-4061' })).status).toBe(201);
  const start = now;
  now = new Date(start.getTime() + 120_000);
  expect((await till('reverse', { receipt: 'R-4061' })).status).toBe(200);
  const again = await till('redeem', { ...redemption, receipt: 'R-4062' });
  now = start;
  expect([again.status, again.body.value]).toEqual([201, '5.00']);
});

test('a voucher that an order reserves is refused in an outlet with a reason that the contract names', async () => {
  const customer = await newCustomer(server);
  const { id, code: voucher_code } = await issueVoucher(customer, '{store,online}');
  const shopper = await newShopper(server, customer);
  await shopper.fill([await makeProduct(db, {}), 1]);
  const cart = await shopper.prepare({ voucher_id: id });
  expect((await shopper.place(cart)).status).toBe(201);
  const refusal = await till('redeem', { member_id: customer.id, receipt: 'R-4071', voucher_code });
  expect([refusal.status, refusal.body.code]).toEqual([409, 'voucher.locked']);
  expect(tillEndpoints['till.redeem'].refusals).toContain(refusal.body.code);
});

test.each([
  ["state = 'used', used_at = now()", 'voucher.used'],
  ["state = 'void'", 'voucher.expired'],
  ["expires_at = '2020-01-01'", 'voucher.expired'],
])('a voucher with %s shows no code and is refused in an outlet with %s', async (change, code) => {
  const customer = await newCustomer(server);
  const { id, code: voucher_code } = await issueVoucher(customer, '{store}');
  await db.raw(`update own_vouchers set ${change} where id = $1`, [id]);
  expect((await customer.call('GET', `/voucher/activated/${id}/code`)).body.code).toBe(code);
  const redemption = { member_id: customer.id, receipt: `R-${id}`, voucher_code };
  expect((await till('redeem', redemption)).body.code).toBe(code);
});

test('a voucher is used in an outlet by its printed code, only by its own member', async () => {
  const customer = await newCustomer(server);
  const { code: voucher_code } = await issueVoucher(customer, '{store}');
  const redemption = { receipt: 'R-4101', voucher_code };
  const other = await newCustomer(server);
  expect((await till('redeem', { ...redemption, member_id: other.id })).body.code).toBe('voucher.not_found');
  expect((await till('redeem', { ...redemption, member_id: customer.id })).status).toBe(201);
});

test('a voucher keeps its value and where it can be used when its definition changes', async () => {
  const customer = await newCustomer(server);
  const { id, code: voucher_code } = await issueVoucher(customer, '{store}');
  await db.raw(
    `update vouchers set benefit = '{"kind": "fixed", "amount": 100}', usable = '{online}'
     where id = (select voucher_id from own_vouchers where id = $1)`,
    [id],
  );
  const { status, body } = await till('redeem', { member_id: customer.id, receipt: 'R-4102', voucher_code });
  expect([status, body.value]).toEqual([201, '5.00']);
});

describe('a voucher whose terms ask for more is used only if the receipt meets them', () => {
  let receipts = 0;
  /** Prepares a member with one voucher, and a till call that redeems it for a new receipt. */
  async function prepareTill(fields: VoucherFields) {
    const customer = await newCustomer(server);
    const voucher_id = await makeVoucher(db, fields);
    const { body } = await customer.call('POST', '/voucher/activated', { voucher_id });
    const { id, code: voucher_code } = body.voucher;
    receipts++;
    const receipt = `V-${receipts}`;
    const redeem = async (more: object = {}) => {
      const { status, body } = await till('redeem', { member_id: customer.id, receipt, voucher_code, ...more });
      return [status, status === 201 ? body.value : body.message, body];
    };
    const state = async () => (await db.raw('select state from own_vouchers where id = $1', [id])).rows[0]?.state;
    return { customer, redeem, state, receipt, voucher_code };
  }
  const percent = (percent: number, max_amount: number | null = null) =>
    ({ kind: 'percentage', percent, max_amount }) as const;

  test('a percentage needs the total, and is capped; nothing is used before', async () => {
    const { redeem, state } = await prepareTill({ benefit: percent(8, 10_00) });
    const [status, message, body] = await redeem();
    expect([status, message]).toEqual([422, 'Enter the total of the receipt to use this voucher.']);
    expect([body.code, Object.keys(body.errors)]).toEqual(['till.bill_needed', ['bill']]);
    expect(await state()).toBe('active');
    expect(await redeem({ bill: '300.00' })).toMatchObject([201, '10.00', {}]);
    expect(await state()).toBe('used');
    expect(await redeem({ bill: '300.00' })).toMatchObject([201, '10.00', {}]);
    expect(await redeem({ bill: '301.00' })).toMatchObject([409, expect.any(String), { code: 'till.receipt_differs' }]);
    expect(await redeem()).toMatchObject([409, expect.any(String), { code: 'till.receipt_differs' }]);
  });

  test('a Friday voucher is refused on a Tuesday, without the receipt’s total', async () => {
    const { redeem, state } = await prepareTill({ benefit: percent(8), weekdays: [5] });
    const friday = now;
    now = new Date('2026-11-24T02:00:00Z');
    expect(await redeem({ bill: '50.00' })).toMatchObject([422, 'This voucher is not valid today.', {}]);
    expect(await redeem()).toMatchObject([422, 'This voucher is not valid today.', {}]);
    expect(await state()).toBe('active');
    now = friday;
    expect(await redeem({ bill: '50.00' })).toMatchObject([201, '4.00', {}]);
  });

  test('a minimum spend looks at the total', async () => {
    const { redeem, state } = await prepareTill({ off: 20_00, min_spend: 150_00 });
    expect(await redeem()).toMatchObject([422, expect.any(String), { code: 'till.bill_needed' }]);
    expect(await redeem({ bill: '149.99' })).toMatchObject([422, 'Spend RM0.01 more to use this voucher.', {}]);
    expect(await state()).toBe('active');
    expect(await redeem({ bill: '150.00' })).toMatchObject([201, '20.00', {}]);
  });

  test('a fixed amount takes off no more than the total, and is never used for nothing', async () => {
    const { redeem, state } = await prepareTill({ off: 5_00 });
    expect(await redeem({ bill: '0.00' })).toMatchObject([422, expect.any(String), { code: 'voucher.no_goods' }]);
    expect(await state()).toBe('active');
    expect(await redeem({ bill: '3.20' })).toMatchObject([201, '3.20', {}]);
  });

  test('categories look at the lines, by SKU or barcode', async () => {
    const coffee = await makeProduct(db, { category: 'coffee-tea' });
    const other = await makeProduct(db, { category: 'snacks' });
    await db.raw(`update products set sku = 'TILL-COFFEE', barcode = '0036000291452' where id = $1`, [coffee.id]);
    // Outlets sell it, the shop online does not.
    await changeProduct(db, coffee, { status: 'draft' });
    await db.raw(`update products set sku = 'TILL-SNACK' where id = $1`, [other.id]);
    const goods = { goods_en: 'coffee & tea', categories: ['coffee-tea'] };
    const { redeem, state } = await prepareTill({ off: 2_00, min_spend: 15_00, ...goods });
    const lines = (amount: string) => [
      { sku: 'TILL-COFFEE', quantity: 1, amount },
      // The same barcode as a scanner for UPC-A returns it.
      { barcode: '036000291452', quantity: 2, amount: '5.00' },
      { sku: 'TILL-SNACK', quantity: 1, amount: '30.00' },
      { sku: 'ONLY-IN-THIS-OUTLET', quantity: 1, amount: '1.00' },
    ];
    expect(await redeem({ bill: '60.00' })).toMatchObject([
      422,
      'Enter the items of the receipt to use this voucher.',
      { code: 'till.lines_needed', errors: { lines: expect.any(Array) } },
    ]);
    const short = await redeem({ lines: lines('9.99') });
    expect(short).toMatchObject([422, 'Spend RM0.01 more on coffee & tea to use this voucher.', {}]);
    expect(await redeem({ lines: lines('9.99').slice(2) })).toMatchObject([
      422,
      expect.any(String),
      { code: 'voucher.no_goods' },
    ]);
    const above = await redeem({ bill: '10.00', lines: lines('10.00') });
    expect(above).toMatchObject([422, 'The items cost more than the total of the receipt.', {}]);
    expect(await redeem({ lines: [{ quantity: 1, amount: '20.00' }] })).toMatchObject([422, expect.any(String), {}]);
    expect(await state()).toBe('active');
    expect(await redeem({ lines: lines('10.00') })).toMatchObject([201, '2.00', {}]);
    expect(await redeem({ lines: lines('10.00') })).toMatchObject([201, '2.00', {}]);
  });

  test('one piece free looks at the units of the lines', async () => {
    const ice = await makeProduct(db, { category: 'ice-cream' });
    await db.raw(`update products set sku = 'TILL-ICE' where id = $1`, [ice.id]);
    const benefit = { kind: 'buy_x_get_y', buy: 1, get: 1, percent: 100 } as const;
    const { redeem } = await prepareTill({ benefit, categories: ['ice-cream'] });
    const makeLines = (quantity: number, amount: string) => ({ lines: [{ sku: 'TILL-ICE', quantity, amount }] });
    expect(await redeem(makeLines(1, '18.00'))).toMatchObject([422, expect.any(String), { code: 'voucher.no_goods' }]);
    expect(await redeem(makeLines(2, '36.00'))).toMatchObject([201, '18.00', {}]);
  });

  test('free delivery is for orders', async () => {
    const { redeem, state } = await prepareTill({ benefit: { kind: 'free_delivery' } });
    expect(await redeem({ bill: '90.00' })).toMatchObject([422, expect.any(String), { code: 'voucher.not_in_store' }]);
    expect(await state()).toBe('active');
  });

  test('the cashier reads offer and terms, in the requested language, also from the command line', async () => {
    const texts = {
      description_en: '8% off your Friday shop.',
      description_zh: '周五购物享 92折。',
      terms_en: 'Fridays only.',
      terms_zh: '仅限周五。',
    };
    const { customer, redeem, receipt, voucher_code } = await prepareTill({ benefit: percent(8), ...texts });
    const [, , body] = await redeem({ bill: '50.00' });
    expect([body.offer, body.terms]).toEqual(['8% off your Friday shop.', 'Fridays only.']);
    const headers = { 'x-api-key': 'demo-till' };
    const redemption = { member_id: customer.id, receipt, voucher_code, bill: '50.00' };
    const inChinese = await api('POST', '/till/redeem?lang=zh', { body: redemption, headers });
    expect([inChinese.body.offer, inChinese.body.terms]).toEqual(['周五购物享 92折。', '仅限周五。']);
    const command = ['redeem', customer.id, receipt, 'voucher', voucher_code, '--bill', '50.00'];
    expect((await runTillCommand({ PUBLIC_URL: url }, command)).slice(1, 3)).toEqual([body.offer, body.terms]);
    const lines = ['--line', 'ONLY-HERE,1,20.00', '--line', '9556001000019,2,30.00'];
    const fromLines = [...command.slice(0, -2), ...lines];
    expect((await runTillCommand({ PUBLIC_URL: url }, fromLines))[0]).toMatch(/RM4\.00$/);
    const plain = await prepareTill({ off: 5_00 });
    const [, , without] = await plain.redeem();
    expect([without.offer, without.terms]).toEqual(['RM5', null]);
  });
});

test('points at a till follow the multiples and the minimum of the checkout', async () => {
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'point', 1_000);
  const redeem = (amount: number) =>
    till('redeem', { member_id: customer.id, receipt: 'R-6001', kind: 'point', amount });
  const odd = await redeem(150);
  expect([odd.status, odd.body.errors]).toEqual([422, { amount: ['Points are used in multiples of 100.'] }]);
  const few = await redeem(50);
  expect([few.status, few.body.errors]).toEqual([422, { amount: ['You need at least 100 points to use them.'] }]);
  expect((await redeem(200)).body.value).toBe('2.00');
});

test('an award has a ceiling by setting', async () => {
  const customer = await newCustomer(server);
  const award = (amount: string) => till('award', { member_id: customer.id, receipt: 'R-6101', amount });
  const refusal = await award('5000.01');
  expect([refusal.status, refusal.body.errors]).toEqual([422, { amount: ['At most RM5,000.00'] }]);
  await db.raw(`update settings set value = value || '{"max_till_amount": 10000}' where key = 'loyalty'`);
  expect((await award('100.01')).status).toBe(422);
  expect((await award('100.00')).status).toBe(201);
  await db.raw(`update settings set value = value - 'max_till_amount' where key = 'loyalty'`);
});

test('receipts that differ in case are one', async () => {
  const customer = await newCustomer(server);
  const award = (receipt: string) => till('award', { member_id: customer.id, receipt, amount: '10.00' });
  expect((await award('abc-7')).body.amount).toBe(10);
  expect((await award('ABC-7')).body).toMatchObject({ amount: 10, receipt: 'abc-7' });
  expect(await readBalance(customer, 'point')).toBe(10);
  await fillWallet(server, customer, 'store_credit', 100);
  await till('redeem', { member_id: customer.id, receipt: 'Abc-7', kind: 'store_credit', amount: 100 });
  expect((await till('reverse', { receipt: 'aBC-7' })).body.reversed).toHaveLength(2);
  expect([await readBalance(customer, 'point'), await readBalance(customer, 'store_credit')]).toEqual([0, 100]);
});

test('owners add and disable keys, and a till works with its key from the command line', async () => {
  const { rows } = await db.raw('select code from outlets order by id desc limit 1');
  const outlet = String(rows[0]?.code);
  const { status, body } = await staff('POST', '/till-keys', { outlet });
  expect(status).toBe(201);
  const customer = await newCustomer(server);
  const env = { PUBLIC_URL: url, TILL_KEY: body.key };
  const { code } = (await customer.call('GET', '/qrcode')).body;
  expect((await runTillCommand(env, ['member', code]))[0]).toContain(customer.id);
  const TILL_KEY_FILE = join(server.config.dataDir, 'till-key');
  writeFileSync(TILL_KEY_FILE, `${body.key}\n`);
  expect((await runTillCommand({ PUBLIC_URL: url, TILL_KEY_FILE }, ['member', code]))[0]).toContain(customer.id);
  expect(await runTillCommand(env, ['award', customer.id, 'R-5001', '12.00'])).toEqual([
    'R-5001  12 points  RM0.00',
    `${customer.id}  Mei Ling  Benih  12 points  0 coins`,
  ]);
  expect((await staff('POST', `/till-keys/${body.id}/disable`)).status).toBe(200);
  await expect(runTillCommand(env, ['member', code])).rejects.toThrow('The API key is not valid.');
  const { data } = (await staff('GET', '/till-keys')).body;
  expect(data).toMatchObject([{ id: body.id, outlet, is_active: false }]);
  const audit = (await staff('GET', '/audit')).body.data.map(({ action }: { action: string }) => action);
  expect(audit).toEqual(['staff.disableTillKey', 'staff.addTillKey']);
});
