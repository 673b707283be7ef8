/** A stranger signs up with another person's email or phone, and waits for the owner (docs/security.md#accounts). */

import type { Contact } from '@shop/core/identity/contact';
import { toE164 } from '@shop/core/identity/phone';
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { ARIF, authorize, MEI } from '../../testing/google-login.ts';
import { readInbox, sentTo } from '../../testing/inbox.ts';
import { ADDRESS } from '../../testing/orders/shopper.ts';
import { testServer } from '../../testing/test-server.ts';
import { createProof } from '../contacts/contact-proof.ts';
import { beginSession } from '../sessions/customer-sessions.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now, jobs: true });
const { api, app, db, url } = server;
const ctx = makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

let sequence = 0;
/** Makes an email and a phone that no account has. */
function newContacts() {
  sequence++;
  return { email: `victim${sequence}@example.com`, contact_number: `+6018${String(6_000_000 + sequence)}` };
}

const proofOfEmail = (email: string) => createProof({ ...ctx, now }, { kind: 'email', value: email });
const proofOfPhone = (number: string) => createProof({ ...ctx, now }, { kind: 'phone', value: toE164(number) ?? '' });

async function register(body: object) {
  const response = await api('POST', '/register', {
    body: { name: 'Aminah', password: 'the first password', ...body },
  });
  expect([response.status, response.text]).toEqual([201, response.text]);
  return { token: response.body.token as string, me: response.body.me };
}

const signIn = (login: string, password: string) => api('POST', '/token', { body: { login, password } });

/** Recovers by a code, as its receiver does. */
async function recover(login: string, lang = 'en') {
  expect((await api('POST', `/forget-password?lang=${lang}`, { body: { login } })).status).toBe(200);
  const { code } = await sentTo(url, login, (message) => message.code !== '');
  return api('POST', `/reset-password?lang=${lang}`, { body: { login, code, password: 'the password of the owner' } });
}

/** Requests a recovery, waits until its job is done, and returns whether a code was sent to the login. */
async function tryRecovery(login: string): Promise<boolean> {
  expect((await api('POST', '/forget-password', { body: { login } })).status).toBe(200);
  // Jobs run in order: a later message shows that this one was handled.
  const { email } = newContacts();
  await api('POST', '/send-email-verify', { body: { email } });
  await sentTo(url, email, (message) => message.code !== '');
  const { contact_number } = newContacts();
  await api('POST', '/request/otp', { body: { contact_number, purpose: 'register' } });
  await sentTo(url, contact_number, (message) => message.code !== '');
  return (await readInbox(url, login)).some(({ code }) => code !== '');
}

const readMe = async (token: string) => (await api('GET', '/me', { token })).body.me;

test.each(['email', 'contact_number'] as const)(
  'recovery by %s removes a stranger’s data from the account, and says so',
  async (by) => {
    const contacts = newContacts();
    const other = by === 'email' ? 'contact_number' : 'email';
    const stranger = await register({ ...contacts, name: 'Stranger', marketing_consent: true });
    const { token } = stranger;
    const product = await makeProduct(db);
    await api('POST', '/address', { token, body: { ...ADDRESS, recipient: 'Stranger' } });
    await api('POST', '/wishlist', { token, body: { product_id: product.id } });
    await api('PUT', '/cart', { token, body: { items: [{ id: product.id, quantity: 1 }] } });
    await db.raw(`update customers set payment_method = 'cod', referred_by = $2 where id = $1`, [
      stranger.me.id,
      (await register(newContacts())).me.id,
    ]);

    const { status, body } = await recover(contacts[by], 'zh');
    expect([status, body.message]).toEqual([200, undefined]);
    expect(body.removed).toEqual([by === 'email' ? 'phone' : 'email', 'saved']);
    expect(body.me).toMatchObject({ id: stranger.me.id, marketing_consent: false });
    expect(body.me[by === 'email' ? 'phone' : 'email']).toBeNull();
    expect(body.me.name).not.toBe('Stranger');
    expect((await api('GET', '/me', { token })).status).toBe(403);
    expect((await signIn(contacts[other], 'the first password')).body.code).toBe('auth.wrong');
    expect((await signIn(contacts[other], 'the password of the owner')).body.code).toBe('auth.wrong');
    expect(await tryRecovery(contacts[other])).toBe(false);

    const owner: string = body.token;
    expect((await api('GET', '/address', { token: owner })).body.data).toEqual([]);
    expect((await api('GET', '/wishlist', { token: owner })).body.data).toEqual([]);
    expect((await api('GET', '/cart', { token: owner })).body.items_count).toBe(0);
    const { rows } = await db.raw('select payment_method, referred_by from customers where id = $1', [stranger.me.id]);
    expect(rows).toEqual([{ payment_method: null, referred_by: null }]);
    expect(JSON.stringify((await api('GET', '/me/export', { token: owner })).body.data.profile)).not.toContain(
      'Stranger',
    );
    if (by === 'email') {
      const { text } = await sentTo(url, contacts.email, ({ subject }) => subject.includes('password was changed'));
      expect(text).toContain('We removed the phone number that was not verified');
    }
    // The stranger's own phone or email is free again.
    await register({ [other]: contacts[other] });
  },
);

test('an unproven email beside a proven phone neither signs in nor recovers, and its owner signs up with it', async () => {
  const { email, contact_number } = newContacts();
  const stranger = await register({ email, contact_number, proof: proofOfPhone(contact_number) });
  expect((await signIn(email, 'the first password')).body.code).toBe('auth.wrong');
  expect((await signIn(contact_number, 'the first password')).status).toBe(200);
  expect(await tryRecovery(email)).toBe(false);
  expect(stranger.me).toMatchObject({ email, email_verified: false, phone_verified: true });

  const owner = await register({ email, proof: proofOfEmail(email) });
  expect(owner.me).toMatchObject({ email, email_verified: true, phone: null });
  expect(owner.me.id).not.toBe(stranger.me.id);
  expect((await readMe(stranger.token)).email).toBeNull();
  // Another code may be sent a minute after the unused one.
  now = new Date(now.getTime() + 61_000);
  expect((await recover(email)).body).toMatchObject({ removed: [], me: { id: owner.me.id } });
});

test('an owner who proves an email later takes it from a stranger’s account, without merging the two', async () => {
  const { email, contact_number } = newContacts();
  const stranger = await register({ email, contact_number, proof: proofOfPhone(contact_number) });
  const owner = await register({ email });
  await api('POST', '/send-email-verify', { token: owner.token, body: { email } });
  const { code } = await sentTo(url, email, (message) => message.code !== '');
  const { body } = await api('POST', '/verify-email', { token: owner.token, body: { email, code } });
  expect(body).toMatchObject({ merge_needed: false, me: { email, email_verified: true } });
  expect((await readMe(stranger.token)).email).toBeNull();
});

test('a proof of the contact lets its owner sign up although a stranger typed it before', async () => {
  const { email } = newContacts();
  const stranger = await register({ email });
  const owner = await register({ email, proof: proofOfEmail(email), password: 'the password of the owner' });
  expect(owner.me.id).not.toBe(stranger.me.id);
  expect((await signIn(email, 'the first password')).body.code).toBe('auth.wrong');
  expect((await signIn(email, 'the password of the owner')).body.me.id).toBe(owner.me.id);
});

test('recovery by a proven contact leaves what the owner proved and saved, and removes the rest', async () => {
  const { email, contact_number } = newContacts();
  const owner = await register({ email, contact_number, proof: proofOfEmail(email), name: 'Mei Ling' });
  await api('POST', '/address', { token: owner.token, body: ADDRESS });
  const { body } = await recover(email);
  expect(body.removed).toEqual(['phone']);
  expect(body.me).toMatchObject({ id: owner.me.id, name: 'Mei Ling', email, phone: null });
  expect((await api('GET', '/address', { token: body.token })).body.data).toHaveLength(1);
  expect((await api('GET', '/me', { token: owner.token })).status).toBe(403);

  const contacts = newContacts();
  const account = await register({ ...contacts, proof: proofOfEmail(contacts.email) });
  await db.raw('update customers set phone_verified_at = now() where id = $1', [account.me.id]);
  const again = await recover(contacts.contact_number);
  expect(again.body).toMatchObject({
    removed: [],
    me: { id: account.me.id, email: contacts.email, email_verified: true },
  });
});

test('a Google login that a stranger linked does not open the account after its recovery, nor after it is joined', async () => {
  const linkGoogle = async (token: string, sub: string) =>
    api('POST', '/logins/google', { token, body: await authorize(server, sub) });
  const signInByGoogle = async (sub: string) =>
    api('POST', '/token', { body: { provider: 'google', ...(await authorize(server, sub)) } });

  const { contact_number } = newContacts();
  const first = await register({ contact_number });
  expect((await linkGoogle(first.token, ARIF)).body).toEqual({ success: true });
  const { body } = await recover(contact_number);
  expect(body.removed).toEqual(['login', 'saved']);
  expect((await signInByGoogle(ARIF)).body.me.id).not.toBe(body.me.id);

  const joinedContacts = newContacts();
  const second = await register({ contact_number: joinedContacts.contact_number });
  expect((await linkGoogle(second.token, MEI)).body).toEqual({ success: true });
  const owner = await register({ email: joinedContacts.email });
  const contact: Contact = { kind: 'phone', value: toE164(joinedContacts.contact_number) ?? '' };
  await api('POST', '/send-account-verify', { token: owner.token, body: { contact: contact.value } });
  const { code } = await sentTo(url, joinedContacts.contact_number, (message) => message.code !== '');
  const merge = await api('POST', '/verify-account-merge', {
    token: owner.token,
    body: { contact: contact.value, code },
  });
  expect(merge.body.me).toMatchObject({ id: owner.me.id, phone_verified: true });
  expect((await signInByGoogle(MEI)).body.me.id).not.toBe(owner.me.id);
});

test('Google opens an account of its own where a stranger typed its email beside a phone of theirs', async () => {
  const email = 'arif.google@example.com';
  await db.raw(`update customers set status = 'removed', email = null where email = $1`, [email]);
  await db.raw(`delete from customer_logins`);
  const { contact_number } = newContacts();
  const stranger = await register({ email, contact_number, proof: proofOfPhone(contact_number) });
  const google = await api('POST', '/token', { body: { provider: 'google', ...(await authorize(server, ARIF)) } });
  expect([google.status, google.body.message]).toEqual([200, undefined]);
  expect(google.body.me).toMatchObject({ email, email_verified: true, phone: null });
  expect(google.body.me.id).not.toBe(stranger.me.id);
  // Its email is the owner's: another sign-up with it is refused.
  const refusal = await api('POST', '/register', { body: { name: 'Aminah', email, password: 'another password' } });
  expect([refusal.status, refusal.body.code]).toEqual([422, 'auth.taken']);
});

test('a sign-in that was under way does not outlive a recovery', async () => {
  const { email } = newContacts();
  const { me } = await register({ email });
  const before = { id: me.id, password_hash: 'the hash that was verified before' };
  await expect(db.transaction((tx) => beginSession({ ...ctx, db: tx }, before, true))).rejects.toMatchObject({
    refusal: { code: 'auth.wrong' },
  });
});
