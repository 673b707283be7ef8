/** docs/api.md#loyalty: referrals. */
import { expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { makeVoucher } from '../testing/make-voucher.ts';
import { ADDRESS, newShopper } from '../testing/orders/shopper.ts';
import { operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { api, db } = server;
const staff = operator(server);
await db.raw('update delivery_slot_templates set capacity = 10000');

let sequence = 0;
/** Signs up with a customer's code, in `session` if given. */
async function newFriend(
  referral_code: string,
  session?: string,
  email?: string,
): Promise<Pick<TestCustomer, 'id' | 'token'>> {
  sequence++;
  const { status, body } = await api('POST', '/register', {
    headers: session ? { 'x-session': session } : {},
    body: {
      name: 'Wei Jie',
      email: email ?? `friend${sequence}@example.com`,
      contact_number: `01${90_000_000 + sequence}`,
      password: `correct horse ${sequence}`,
      referral_code,
    },
  });
  expect([status, body.message]).toEqual([201, undefined]);
  return { id: body.me.id, token: body.token };
}

/** Orders one product to an address of the friend's own, unless `address` says otherwise. */
async function placeOrder(friend: { token: string }, address: object = {}) {
  sequence++;
  const shopper = await newShopper(server, friend);
  await shopper.fill([await makeProduct(db, { stock: 5 }), 1]);
  const shipping_address = {
    ...ADDRESS,
    street_address: `${sequence}, Jalan Kawan`,
    email: `own${sequence}@example.com`,
    contact_number: `01${70_000_000 + sequence}`,
    ...address,
  };
  const cart = await shopper.prepare({ shipping_address, customer_email: shipping_address.email });
  const { status, body } = await shopper.place(cart);
  expect([status, body.message]).toEqual([201, undefined]);
  return body.order as { order_number: string };
}

async function complete({ order_number }: { order_number: string }): Promise<void> {
  for (const to of ['processing', 'packed', 'delivery', 'complete']) {
    expect((await staff('POST', `/orders/${order_number}/advance`, { to })).status).toBe(200);
  }
}

const readCode = async (customer: TestCustomer): Promise<string> =>
  (await customer.call('GET', '/refer-code')).body.code;
const listReferrals = async (customer: TestCustomer) => (await customer.call('GET', '/referrals')).body.data;
const readCoins = async (customer: TestCustomer): Promise<number> =>
  (await customer.call('GET', '/wallet_transactions')).body.balances.store_credit.balance;

test('GET /refer-code answers the own code with its link', async () => {
  const customer = await newCustomer(server);
  const { body } = await customer.call('GET', '/refer-code');
  expect(body.url).toMatch(new RegExp(`/signup\\?referral_code=${body.code}$`));
  const inChinese = await customer.call('GET', '/refer-code?lang=zh');
  expect(inChinese.body.url).toBe(`${body.url}&lang=zh`);
});

test('a friend signs up, orders, and the referrer is rewarded when the order is complete', async () => {
  const referrer = await newCustomer(server);
  const friend = await newFriend(await readCode(referrer));
  expect(await listReferrals(referrer)).toMatchObject([{ name: 'W*** J***', state: 'signed_up', reward: 0 }]);
  const placedOrder = await placeOrder(friend);
  expect(await listReferrals(referrer)).toMatchObject([{ state: 'ordered' }]);
  expect(await readCoins(referrer)).toBe(0);
  await complete(placedOrder);
  expect(await listReferrals(referrer)).toMatchObject([{ state: 'rewarded', reward: 500 }]);
  expect(await readCoins(referrer)).toBe(500);
  await complete(await placeOrder(friend));
  expect(await readCoins(referrer)).toBe(500);
});

test('the referrer also gets the vouchers for referrals, each once', async () => {
  const code = `THANKS${Date.now()}`;
  await makeVoucher(db, { code, issued_for: 'referral', is_offered: false, valid_days: 90 });
  await makeVoucher(db, { issued_for: 'referral', is_active: false });
  await makeVoucher(db, { issued_for: 'birthday' });
  const listVouchers = async (customer: TestCustomer) => {
    const { data } = (await customer.call('GET', '/voucher/activated')).body;
    return data
      .filter(({ name }: { name: string }) => name !== 'Thank-you voucher')
      .map(({ name }: { name: string }) => name);
  };
  const referrer = await newCustomer(server);
  const friend = await newFriend(await readCode(referrer));
  const placedOrder = await placeOrder(friend);
  expect(await listVouchers(referrer)).toEqual([]);
  await complete(placedOrder);
  await complete(await placeOrder(friend));
  expect(await listVouchers(referrer)).toEqual([code]);
  await db.raw(`update vouchers set is_active = false where code = $1`, [code]);
});

const FRIENDS_OFFER = ['10% off, up to RM15', 'First order only'];

test('a friend has 10% off the first order, up to RM15', async () => {
  const product = await makeProduct(db, { price: 100_00, stock: 100 });
  const readDiscount = async (friend: { token: string }, quantity: number): Promise<string> =>
    (await (await newShopper(server, friend)).fill([product, quantity])).discount;
  const friend = await newFriend(await readCode(await newCustomer(server)));
  const listWaitingOffers = async () => (await api('GET', '/cart', { token: friend.token })).body.waiting_offers;
  expect(await listWaitingOffers()).toMatchObject([{ kind: 'percentage', value: '10%', conditions: FRIENDS_OFFER }]);
  expect([await readDiscount(friend, 1), await readDiscount(friend, 2)]).toEqual(['10.00', '15.00']);
  expect(await readDiscount(await newCustomer(server), 1)).toBe('0.00');
  await placeOrder(friend);
  expect(await readDiscount(friend, 1)).toBe('0.00');
  expect(await listWaitingOffers()).toEqual([]);
});

test('a friend who ordered before as a guest can check out, without the 10%', async () => {
  const referrer = await newCustomer(server);
  const product = await makeProduct(db, { price: 100_00, stock: 100 });
  const shipping_address = { ...ADDRESS, contact_number: '0199887766', email: 'guest.before@example.com' };
  const guest = await newShopper(server);
  await guest.fill([product, 1]);
  expect((await guest.place(await guest.prepare({ shipping_address }))).status).toBe(201);
  const shopper = await newShopper(server, await newFriend(await readCode(referrer)));
  const before = await shopper.fill([product, 1]);
  expect(before.discount).toBe('10.00');
  const refusal = await shopper.place(await shopper.prepare(), {
    shipping_address: { ...shipping_address, email: 'another@example.com' },
  });
  expect([refusal.status, refusal.body.code, refusal.body.cart.discount]).toEqual([409, 'checkout.changed', '0.00']);
  expect((await shopper.get('/cart')).body.discount).toBe('0.00');
  expect((await shopper.place(refusal.body.cart)).status).toBe(201);
});

test('gives no 10% to a customer who refers oneself: alias of the mailbox, contact, or a spelling of the address', async () => {
  const referrer = await newCustomer(server);
  const [name, domain] = referrer.email.split('@');
  const alias = `${name}+1@${domain}`;
  const { rows } = await db.raw('select phone from customers where id = $1', [referrer.id]);
  const phone = String(rows[0]?.phone);
  const product = await makeProduct(db, { price: 100_00, stock: 100 });
  await placeOrder(referrer, { street_address: '9, Jalan Sendiri Dua' });
  const readDiscount = async (friend: { token: string }, address: object = {}) => {
    const shopper = await newShopper(server, friend);
    await shopper.fill([product, 1]);
    sequence++;
    const unlike = { street_address: `${sequence}, Jalan Lain`, email: `unlike${sequence}@example.com` };
    const contact = { ...unlike, contact_number: `01${50_000_000 + sequence}` };
    const cart = await shopper.prepare({ shipping_address: { ...ADDRESS, ...contact, ...address } });
    const { status, body } = await shopper.place(cart);
    expect([status, body.message]).toEqual([201, undefined]);
    return cart.discount;
  };
  const code = await readCode(referrer);
  expect(await readDiscount(await newFriend(code))).toBe('10.00');
  expect(await readDiscount(await newFriend(code, undefined, alias))).toBe('0.00');
  expect(await readDiscount(await newFriend(code), { email: alias })).toBe('0.00');
  expect(await readDiscount(await newFriend(code), { contact_number: phone })).toBe('0.00');
  expect(await readDiscount(await newFriend(code), { street_address: '9 jalan sendiri-dua' })).toBe('0.00');
  await referrer.call('POST', '/address', { ...ADDRESS, title: 'Home', street_address: '77, Lorong Buku' });
  expect(await readDiscount(await newFriend(code), { street_address: '77 LORONG BUKU' })).toBe('0.00');
});

test('an empty cart announces no 10% to a friend who ordered before as a guest or who refers oneself', async () => {
  const referrer = await newCustomer(server);
  const code = await readCode(referrer);
  const product = await makeProduct(db, { price: 100_00, stock: 100 });
  const shipping_address = { ...ADDRESS, contact_number: '0199887755', email: 'guest.earlier@example.com' };
  const guest = await newShopper(server);
  await guest.fill([product, 1]);
  expect((await guest.place(await guest.prepare({ shipping_address }))).status).toBe(201);
  const readOffers = async (friend: { token: string }, address: object) => {
    const shopper = await newShopper(server, friend);
    await shopper.fill([product, 1]);
    await shopper.prepare({ shipping_address: { ...shipping_address, ...address } });
    await shopper.fill([product, 0]);
    const { items, waiting_offers } = (await shopper.get('/cart')).body;
    expect(items).toEqual([]);
    return waiting_offers;
  };
  const stranger = { contact_number: '0199887744', email: 'stranger@example.com' };
  expect(await readOffers(await newFriend(code), stranger)).toMatchObject([{ value: '10%' }]);
  expect(await readOffers(await newFriend(code), {})).toEqual([]);
  const alias = referrer.email.replace('@', '+2@');
  expect(await readOffers(await newFriend(code, undefined, alias), stranger)).toEqual([]);
});

test('a canceled first order leaves the reward to the next one', async () => {
  const referrer = await newCustomer(server);
  const friend = await newFriend(await readCode(referrer));
  const { order_number } = await placeOrder(friend);
  expect((await staff('POST', `/orders/${order_number}/cancel`, { comment: 'Sold out' })).status).toBe(200);
  expect(await listReferrals(referrer)).toMatchObject([{ state: 'signed_up' }]);
  await complete(await placeOrder(friend));
  expect(await readCoins(referrer)).toBe(500);
});

test('refuses the reward for referring oneself: same session, contact or address', async () => {
  const referrer = await newCustomer(server);
  const { data: session } = (await api('GET', '/session/id')).body;
  const { body } = await api('GET', '/refer-code', { token: referrer.token, headers: { 'x-session': session } });
  await newFriend(body.code, session);
  await placeOrder(referrer, { street_address: '1, Jalan Sendiri' });
  const neighbour = await newFriend(body.code);
  await complete(await placeOrder(neighbour, { street_address: '1, JALAN SENDIRI' }));
  const alias = await newFriend(body.code);
  await complete(await placeOrder(alias, { email: referrer.email }));
  const states = await listReferrals(referrer);
  expect(states.map(({ state }: { state: string }) => state)).toEqual(['void', 'void', 'void']);
  expect(await readCoins(referrer)).toBe(0);
});

test('gives a referrer who removed the account neither coins nor voucher; the friend’s discount stays', async () => {
  const code = `GONE${Date.now()}`;
  await makeVoucher(db, { code, issued_for: 'referral', is_offered: false });
  const referrer = await newCustomer(server);
  const friend = await newFriend(await readCode(referrer));
  expect((await referrer.call('POST', '/me/delete', { password: referrer.password })).status).toBe(200);
  const shopper = await newShopper(server, friend);
  expect((await shopper.fill([await makeProduct(db, { price: 100_00, stock: 5 }), 1])).discount).toBe('10.00');
  await complete(await placeOrder(friend));
  const { rows } = await db.raw(
    `select r.state, r.void_reason, (select count(*)::int from wallet_entries e where e.customer_id = r.referrer_id) as entries,
       (select count(*)::int from own_vouchers o where o.customer_id = r.referrer_id) as vouchers
     from referrals r where friend_id = $1`,
    [friend.id],
  );
  expect(rows).toEqual([{ state: 'void', void_reason: 'referrer_removed', entries: 0, vouchers: 0 }]);
  await db.raw('update vouchers set is_active = false where code = $1', [code]);
});

test('a month rewards at most as many friends as the setting says', async () => {
  await db.raw(`update settings set value = value || '{"referrals_per_month": 1}' where key = 'loyalty'`);
  const referrer = await newCustomer(server);
  const code = await readCode(referrer);
  for (let friends = 0; friends < 2; friends++) await complete(await placeOrder(await newFriend(code)));
  expect((await listReferrals(referrer)).map(({ state }: { state: string }) => state).toSorted()).toEqual([
    'rewarded',
    'void',
  ]);
  expect(await readCoins(referrer)).toBe(500);
});

test('GET /referrals needs a signed-in customer, and lists only the own friends', async () => {
  expect((await api('GET', '/referrals')).status).toBe(401);
  const other = await newCustomer(server);
  expect(await listReferrals(other)).toEqual([]);
  expect((await other.call('GET', '/referrals?orderBy=made_up')).status).toBe(422);
});

test('GET /referrals/{id} returns one friend as the list does; 404 for another customer’s; `search` finds by id and state', async () => {
  const [mine, other] = [await newCustomer(server), await newCustomer(server)];
  const code = await readCode(mine);
  for (let friends = 0; friends < 2; friends++) await newFriend(code);
  const [newest, oldest] = await listReferrals(mine);
  expect((await mine.call('GET', `/referrals/${oldest.id}`)).body).toEqual(oldest);
  const refusal = await other.call('GET', `/referrals/${oldest.id}`);
  expect([refusal.status, refusal.body.code]).toEqual([404, 'request.not_found']);
  expect((await api('GET', `/referrals/${oldest.id}`)).status).toBe(401);
  const listIds = async (query: string) =>
    (await mine.call('GET', `/referrals?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await listIds(`search=id:${oldest.id}`)).toEqual([oldest.id]);
  expect(await listIds(`search=id:${oldest.id};state:rewarded`)).toEqual([oldest.id]);
  expect(await listIds(`search=id:${oldest.id};state:rewarded&searchJoin=and`)).toEqual([]);
  expect(await listIds('search=state:signed_up')).toEqual([newest.id, oldest.id]);
});
