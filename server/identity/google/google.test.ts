import { describe, expect, test } from 'vitest';
import { ARIF, authorize as authoriseAs, MEI, openDialog, SAM, WEI_JIE } from '../../testing/google-login.ts';
import { type RequestOptions, testServer } from '../../testing/test-server.ts';

const now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { api, db } = server;

const authorize = (sub: string) => authoriseAs(server, sub);

const signIn = (fields: object, options: RequestOptions = {}) =>
  api('POST', '/token', { ...options, body: { provider: 'google', ...fields } });

let sequence = 0;
async function newCustomer(more: object = {}) {
  sequence++;
  const email = `googles${sequence}@example.com`;
  const body = { name: 'Mei Ling', email, password: `correct horse ${sequence}`, ...more };
  const response = await api('POST', '/register', { body });
  expect([response.status, response.body.message]).toEqual([201, undefined]);
  return { token: response.body.token as string, me: response.body.me };
}

describe('docs/partners.md#5', () => {
  test('creates an account with the email that Google verified; later the same login opens it', async () => {
    const { status, body } = await signIn(await authorize(MEI));
    expect(status).toBe(200);
    expect(body.token).toMatch(/^c_/);
    expect(body.me).toMatchObject({
      name: 'Mei Ling Tan',
      first_name: 'Mei Ling',
      email: 'mei.google@example.com',
      email_verified: true,
      has_password: false,
    });
    const again = await signIn(await authorize(MEI));
    expect(again.body.me.id).toBe(body.me.id);
    expect([body.is_new, again.body.is_new]).toEqual([true, false]);
    const { logins } = (await api('GET', '/logins', { token: again.body.token })).body;
    expect(logins).toMatchObject([{ provider: 'google', email: 'mei.google@example.com' }]);
    const last = await api('DELETE', '/logins/google', { token: again.body.token });
    expect([last.status, last.body.code]).toEqual([422, 'auth.last_login']);
  });

  test('stores the referral code and the store of the links at a new account, as registration does', async () => {
    const friend = await newCustomer();
    const { referral_code } = friend.me;
    const store_referral = { ref: 'store', ref_id: 'KUL01', ref_token: 'abc', timestamp: now.getTime() - 60_000 };
    const wrong = await signIn({ ...(await authorize(WEI_JIE)), referral_code: 'AAAA-0000' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['referral_code']]);
    const spelling = `${referral_code.slice(0, 4)}-${referral_code.slice(4)}`.toLowerCase();
    const { body } = await signIn({ ...(await authorize(WEI_JIE)), referral_code: spelling, store_referral });
    const { rows } = await db.raw('select referred_by, store_ref_id from customers where id = $1', [body.me.id]);
    expect(rows).toEqual([{ referred_by: friend.me.id, store_ref_id: 'KUL01' }]);
  });

  test('creates one account for 20 first sign-ins at once, and all of them succeed', async () => {
    await db.raw(`delete from customer_logins where subject = $1`, [MEI]);
    await db.raw(`update customers set email = null, status = 'removed' where email = 'mei.google@example.com'`);
    const codes = await Promise.all(Array.from({ length: 20 }, () => authorize(MEI)));
    const responses = await Promise.all(codes.map((code) => signIn(code)));
    expect(responses.map(({ status }) => status)).toEqual(codes.map(() => 200));
    expect(new Set(responses.map(({ body }) => body.me.id)).size).toBe(1);
    expect(responses[0]?.body.me.email_verified).toBe(true);
  });

  test('refuses tampered responses', async () => {
    const wrong = [
      { code: 'not a code' },
      { nonce: 'another nonce' },
      { code_verifier: 'another verifier' },
      { redirect_uri: 'https://evil.example/signin' },
    ];
    for (const each of wrong) {
      const { status, body } = await signIn({ ...(await authorize(MEI)), ...each });
      expect([status, body.code]).toEqual([422, 'auth.google_failed']);
    }
    const login = await authorize(MEI);
    expect((await signIn(login)).status).toBe(200);
    expect((await signIn(login)).body.code).toBe('auth.google_failed');
  });

  test('the app signs in by a token with its secret, into the same account (docs/readings.md#76)', async () => {
    const proof = await openDialog(server, MEI);
    const { status, body } = await signIn({ ...proof, remember: true });
    expect(status).toBe(200);
    expect((await signIn(await authorize(MEI))).body.me.id).toBe(body.me.id);
    const linkResponse = await api('POST', '/logins/google', { token: body.token, body: proof });
    expect(linkResponse.body).toEqual({ success: true });
    for (const wrong of [{ nonce: 'another secret' }, { id_token: `${proof.id_token}x` }, { id_token: 'a' }]) {
      expect((await signIn({ ...proof, ...wrong })).body.code).toBe('auth.google_failed');
    }
    expect((await signIn(await openDialog(server, SAM))).body.code).toBe('auth.google_failed');
  });

  test('refuses an email that Google did not verify', async () => {
    expect((await signIn(await authorize(SAM))).body.code).toBe('auth.google_failed');
  });

  test('"never silently linked": links an account with a password only after a sign-in by the password', async () => {
    const { token, me } = await newCustomer({ email: 'arif.google@example.com' });
    const refusal = await signIn(await authorize(ARIF));
    expect([refusal.status, refusal.body.code]).toEqual([422, 'auth.google_link']);
    const link = async (to: string) => api('POST', '/logins/google', { token: to, body: await authorize(ARIF) });
    expect(me.email_verified).toBe(false);
    expect((await link(token)).body).toEqual({ success: true });
    expect((await link(token)).body).toEqual({ success: true });
    expect((await api('GET', '/me', { token })).body.me.email_verified).toBe(true);
    expect((await signIn(await authorize(ARIF))).body.me.id).toBe(me.id);
    const stranger = await newCustomer();
    expect((await link(stranger.token)).body.code).toBe('auth.google_taken');
    expect((await api('DELETE', '/logins/google', { token })).body).toEqual({ success: true });
    expect((await api('DELETE', '/logins/google', { token })).status).toBe(404);
    expect((await signIn(await authorize(ARIF))).body.code).toBe('auth.google_link');
  });

  test('an account accepts only the Google login of its own email; without an email it accepts any', async () => {
    await db.raw(`update customers set email = 'moved@example.com' where email = 'arif.google@example.com'`);
    const link = async (token: string) => api('POST', '/logins/google', { token, body: await authorize(ARIF) });
    const other = await newCustomer();
    const { status, body } = await link(other.token);
    expect([status, body.code]).toEqual([422, 'auth.google_email']);
    expect(body.message).toBe(
      `This Google login uses arif.google@example.com. Choose the one that uses ${other.me.email}, or change the email of your account first.`,
    );
    const phone = await newCustomer({ email: undefined, contact_number: '0123400017' });
    expect((await link(phone.token)).body).toEqual({ success: true });
    expect((await api('GET', '/me', { token: phone.token })).body.me).toMatchObject({
      email: null,
      phone_verified: false,
    });
    await api('DELETE', '/logins/google', { token: phone.token });
  });

  test('finds a store member’s record only by a proven email', async () => {
    const { token, me } = await newCustomer();
    await api('POST', '/logout', { token });
    const makeMember = (columns: string) =>
      db.raw(`update customers set email = 'arif.google@example.com', password_hash = null, ${columns} where id = $1`, [
        me.id,
      ]);
    await db.raw(`update customers set email = 'moved@example.com' where email = 'arif.google@example.com'`);
    await makeMember('email_verified_at = now()');
    expect((await signIn(await authorize(ARIF))).body.me.id).toBe(me.id);
    await db.raw('delete from customer_logins where customer_id = $1', [me.id]);
    await makeMember('email_verified_at = null');
    const { body } = await signIn(await authorize(ARIF));
    expect(body.me.id).not.toBe(me.id);
    expect(body.me.email_verified).toBe(true);
  });
});

test('/refer-code returns the code and its link; /refer-code/check accepts every spelling of it', async () => {
  const { token, me } = await newCustomer();
  const { body } = await api('GET', '/refer-code', { token });
  expect(body.code).toBe(me.referral_code);
  expect(body.url).toContain(body.code);
  const check = async (code: string) => (await api('POST', '/refer-code/check', { body: { code } })).body;
  expect(await check(` ${body.code.slice(0, 4).toLowerCase()}-${body.code.slice(4)}`)).toEqual({ valid: true });
  for (const code of ['NOBODYS1', '', '%', '😀']) expect(await check(code)).toEqual({ valid: false });
});
