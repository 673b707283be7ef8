import { dayOf } from '@shop/core/time';
import { expect, test } from 'vitest';
import { testServer } from '../testing/test-server.ts';
import { createTokenCache } from './sessions/customer-sessions.ts';

let now = new Date('2026-11-20T02:00:00Z');
const { api, db } = await testServer({ clock: () => now });
const advanceClock = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

let sequence = 0;
/** Registers a customer with an email, a phone and a password of their own. */
async function newCustomer(more: object = {}) {
  sequence++;
  const email = `shopper${sequence}@example.com`;
  const contact_number = `01${String(20_000_000 + sequence)}`;
  const password = `correct horse ${sequence}`;
  const { status, body } = await api('POST', '/register', {
    body: { name: 'Mei Ling', email, contact_number, password, ...more },
  });
  expect([status, body.message]).toEqual([201, undefined]);
  return { email, contact_number, password, token: body.token as string, me: body.me };
}

const signIn = (login: string, password: string, more: object = {}) =>
  api('POST', '/token', { body: { login, password, ...more } });

test('POST /register returns { token, me }; the token opens /me', async () => {
  const { token, me, email } = await newCustomer();
  expect(token).toMatch(/^c_[A-Za-z0-9_-]{65}$/);
  expect(me).toMatchObject({ name: 'Mei Ling', email, email_verified: false, phone_verified: false, gender: null });
  expect(me.referral_code).toMatch(/^[0-9A-Z]{8}$/);
  expect(me.password_hash).toBeUndefined();
  const again = await api('GET', '/me', { token });
  expect(again.body).toEqual({ me });
  expect(again.headers.get('cache-control')).toBe('no-store');
});

test('docs/spec.md §5: "with no phone, email is required; with no email, phone is required"; all at their fields', async () => {
  const none = await api('POST', '/register', { body: { password: 'short' } });
  expect(none.status).toBe(422);
  expect(none.body.errors).toEqual({
    name: ['Full name is required'],
    email: ['Email is required'],
    contact_number: ['Phone is required'],
    password: ['Password must have at least 8 characters'],
  });
  const wrong = await api('POST', '/register', {
    body: { name: ' ', email: 'no', contact_number: '03-8888 8888', password: 'Password1', referral_code: 'NOBODYS1' },
  });
  expect(wrong.body.errors).toEqual({
    name: ['Full name is required'],
    email: ['Please provide valid email address'],
    contact_number: ['Invalid phone'],
    password: ['This password is too common. Please choose another one.'],
    referral_code: ['Code is invalid'],
  });
});

test('docs/readings.md#45: a sign-up needs the full name, or first and last name', async () => {
  const readErrors = async (names: object, lang = 'en') => {
    const body = { email: 'no.name@example.com', password: 'correct horse 1', ...names };
    return (await api('POST', `/register?lang=${lang}`, { body })).body.errors;
  };
  expect(await readErrors({})).toEqual({ name: ['Full name is required'] });
  expect(await readErrors({ name: '' }, 'zh')).toEqual({ name: ['请输入全名'] });
  expect(await readErrors({ first_name: 'Aminah' })).toEqual({ last_name: ['Last name is required'] });
  expect(await readErrors({ last_name: 'Osman' })).toEqual({ first_name: ['First name is required'] });
  const { me } = await newCustomer({ name: undefined, first_name: 'Aminah', last_name: 'Osman' });
  expect(me).toMatchObject({ name: 'Aminah Osman', first_name: 'Aminah', display_name: 'Aminah' });
});

test('a profile keeps its names: an emptied one is refused at its field, and a new full name drops the parts of the old one', async () => {
  const { token, me } = await newCustomer({ name: 'Tan Mei Ling', first_name: 'Mei Ling', last_name: 'Tan' });
  const put = (body: object, lang = 'en') => api('PUT', `/users/${me.id}?lang=${lang}`, { token, body });
  const refusal = await put({ name: ' ', display_name: '', first_name: 'Mei Ling', last_name: 'Tan' });
  expect([refusal.status, refusal.body.errors]).toEqual([
    422,
    { name: ['Full name is required'], display_name: ['Display name is required'] },
  ]);
  expect((await put({ name: '' }, 'zh')).body.errors).toEqual({ name: ['请输入全名'] });
  expect((await api('GET', '/me', { token })).body.me).toEqual(me);
  const names = { first_name: 'Mei Ling', last_name: 'Tan' };
  expect((await put({ name: 'Tan Mei Ling', gender: 'female' })).body.me).toMatchObject(names);
  expect((await put({ name: 'Lim Mei Ling' })).body.me).toMatchObject({ first_name: null, last_name: null });
  expect((await put({ name: 'Tan Mei Ling', ...names })).body.me).toMatchObject(names);
});

test('a contact has one account, in every spelling of it', async () => {
  const { email, contact_number } = await newCustomer();
  const password = 'another password';
  const sameEmail = await api('POST', '/register', {
    body: { name: 'Mei', email: ` ${email.toUpperCase()}`, password },
  });
  expect([sameEmail.status, Object.keys(sameEmail.body.errors)]).toEqual([422, ['email']]);
  const spelling = `+6${contact_number.slice(0, 3)}-${contact_number.slice(3)}`;
  const samePhone = await api('POST', '/register', { body: { name: 'Mei', contact_number: spelling, password } });
  expect([samePhone.status, Object.keys(samePhone.body.errors)]).toEqual([422, ['contact_number']]);
});

test('POST /token signs in by email or phone in every spelling, with a new token each time', async () => {
  const { email, contact_number, password, token, me } = await newCustomer();
  const tokens = new Set([token]);
  for (const login of [
    email,
    ` ${email.toUpperCase()} `,
    contact_number,
    `+6${contact_number}`,
    `6${contact_number}`,
  ]) {
    const { status, body } = await signIn(login, password);
    expect(status).toBe(200);
    expect(body.me.id).toBe(me.id);
    tokens.add(body.token);
  }
  expect(tokens.size).toBe(6);
});

test('docs/security.md#c14: a wrong password and an unknown account get the same response', async () => {
  const { email } = await newCustomer();
  const wrongPassword = await signIn(email, 'not the password');
  const unknownAccount = await signIn('unregistered@example.com', 'not the password');
  expect([wrongPassword.status, wrongPassword.text]).toEqual([422, unknownAccount.text]);
  expect(wrongPassword.body.code).toBe('auth.wrong');
  expect((await signIn('\u0000', 'x')).status).toBe(422);
});

test('docs/security.md#c13: delays a login after five failures, longer each time; its owner signs in a quarter of an hour later', async () => {
  const { email, password } = await newCustomer();
  for (let count = 0; count < 5; count++) expect((await signIn(email, 'wrong one')).status).toBe(422);
  const refusal = await signIn(email, password);
  expect(refusal.status).toBe(429);
  expect(Number(refusal.headers.get('retry-after'))).toBe(15);
  advanceClock(16_000);
  expect((await signIn(email, 'wrong one')).status).toBe(422);
  expect(Number((await signIn(email, password)).headers.get('retry-after'))).toBe(30);
  advanceClock(15 * 60_000);
  expect((await signIn(email, password)).status).toBe(200);
  expect((await signIn(email, 'wrong one')).status).toBe(422);
});

test('docs/security.md#c13: concurrent tries are counted before they are evaluated', async () => {
  const { email } = await newCustomer();
  const all = await Promise.all(Array.from({ length: 20 }, () => signIn(email, 'wrong one')));
  expect(all.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(5);
  expect(all.every(({ status }) => status === 422 || status === 429)).toBe(true);
});

test('accepts 10 right passwords at once (docs/security.md#accounts)', async () => {
  const { email, password } = await newCustomer();
  const all = await Promise.all(Array.from({ length: 10 }, () => signIn(email, password)));
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
});

test('docs/security.md#c11: stores argon2id at OWASP parameters, another hash for an equal password; of tokens only the hash', async () => {
  const password = 'the same for both';
  const [one, two] = [await newCustomer({ password }), await newCustomer({ password })];
  const { rows } = await db.raw('select password_hash from customers where id = any ($1)', [[one.me.id, two.me.id]]);
  expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(rows[0]?.password_hash).not.toBe(rows[1]?.password_hash);
  const sessions = await db.raw('select * from customer_sessions where customer_id = $1', [one.me.id]);
  expect(JSON.stringify(sessions.rows)).not.toContain(one.token);
});

test('docs/security.md#c15: /logout ends the session at once; the token answers 403 where one is required, and is ignored elsewhere', async () => {
  const { token } = await newCustomer();
  expect((await api('POST', '/logout', { token })).body).toEqual({ success: true });
  expect((await api('GET', '/me', { token })).status).toBe(403);
  expect((await api('GET', '/products?limit=1', { token })).status).toBe(200);
  expect((await api('POST', '/logout', { token })).status).toBe(200);
  expect((await api('GET', '/me')).status).toBe(401);
});

test('PUT /users/{id} changes the given fields of the customer’s own record only', async () => {
  const { token, me, email } = await newCustomer();
  const other = await newCustomer();
  const put = (id: string, body: unknown) => api('PUT', `/users/${id}`, { token, body });
  const { status, body } = await put(me.id, {
    first_name: 'Mei',
    gender: 'female',
    date_of_birth: '1990-02-28',
    lang: 'zh',
    marketing_consent: true,
    email: 'stolen@example.com',
    id: other.me.id,
    status: 'removed',
  });
  expect(status).toBe(200);
  expect(body.me).toMatchObject({
    id: me.id,
    name: 'Mei Ling',
    first_name: 'Mei',
    gender: 'female',
    date_of_birth: '1990-02-28',
    lang: 'zh',
    marketing_consent: true,
    email,
  });
  expect((await put(other.me.id, { name: 'Mine now' })).status).toBe(404);
  expect((await put('00000000-0000-7000-8000-000000000000', { name: 'x' })).status).toBe(404);
  for (const wrong of [
    { date_of_birth: '2026-02-30' },
    { date_of_birth: '2999-01-01' },
    { date_of_birth: 'x' },
    { gender: 'x' },
    { name: '' },
    { display_name: 'x'.repeat(61) },
    { lang: 'ms' },
  ]) {
    expect([(await put(me.id, wrong)).status, wrong]).toEqual([422, wrong]);
  }
});

test('POST /change-password needs the old one and ends other sessions', async () => {
  const { token, email, password } = await newCustomer();
  const otherToken = (await signIn(email, password)).body.token;
  const change = (body: object) => api('POST', '/change-password', { token, body });
  expect((await change({ old_password: 'not it', password: 'a new password' })).body.errors).toEqual({
    old_password: ['The password is incorrect'],
  });
  expect((await change({ password: 'a new password' })).status).toBe(422);
  expect((await change({ old_password: password, password: 'qwertyuiop' })).status).toBe(422);
  expect((await change({ old_password: password, password: 'a new password' })).status).toBe(200);
  expect((await api('GET', '/me', { token })).status).toBe(200);
  expect((await api('GET', '/me', { token: otherToken })).status).toBe(403);
  expect((await signIn(email, password)).status).toBe(422);
  expect((await signIn(email, 'a new password')).status).toBe(200);
});

test('/logins lists sessions, this one first, and ends them', async () => {
  const { token, email, password } = await newCustomer();
  const second = await api('POST', '/token', {
    body: { login: email, password, remember: true },
    headers: { 'user-agent': 'A phone' },
  });
  const { body } = await api('GET', '/logins', { token });
  expect(body.sessions).toHaveLength(2);
  expect(body.sessions[0].is_current).toBe(true);
  expect(body.sessions[1]).toMatchObject({ device: 'A phone', is_current: false });
  expect(body.logins).toEqual([]);
  const path = `/logins/sessions/${body.sessions[1].id}`;
  expect((await api('DELETE', path, { token })).status).toBe(200);
  expect((await api('GET', '/me', { token: second.body.token })).status).toBe(403);
  const third = (await signIn(email, password)).body.token;
  expect((await api('DELETE', '/logins/sessions/others', { token })).status).toBe(200);
  expect((await api('GET', '/me', { token: third })).status).toBe(403);
  expect((await api('GET', '/me', { token })).status).toBe(200);
});

test('reports missing fields of a sign-in, by password or by Google', async () => {
  const listErrors = async (body: object) => Object.keys((await api('POST', '/token', { body })).body.errors);
  expect(await listErrors({})).toEqual(['login', 'password']);
  expect(await listErrors({ login: 'mei@example.com' })).toEqual(['password']);
  expect(await listErrors({ provider: 'google', code: 'x', nonce: 'x' })).toEqual(['code_verifier', 'redirect_uri']);
  expect(await listErrors({ provider: 'facebook', code: 'x' })).toContain('provider');
});

test('PDPA: a sign-up stores the versions of the terms and of the privacy policy that it accepts, with their time', async () => {
  const { me } = await newCustomer();
  const { rows } = await db.raw(
    `select kind, given, version, channel, at from consents where customer_id = $1 order by id`,
    [me.id],
  );
  const readVersion = async (slug: string) =>
    dayOf(new Date((await api('GET', `/static_blocks/${slug}`)).body.updated_at));
  expect(rows).toEqual([
    { kind: 'terms', given: true, version: await readVersion('terms'), channel: 'web', at: now },
    { kind: 'privacy-policy', given: true, version: await readVersion('privacy-policy'), channel: 'web', at: now },
  ]);
  expect(me.changed_texts).toEqual([]);
});

test('a customer hears of changed terms until the notice is closed, and of the next change again', async () => {
  const { token } = await newCustomer();
  const changeTerms = (day: string) =>
    db.raw(`update static_blocks set updated_at = $1 where slug = 'terms'`, [`${day}T00:00:00+08:00`]);
  const readChangedTexts = async () => (await api('GET', '/me', { token })).body.me.changed_texts;
  const close = (texts: unknown) => api('POST', '/me/changed-texts', { token, body: { texts } });
  await changeTerms('2030-01-01');
  expect(await readChangedTexts()).toEqual([{ slug: 'terms', version: '2030-01-01' }]);
  // Closing the notice of a version other than the current one has no effect.
  await close([{ slug: 'terms', version: '2031-01-01' }]);
  expect(await readChangedTexts()).toHaveLength(1);
  const { status, body } = await close(await readChangedTexts());
  expect([status, body.me.changed_texts, await readChangedTexts()]).toEqual([200, [], []]);
  const { consents } = (await api('GET', '/me/export', { token })).body.data;
  expect(consents.at(-1)).toMatchObject({ kind: 'terms-notice', version: '2030-01-01' });
  await changeTerms('2030-02-01');
  expect(await readChangedTexts()).toEqual([{ slug: 'terms', version: '2030-02-01' }]);
  expect((await close([{ slug: 'faq', version: '2030-01-01' }])).status).toBe(422);
  expect((await api('POST', '/me/changed-texts', { body: { texts: [] } })).status).toBe(401);
});

test('refuses a sign-up without agreement to the terms', async () => {
  const body = { email: 'no.terms@example.com', password: 'correct horse 1', accept_terms: false };
  const { status, body: response } = await api('POST', '/register', { body });
  expect([status, Object.keys(response.errors)]).toEqual([422, ['accept_terms']]);
});

test('docs/readings.md#15, docs/spec.md §9: a referral code and a store of the last 24 hours come with the registration', async () => {
  const friend = await newCustomer();
  const store_referral = { ref: 'store', ref_id: 'KUL01', ref_token: 'abc', timestamp: now.getTime() - 60_000 };
  // docs/readings.md#46
  const spelling = `${friend.me.referral_code.slice(0, 4)}-${friend.me.referral_code.slice(4)}`.toLowerCase();
  const referredCustomer = await newCustomer({ referral_code: spelling, store_referral });
  const stale = await newCustomer({ store_referral: { ...store_referral, timestamp: now.getTime() - 25 * 3_600_000 } });
  const { rows } = await db.raw(
    'select referred_by, store_ref_id from customers where id = any ($1) order by referred_by',
    [[referredCustomer.me.id, stale.me.id]],
  );
  expect(rows).toEqual([
    { referred_by: friend.me.id, store_ref_id: 'KUL01' },
    { referred_by: null, store_ref_id: null },
  ]);
});

test('docs/security.md#c15: a session that is not remembered ends after a day without use, a remembered one after thirty', async () => {
  const { email, password } = await newCustomer();
  const short = (await signIn(email, password)).body.token;
  const long = (await signIn(email, password, { remember: true })).body.token;
  advanceClock(25 * 3_600_000);
  expect((await api('GET', '/me', { token: short })).status).toBe(403);
  expect((await api('GET', '/me', { token: long })).status).toBe(200);
  advanceClock(31 * 86_400_000);
  expect((await api('GET', '/me', { token: long })).status).toBe(403);
});

test('a customer has at most 50 sessions: a sign-in beyond ends the one used longest ago (docs/security.md#accounts)', async () => {
  const { email, password, token, me } = await newCustomer();
  advanceClock(60_000);
  await db.raw(
    `insert into customer_sessions (id, customer_id, token_hash, platform, device, remember, created_at, last_used_at, expires_at)
     select gen_random_uuid(), $1, 'made up ' || n, 'web', '', true, $2::timestamptz, $2::timestamptz, $2::timestamptz + interval '1 day'
     from generate_series(1, 48) n`,
    [me.id, now],
  );
  advanceClock(60_000);
  const fiftieth = await signIn(email, password);
  expect((await api('GET', '/me', { token })).status).toBe(200);
  const more = await Promise.all(Array.from({ length: 5 }, () => signIn(email, password)));
  const { rows } = await db.raw('select count(*)::int as count from customer_sessions where customer_id = $1', [me.id]);
  expect(rows).toEqual([{ count: 50 }]);
  expect((await api('GET', '/me', { token })).status).toBe(403);
  for (const { body } of [fiftieth, ...more]) {
    expect((await api('GET', '/me', { token: body.token })).status).toBe(200);
  }
});

test('a session that ended stays ended when the clock is set back (docs/security.md#accounts)', async () => {
  const { email, password } = await newCustomer();
  const endedToken = (await signIn(email, password)).body.token;
  const expiredToken = (await signIn(email, password)).body.token;
  const otherProcess = createTokenCache(db, () => now);
  expect(await otherProcess.lookUp(endedToken)).not.toBeNull();
  await api('POST', '/logout', { token: endedToken });
  advanceClock(-2 * 3_600_000);
  expect(await otherProcess.lookUp(endedToken)).toBeNull();
  expect((await api('GET', '/me', { token: endedToken })).status).toBe(403);
  advanceClock(28 * 3_600_000);
  expect((await api('GET', '/me', { token: expiredToken })).status).toBe(403);
  advanceClock(-6 * 3_600_000);
  expect((await api('GET', '/me', { token: expiredToken })).status).toBe(403);
});
