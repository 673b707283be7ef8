/** docs/api.md#loyalty: vouchers that points or coins buy. */
import { beforeEach, expect, test } from 'vitest';
import { NO_REQUEST, publish } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../../testing/customer.ts';
import { fillWallet, makeVoucher } from '../../testing/make-voucher.ts';
import { ADDRESS, newShopper } from '../../testing/orders/shopper.ts';
import { testServer } from '../../testing/test-server.ts';
import { inTransaction } from '../../transaction.ts';
import { giveRewards } from '../rewards/rewards.ts';

/** A Friday in Kuala Lumpur. */
const FRIDAY = new Date('2026-11-20T02:00:00Z');
let now = FRIDAY;
const server = await testServer({ clock: () => now });
const { app, api, db } = server;
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
beforeEach(async () => {
  now = FRIDAY;
  await db.raw('truncate vouchers, own_vouchers, voucher_counts cascade');
});

const buy = (customer: TestCustomer, voucher_id: string) => customer.call('POST', '/voucher/activated', { voucher_id });
const findListed = async (customer: TestCustomer, code: string, lang = 'en') =>
  (await customer.call('GET', `/vouchers?search=code:${code}&lang=${lang}`)).body.data[0];

test('GET /vouchers lists the offered vouchers, in both languages, and says why a customer cannot buy one', async () => {
  const fields = {
    code: 'SNEK5',
    name_en: 'RM5 off snacks',
    name_zh: '零食减 RM5',
    min_spend: 4_000,
    cost_amount: 500,
  };
  const id = await makeVoucher(db, { ...fields, total_limit: 3 });
  await makeVoucher(db, { code: 'HIDDEN', is_offered: false });
  await makeVoucher(db, { code: 'OVER', ends_at: now });
  const open = await api('GET', '/vouchers');
  expect(open.status).toBe(200);
  expect(open.body.data).toEqual([
    {
      id,
      code: 'SNEK5',
      name: 'RM5 off snacks',
      description: '',
      terms: '',
      value: 'RM5',
      kind: 'fixed',
      conditions: [],
      categories: [],
      cost: { kind: 'point', amount: 500 },
      min_spend: '40.00',
      usable: ['online', 'store'],
      first_order_only: false,
      valid_from: null,
      valid_to: null,
      left: 3,
      image: null,
      why_not: null,
    },
  ]);
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'point', 120);
  expect(await findListed(customer, 'SNEK5')).toMatchObject({ why_not: 'You need 380 more points.' });
  expect(await findListed(customer, 'SNEK5', 'zh')).toMatchObject({ name: '零食减 RM5', why_not: '还差 380 积分。' });
  expect((await customer.call('GET', `/vouchers/${id}`)).body.code).toBe('SNEK5');
  expect((await api('GET', '/vouchers/999999')).status).toBe(404);
  expect((await api('GET', '/vouchers?search=colour:red')).status).toBe(422);
});

test.each([
  [{ kind: 'percentage', percent: 10, max_amount: 1_500 }, '10%', '10%'],
  [{ kind: 'free_delivery' }, 'Free delivery', '免运费'],
  [{ kind: 'buy_x_get_y', buy: 1, get: 1, percent: 100 }, 'Buy 1, get 1 free', '买 1 送 1'],
  [{ kind: 'buy_x_get_y', buy: 2, get: 1, percent: 50 }, 'Buy 2, get 1 at 50% off', '买 2 件，另 1 件减 50%'],
  [{ kind: 'fixed', amount: 250 }, 'RM2.50', 'RM2.50'],
] as const)('a benefit %j is worth %s', async (benefit, en, zh) => {
  await makeVoucher(db, { code: 'VALUE', benefit });
  expect((await api('GET', '/vouchers')).body.data[0].value).toBe(en);
  expect((await api('GET', '/vouchers?lang=zh')).body.data[0].value).toBe(zh);
});

test.each([
  [
    { benefit: { kind: 'percentage', percent: 8, max_amount: 1_000 }, weekdays: '{5}' },
    ['8% off, up to RM10', 'Fridays only'],
    ['减 8%，最多 RM10', '只限星期五'],
  ],
  [
    { goods_en: 'coffee & tea', goods_zh: '咖啡与茶', categories: '{coffee-tea}', first_order_only: true },
    ['Only for coffee & tea', 'First order only'],
    ['只限咖啡与茶', '只限首张订单'],
  ],
  [
    { benefit: { kind: 'percentage', percent: 10, max_amount: null }, brands: '{krupkrap}', weekdays: '{0,2,6}' },
    ['10% off', 'Only for selected products', 'Sundays, Tuesdays and Saturdays only'],
    ['减 10%', '只限指定商品', '只限星期日、星期二、星期六'],
  ],
] as const)('says what a voucher with the terms %j counts for and when', async (terms, en, zh) => {
  const voucher_id = await makeVoucher(db, { code: 'TERMS', ...terms });
  expect((await api('GET', '/vouchers')).body.data[0].conditions).toEqual(en);
  expect((await api('GET', '/vouchers?lang=zh')).body.data[0].conditions).toEqual(zh);
  const customer = await newCustomer(server);
  expect((await buy(customer, voucher_id)).body.voucher.conditions).toEqual(en);
});

test('POST /voucher/activated takes the points and issues a voucher with a code of its own', async () => {
  const id = await makeVoucher(db, { code: 'KOPI2', name_en: 'RM2 off coffee', cost_amount: 150, valid_days: 30 });
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'point', 200);
  const { status, body } = await buy(customer, id);
  expect(status).toBe(201);
  expect(body.voucher).toMatchObject({ voucher_id: id, name: 'RM2 off coffee', status: 'active', locked: false });
  expect(body.voucher.code).toMatch(/^[0-9A-F]{12}$/);
  // Thirty days from 20 November, to the end of the day in Malaysia.
  expect(body.voucher.expires_at).toBe('2026-12-20T16:00:00.000Z');
  const entries = await customer.call('GET', '/wallet_transactions?search=action:voucher');
  expect(entries.body.data).toMatchObject([
    { amount: -150, description: 'Voucher “RM2 off coffee”', source: `voucher:${body.voucher.id}` },
  ]);
  expect(entries.body.balances.point.balance).toBe(50);
  const again = await buy(customer, id);
  expect([again.status, again.body.code, again.body.message]).toEqual([
    409,
    'wallet.too_little_point',
    'You need 100 more points.',
  ]);
  expect((await customer.call('GET', '/voucher/activated')).body.total).toBe(1);
});

test('the same Idempotency-Key buys one voucher', async () => {
  const id = await makeVoucher(db, { cost_amount: 100 });
  const { token, ...customer } = await newCustomer(server);
  await fillWallet(server, customer, 'point', 500);
  const send = () =>
    api('POST', '/voucher/activated', {
      token,
      body: { voucher_id: id },
      headers: { 'idempotency-key': 'buy-voucher-0001' },
    });
  const [first, second] = [await send(), await send()];
  expect(second.body).toEqual(first.body);
  const { body } = await customer.call('GET', '/wallet_transactions');
  expect(body.balances.point.balance).toBe(400);
});

test('a voucher for first orders is offered and issued only before any order, a joined guest order included', async () => {
  const offeredId = await makeVoucher(db, { code: 'BARU', first_order_only: true });
  const issuedCode = `BARU${Date.now()}`;
  await makeVoucher(db, { code: issuedCode, first_order_only: true, issued_for: 'profile', is_offered: false });
  const [newcomer, buyer] = [await newCustomer(server), await newCustomer(server)];
  const guest = await newShopper(server);
  await guest.fill([await makeProduct(db), 1]);
  const shipping_address = { ...ADDRESS, email: buyer.email };
  const { order } = (await guest.place(await guest.prepare({ shipping_address, customer_email: buyer.email }))).body;
  expect(await findListed(buyer, 'BARU')).toMatchObject({ why_not: null });
  const contact = { kind: 'email', value: buyer.email } as const;
  await inTransaction(system(), (ctx) => publish(ctx, { type: 'contact.proven', customer_id: buyer.id, contact }));
  for (const { id } of [newcomer, buyer]) {
    await inTransaction(system(), (ctx) => giveRewards(ctx, id, [{ action: 'profile', source: 'profile' }]));
  }
  const listNames = async (customer: TestCustomer) =>
    (await customer.call('GET', '/voucher/activated')).body.data.map(({ name }: { name: string }) => name).toSorted();
  expect([await findListed(buyer, 'BARU'), await listNames(buyer)]).toEqual([undefined, []]);
  const refusal = await buy(buyer, offeredId);
  expect([refusal.status, refusal.body.code]).toEqual([409, 'voucher.first_order']);
  expect([(await buy(newcomer, offeredId)).status, await listNames(newcomer)]).toEqual([201, ['BARU', issuedCode]]);
  await db.raw(`update orders set status = 'canceled' where order_number = $1`, [order.order_number]);
  expect((await buy(buyer, offeredId)).status).toBe(201);
});

test('coins buy vouchers that cost coins', async () => {
  const id = await makeVoucher(db, { cost_amount: 300, cost_kind: 'store_credit' });
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'store_credit', 299);
  expect((await buy(customer, id)).body).toMatchObject({ code: 'wallet.too_little_store_credit' });
  await fillWallet(server, customer, 'store_credit', 1);
  expect((await buy(customer, id)).status).toBe(201);
});

test('no customer buys beyond the limits', async () => {
  const id = await makeVoucher(db, { code: 'ONCE', customer_limit: 1, total_limit: 2 });
  const [first, second, third] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  expect((await buy(first, id)).status).toBe(201);
  expect((await buy(first, id)).body.code).toBe('voucher.limit');
  expect(await findListed(first, 'ONCE')).toMatchObject({
    left: 1,
    why_not: 'You have reached the limit for this voucher.',
  });
  expect((await buy(second, id)).status).toBe(201);
  expect((await buy(third, id)).body.code).toBe('voucher.sold_out');
  expect(await findListed(third, 'ONCE')).toMatchObject({ left: 0, why_not: 'This voucher has run out.' });
});

test('a monthly limit starts again with the month in Malaysia', async () => {
  const id = await makeVoucher(db, { customer_limit: 1, is_limit_monthly: true });
  const customer = await newCustomer(server);
  now = new Date('2026-11-30T15:59:00Z');
  expect((await buy(customer, id)).status).toBe(201);
  expect((await buy(customer, id)).body.code).toBe('voucher.limit');
  now = new Date('2026-11-30T16:00:00Z');
  expect((await buy(customer, id)).status).toBe(201);
});

test('a voucher of a tier is only for its members, and says so to guests', async () => {
  const id = await makeVoucher(db, { code: 'EMAS20', tiers: ['emas'] });
  expect((await api('GET', '/vouchers')).body.data[0].why_not).toBe('This voucher is for Emas members.');
  expect((await buy(await newCustomer(server), id)).body.message).toBe('This voucher is for Emas members.');
  const customer = await newCustomer(server);
  await db.raw(
    `insert into memberships (customer_id, tier_id, since) select $1, id, now() from membership_tiers where code = 'emas'`,
    [customer.id],
  );
  expect((await buy(customer, id)).status).toBe(201);
});

test('POST /voucher/activated: 401 for a guest, 404 for a voucher that is not offered, 422 for a malformed id', async () => {
  const guest = await newShopper(server);
  expect((await api('POST', '/voucher/activated', { token: guest.token, body: { voucher_id: '1' } })).status).toBe(401);
  const customer = await newCustomer(server);
  const hiddenId = await makeVoucher(db, { is_offered: false });
  const futureId = await makeVoucher(db, { starts_at: new Date('2026-12-01') });
  for (const id of [hiddenId, futureId, '999999']) expect((await buy(customer, id)).status).toBe(404);
  expect((await buy(customer, 'x')).status).toBe(422);
});

test('GET /voucher/activated lists own vouchers with their status, earliest expiry first', async () => {
  const long = await makeVoucher(db, { code: 'LONG' });
  const short = await makeVoucher(db, { code: 'SHORT', valid_days: 10 });
  const over = await makeVoucher(db, { code: 'OVER', valid_days: 1 });
  const customer = await newCustomer(server);
  for (const id of [long, over, short]) await buy(customer, id);
  now = new Date(FRIDAY.getTime() + 3 * 86_400_000);
  const { body } = await customer.call('GET', '/voucher/activated');
  expect(body.data.map((each: { name: string; status: string }) => [each.name, each.status])).toEqual([
    ['SHORT', 'active'],
    ['LONG', 'active'],
    ['OVER', 'expired'],
  ]);
  expect(body.data[2].why_not).toBe('This voucher has expired.');
  const expiredVouchers = await customer.call('GET', '/voucher/activated?search=status:expired');
  expect(expiredVouchers.body.total).toBe(1);
  const one = await customer.call('GET', `/voucher/activated/${body.data[0].id}`);
  expect(one.body.name).toBe('SHORT');
  const other = await newCustomer(server);
  expect((await other.call('GET', `/voucher/activated/${body.data[0].id}`)).status).toBe(404);
  expect((await api('GET', '/voucher/activated')).status).toBe(401);
});

test('an own voucher says what the cart lacks', async () => {
  const goods = { goods_en: 'snacks', goods_zh: '零食' };
  const id = await makeVoucher(db, { code: 'SNEK5', min_spend: 2_000, ...goods });
  const customer = await newCustomer(server);
  await buy(customer, id);
  const product = await makeProduct(db, { price: 800 });
  const shopper = await newShopper(server, customer);
  const readWhyNot = async (lang: string) =>
    (await customer.call('GET', `/voucher/activated?lang=${lang}`)).body.data[0].why_not;
  expect(await readWhyNot('en')).toBe('This voucher is not for the items in your cart.');
  await shopper.fill([product, 1]);
  expect(await readWhyNot('en')).toBe('Spend RM12.00 more on snacks to use this voucher.');
  expect(await readWhyNot('zh')).toBe('再买 RM12.00 的零食即可使用此礼券。');
  await shopper.fill([product, 3]);
  expect(await readWhyNot('en')).toBeNull();
});
