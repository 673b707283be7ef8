/** docs/readings.md#68: accounts of the Touch 'n Go mini-program. */
import { describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import type { MiniProgramUser } from '../../partners/payment-provider.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { authorize, MEI } from '../../testing/google-login.ts';
import { sentTo } from '../../testing/inbox.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { createFakeProvider } from '../../testing/orders/fake-provider.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { type RequestOptions, testServer } from '../../testing/test-server.ts';
import { inTransaction } from '../../transaction.ts';
import { mergeAccess } from '../customer-access.ts';

const fake = createFakeProvider({ isMiniProgram: true });
let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now, jobs: true, paymentProviders: [fake.provider] });
const { api, app, db, url } = server;

let sequence = 0;
const makePhone = () => `+60187${String(3_000_000 + ++sequence).slice(1)}`;
const makeEmail = () => `wallet${++sequence}@example.com`;
const PASSWORD = 'correct horse 1';

/** Makes a user of the app, whose contacts no account has. */
const newUser = (more: Partial<MiniProgramUser> = {}): MiniProgramUser => ({
  id: `20881021${++sequence}`,
  name: 'Mei Ling Tan',
  phone: makePhone(),
  email: makeEmail(),
  ...more,
});

/** Gives the user a code, as the app does. */
function issueCode(user: MiniProgramUser): string {
  const code = `0000000001${++sequence}`;
  fake.users.set(code, user);
  return code;
}

const send = (body: object, options: RequestOptions = {}) => api('POST', '/auth/tng', { ...options, body });
const signIn = (user: MiniProgramUser, more: object = {}, options: RequestOptions = {}) =>
  send({ code: issueCode(user), ...more }, options);

type TngCustomer = { token: string; id: string };
async function enter(user: MiniProgramUser): Promise<TngCustomer> {
  const { status, body } = await signIn(user);
  expect([status, body.message]).toEqual([200, undefined]);
  return { token: body.token, id: body.me.id };
}

async function register(more: object): Promise<TngCustomer> {
  const { status, body } = await api('POST', '/register', { body: { name: 'Mei', password: PASSWORD, ...more } });
  expect([status, body.message]).toEqual([201, undefined]);
  return { token: body.token, id: body.me.id };
}

/** Signs in by the password. */
const signInByPassword = async (login: string) =>
  (await api('POST', '/token', { body: { login, password: PASSWORD } })).body;

/** Moves the clock, since a contact gets five codes an hour. */
const advanceClock = () => {
  now = new Date(now.getTime() + 15 * 60_000);
};

/** Waits for the code that was sent since the clock moved. */
const waitForNewCode = async (contact: string): Promise<string> =>
  (await sentTo(url, contact, ({ code, at }) => code !== '' && at >= now.toISOString())).code;

/** Proves a phone by a code; returns whether another record has it. */
async function provePhone({ token }: TngCustomer, contact_number: string): Promise<boolean> {
  advanceClock();
  const request = { contact_number, purpose: 'profile' };
  expect((await api('POST', '/request/otp', { token, body: request })).status).toBe(200);
  const code = await waitForNewCode(contact_number);
  const { status, body } = await api('POST', '/verify-otp', { token, body: { ...request, code } });
  expect([status, body.message]).toEqual([200, undefined]);
  return body.merge_needed;
}

async function proveEmail({ token }: TngCustomer, email: string): Promise<boolean> {
  advanceClock();
  expect((await api('POST', '/send-email-verify', { token, body: { email } })).status).toBe(200);
  const code = await waitForNewCode(email);
  return (await api('POST', '/verify-email', { token, body: { email, code } })).body.merge_needed;
}

/** Merges the account that has the contact into the signed-in one. */
async function merge({ token }: TngCustomer, contact: string): Promise<void> {
  advanceClock();
  expect((await api('POST', '/send-account-verify', { token, body: { contact } })).status).toBe(200);
  const code = await waitForNewCode(contact);
  const { status, body } = await api('POST', '/verify-account-merge', { token, body: { contact, code } });
  expect([status, body.message]).toEqual([200, undefined]);
}

const listLogins = async ({ token }: TngCustomer): Promise<string[]> =>
  (await api('GET', '/logins', { token })).body.logins.map(({ provider }: { provider: string }) => provider);

const readMe = async ({ token }: TngCustomer) => (await api('GET', '/me', { token })).body.me;

describe('POST /auth/tng', () => {
  test('makes an account with unproven contacts at the first time, and opens it later', async () => {
    const user = newUser();
    const { status, body } = await signIn(user, {}, { headers: { 'x-branch': 'tng', 'x-platform': 'TNG' } });
    expect([status, body.message]).toEqual([200, undefined]);
    expect(body.token).toMatch(/^c_/);
    expect(body.tng_user_info).toEqual({ name: user.name, phone: user.phone, email: user.email });
    expect(body.me).toMatchObject({
      name: 'Mei Ling Tan',
      email: user.email,
      email_verified: false,
      phone: user.phone?.slice(1),
      phone_verified: false,
      has_password: false,
    });
    expect((await enter(user)).id).toBe(body.me.id);
    const { sessions, logins } = (await api('GET', '/logins', { token: body.token })).body;
    expect(logins).toEqual([{ provider: 'tng', email: null, created_at: expect.any(String) }]);
    expect(sessions[0].platform).toBe('TNG');
  });

  test('records the consents of a sign-up, and none to marketing', async () => {
    const { id } = await enter(newUser());
    const { rows } = await db.raw('select kind, given from consents where customer_id = $1 order by kind', [id]);
    expect(rows).toEqual([
      { kind: 'privacy-policy', given: true },
      { kind: 'terms', given: true },
    ]);
  });

  test('stores the referral of a sign-up; an unknown code is refused at its field', async () => {
    const friend = await register({ email: makeEmail() });
    const { referral_code } = await readMe(friend);
    const store_referral = { ref: 'store', ref_id: 'KUL01', ref_token: 'abc', timestamp: now.getTime() - 60_000 };
    const wrong = await signIn(newUser(), { referral_code: 'AAAA-0000' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['referral_code']]);
    const { body } = await signIn(newUser(), { referral_code, store_referral });
    const { rows } = await db.raw('select referred_by, store_ref_id from customers where id = $1', [body.me.id]);
    expect(rows).toEqual([{ referred_by: friend.id, store_ref_id: 'KUL01' }]);
  });

  test('says what the app gives: nothing of a contact that the shop could not reach, and a whole name', async () => {
    const { body } = await signIn(newUser({ name: ` ${'😀'.repeat(101)}\u0000`, phone: '+6512345678', email: 'none' }));
    expect(body.tng_user_info).toEqual({ name: '😀'.repeat(100), phone: null, email: null });
    expect(body.me).toMatchObject({ name: '😀'.repeat(100), phone: null, email: null });
    const nameless = await signIn(newUser({ name: null, phone: null, email: null }));
    expect([nameless.status, nameless.body.tng_user_info]).toEqual([200, { name: null, phone: null, email: null }]);
    const byEmail = await signIn(newUser({ name: null, phone: null, email: 'lim.ah@example.com' }));
    expect(byEmail.body.me.name).toBe('lim.ah');
  });

  test('20 first sign-ins at once make one account', async () => {
    const user = newUser();
    const all = await Promise.all(Array.from({ length: 20 }, () => signIn(user)));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(new Set(all.map(({ body }) => body.me.id)).size).toBe(1);
  });

  test('adopts the guest’s cart', async () => {
    const guest = await newShopper(server);
    await guest.fill([await makeProduct(db), 2]);
    const { body } = await signIn(newUser(), {}, { token: guest.token });
    expect((await api('GET', '/cart', { token: body.token })).body.items_qty).toBe(2);
    expect((await api('GET', '/cart', { token: guest.token })).body.items_qty).toBe(0);
  });

  test('422, never 403 or 5xx: a wrong code, a used one, and nonsense', async () => {
    const code = issueCode(newUser());
    expect((await send({ code })).status).toBe(200);
    for (const each of [code, 'made up', '{"code":1}', '../identify', '码']) {
      const { status, body } = await send({ code: each });
      expect([each, status, body.code]).toEqual([each, 422, 'auth.tng_failed']);
    }
    for (const body of [{}, { code: null }, { code: 1 }, { code: 'x'.repeat(501) }, { code: 'a\u0000b' }]) {
      const { status, body: refusal } = await send(body);
      expect([status, Object.keys(refusal.errors)]).toEqual([422, ['code']]);
    }
  });

  test('503 while the partner does not answer or answers something else; the code works afterwards', async () => {
    const code = issueCode(newUser());
    for (const reply of [
      { status: 502 },
      { status: 200, body: '<html>' },
      { status: 200, body: '{"user":{"id":1}}' },
    ]) {
      fake.intercept = () => reply;
      const { status, body } = await send({ code });
      expect([status, body.code]).toEqual([503, 'auth.tng_silent']);
    }
    fake.intercept = () => null;
    expect((await send({ code })).status).toBe(200);
  });

  test('422 in a shop without the mini-program', async () => {
    const plainServer = await testServer({
      database: server.database,
      paymentProviders: [createFakeProvider().provider],
    });
    const { status, body } = await plainServer.api('POST', '/auth/tng', { body: { code: issueCode(newUser()) } });
    expect([status, body.code]).toEqual([422, 'auth.tng_failed']);
  });
});

describe('a phone or email of the app opens no account', () => {
  /** Other records that may have the contacts, each with the function that makes it. */
  const records: [string, (contacts: { email: string; contact_number: string }) => Promise<TngCustomer | string>][] = [
    ['an account with a password that proved nothing', (contacts) => register(contacts)],
    [
      'an account that proved both',
      async (contacts) => {
        const account = await register(contacts);
        await db.raw('update customers set email_verified_at = now(), phone_verified_at = now() where id = $1', [
          account.id,
        ]);
        return account;
      },
    ],
    [
      'a member of the stores, without a login',
      async (contacts) => {
        const { id } = await register(contacts);
        await db.raw('update customers set password_hash = null where id = $1', [id]);
        return id;
      },
    ],
    [
      'an account of another user of the app',
      (contacts) => enter(newUser({ email: contacts.email, phone: contacts.contact_number })),
    ],
  ];

  test.each(records)('%s', async (_, make) => {
    const contacts = { email: makeEmail(), contact_number: makePhone() };
    const other = await make(contacts);
    const id = typeof other === 'string' ? other : other.id;
    const { status, body } = await signIn(newUser({ email: contacts.email, phone: contacts.contact_number }));
    expect([status, body.me.id === id]).toEqual([200, false]);
    expect(body.me).toMatchObject({ email: null, phone: null });
    expect(body.tng_user_info).toMatchObject({ email: contacts.email, phone: contacts.contact_number });
    const { rows } = await db.raw('select email, phone from customers where id = $1', [id]);
    expect(rows).toEqual([{ email: contacts.email, phone: contacts.contact_number }]);
  });

  test('brings no order of a guest with the phone until its owner types a code', async () => {
    const user = newUser();
    const guest = await newShopper(server);
    await guest.fill([await makeProduct(db), 1]);
    const address = { ...makeDistinctAddress(), contact_number: user.phone };
    expect((await guest.place(await guest.prepare({ shipping_address: address }))).status).toBe(201);
    const me = await enter(user);
    const countOrders = async () => (await api('GET', '/orders', { token: me.token })).body.total;
    expect(await countOrders()).toBe(0);
    expect(await provePhone(me, user.phone ?? '')).toBe(false);
    expect(await countOrders()).toBe(1);
  });

  test('keeps no one from signing up with it', async () => {
    const user = newUser();
    const mine = await enter(user);
    const other = await register({ email: user.email, contact_number: user.phone });
    expect(other.id).not.toBe(mine.id);
    expect((await enter(user)).id).toBe(mine.id);
  });
});

describe('linking by a code', () => {
  /** Registers an account with a password and proves its phone. */
  async function registerProven(contact_number = makePhone()): Promise<TngCustomer & { phone: string; email: string }> {
    const email = makeEmail();
    const account = await register({ email, contact_number });
    expect(await provePhone(account, contact_number)).toBe(false);
    return { ...account, phone: contact_number, email };
  }

  test('from inside: the account that has the phone joins that of the app, with its password', async () => {
    const site = await registerProven();
    const user = newUser({ phone: site.phone });
    const wallet = await enter(user);
    expect(await provePhone(wallet, site.phone)).toBe(true);
    await merge(wallet, site.phone);
    expect(await readMe(wallet)).toMatchObject({
      phone: site.phone.slice(1),
      phone_verified: true,
      has_password: true,
    });
    expect((await enter(user)).id).toBe(wallet.id);
    expect((await signInByPassword(site.phone)).me.id).toBe(wallet.id);
  });

  test('from the site: the app’s account that proved a phone joins it, and the app opens it', async () => {
    const user = newUser();
    const wallet = await enter(user);
    expect(await provePhone(wallet, user.phone ?? '')).toBe(false);
    const site = await registerProven();
    expect(await provePhone(site, user.phone ?? '')).toBe(true);
    await merge(site, user.phone ?? '');
    expect(await listLogins(site)).toEqual(['tng']);
    expect((await enter(user)).id).toBe(site.id);
    expect((await signInByPassword(site.email)).code).toBe('auth.wrong');
    expect((await signInByPassword(user.phone ?? '')).me.id).toBe(site.id);
  });

  test('from the site, where the app’s account proved nothing: its login is a stranger’s and stays outside', async () => {
    const user = newUser();
    const wallet = await enter(user);
    const site = await register({ email: makeEmail() });
    expect(await provePhone(site, user.phone ?? '')).toBe(true);
    await merge(site, user.phone ?? '');
    expect(await listLogins(site)).toEqual([]);
    const again = await enter(user);
    expect([again.id === site.id, again.id === wallet.id]).toEqual([false, false]);
    expect(await provePhone(again, user.phone ?? '')).toBe(true);
    await merge(again, user.phone ?? '');
    expect((await enter(user)).id).toBe(again.id);
    expect((await signInByPassword(user.phone ?? '')).me.id).toBe(again.id);
  });

  test('two accounts of the app: one login stays, and the other user gets a new account', async () => {
    const [first, second] = [newUser(), newUser()];
    const into = await enter(first);
    const other = await enter(second);
    expect(await provePhone(other, second.phone ?? '')).toBe(false);
    expect(await provePhone(into, second.phone ?? '')).toBe(true);
    await merge(into, second.phone ?? '');
    expect(await listLogins(into)).toEqual(['tng']);
    expect((await enter(first)).id).toBe(into.id);
    const next = await enter(second);
    expect([next.id === into.id, next.id === other.id]).toEqual([false, false]);
  });

  test('a user whose account was merged twice opens the last', async () => {
    const user = newUser();
    const wallet = await enter(user);
    expect(await provePhone(wallet, user.phone ?? '')).toBe(false);
    const site = await registerProven();
    await provePhone(site, user.phone ?? '');
    await merge(site, user.phone ?? '');
    const last = await registerProven();
    expect(await provePhone(last, user.phone ?? '')).toBe(true);
    await merge(last, user.phone ?? '');
    expect((await enter(user)).id).toBe(last.id);
  });

  test('one login of each provider moves, whatever the subjects of others are', async () => {
    const [into, first, second] = [await enter(newUser()), await enter(newUser()), await enter(newUser())];
    const subject = `subject ${++sequence}`;
    const link = (provider: string, subject: string, { id }: TngCustomer) =>
      db.raw('insert into customer_logins (provider, subject, customer_id, created_at) values ($1, $2, $3, $4)', [
        ...[provider, subject, id, now],
      ]);
    await db.raw('delete from customer_logins where customer_id = any($1)', [[into.id, first.id, second.id]]);
    await link('google', 'the older', first);
    await link('tng', subject, first);
    advanceClock();
    await link('google', subject, second);
    const system = makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
    await inTransaction(system, (ctx) => mergeAccess(ctx, [first.id, second.id], into.id));
    const { rows } = await db.raw(
      'select provider, subject from customer_logins where customer_id = any($1) order by provider',
      [[into.id, first.id, second.id]],
    );
    expect(rows).toEqual([
      { provider: 'google', subject: 'the older' },
      { provider: 'tng', subject },
    ]);
  });
});

describe('ends of a login', () => {
  const unlink = ({ token }: TngCustomer) => api('DELETE', '/logins/tng', { token });

  test('DELETE /logins/tng: refused as the only way in; then the user gets a new account', async () => {
    const user = newUser();
    const me = await enter(user);
    expect((await unlink(me)).body.code).toBe('auth.last_login');
    expect((await api('POST', '/change-password', { token: me.token, body: { password: PASSWORD } })).status).toBe(200);
    expect((await unlink(me)).body).toEqual({ success: true });
    expect((await unlink(me)).status).toBe(404);
    expect((await enter(user)).id).not.toBe(me.id);
    expect((await signInByPassword(user.email ?? '')).me.id).toBe(me.id);
  });

  test('a Google login is another way in', async () => {
    const user = newUser({ email: null });
    const me = await enter(user);
    const link = await api('POST', '/logins/google', { token: me.token, body: await authorize(server, MEI) });
    expect(link.body).toEqual({ success: true });
    expect((await unlink(me)).body).toEqual({ success: true });
    expect((await api('DELETE', '/logins/google', { token: me.token })).body.code).toBe('auth.last_login');
  });

  test('after a removal the user begins again', async () => {
    const user = newUser();
    const me = await enter(user);
    await api('POST', '/change-password', { token: me.token, body: { password: PASSWORD } });
    const { token } = await enter(user);
    const removal = await api('POST', '/me/delete', { token, body: { password: PASSWORD } });
    expect([removal.status, removal.body.message]).toEqual([200, undefined]);
    const { rows } = await db.raw('select from customer_logins where subject = $1', [user.id]);
    expect(rows).toEqual([]);
    const again = await signIn(user);
    expect(again.body.me.id).not.toBe(me.id);
    expect(again.body.me).toMatchObject({ phone: user.phone?.slice(1), email: user.email });
  });

  test('the export has the login', async () => {
    const user = newUser();
    const { token } = await enter(user);
    const { body } = await api('GET', '/me/export', { token });
    expect(body.data.logins).toEqual([
      { provider: 'tng', subject: user.id, email: null, phone: user.phone, created_at: expect.any(String) },
    ]);
  });

  /** Sets a new password by a code to the contact. */
  async function recover(login: string) {
    advanceClock();
    expect((await api('POST', '/forget-password', { body: { login } })).status).toBe(200);
    const code = await waitForNewCode(login);
    return (await api('POST', '/reset-password', { body: { login, code, password: PASSWORD } })).body;
  }

  test('a recovery by the proven phone that is the app’s own leaves the login: site and app open one account', async () => {
    const user = newUser();
    const me = await enter(user);
    expect(await provePhone(me, user.phone ?? '')).toBe(false);
    const { me: recovered, removed } = await recover(user.phone ?? '');
    // The email was never proven.
    expect([recovered.id, removed]).toEqual([me.id, ['email']]);
    expect((await enter(user)).id).toBe(me.id);
    expect((await signInByPassword(user.phone ?? '')).me.id).toBe(me.id);
  });

  test('also where the app gives the phone only later', async () => {
    const user = newUser();
    const me = await enter({ ...user, phone: null, email: null });
    expect(await provePhone(me, user.phone ?? '')).toBe(false);
    expect((await enter(user)).id).toBe(me.id);
    expect((await recover(user.phone ?? '')).removed).toEqual([]);
    expect((await enter(user)).id).toBe(me.id);
  });

  test('a recovery by any other contact removes the login', async () => {
    const user = newUser();
    const me = await enter(user);
    expect(await proveEmail(me, user.email ?? '')).toBe(false);
    expect((await recover(user.email ?? '')).removed).toEqual(['phone', 'login']);
    expect((await enter(user)).id).not.toBe(me.id);
  });
});
