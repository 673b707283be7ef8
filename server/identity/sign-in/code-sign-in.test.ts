/** Signing in by a one-time code to a proven email or phone (docs/readings.md#89). */
import { MINUTE_MS } from '@shop/core/time';
import { describe, expect, test } from 'vitest';
import { readInbox, type SentItem, sentTo } from '../../testing/inbox.ts';
import { waitForJobs } from '../../testing/jobs-done.ts';
import { testServer } from '../../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const { api, db, url } = await testServer({ clock: () => now, jobs: true });
const advanceClock = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

const PASSWORD = 'correct horse 1';
let sequence = 0;
/** Registers a customer whose contacts are proven, except those in `unproven`. */
async function newCustomer(unproven: readonly ('email' | 'phone')[] = []) {
  sequence++;
  const email = `by.code${sequence}@example.com`;
  const contact_number = `01${String(50_000_000 + sequence)}`;
  const body = { name: 'Mei Ling', email, contact_number, password: PASSWORD };
  const response = await api('POST', '/register', { body, headers: { 'user-agent': 'At home/1.0' } });
  expect([response.status, response.body.message]).toEqual([201, undefined]);
  const { me, device_token, token } = response.body;
  for (const kind of ['email', 'phone'] as const) {
    if (unproven.includes(kind)) continue;
    await db.raw(`update customers set ${kind}_verified_at = $2 where id = $1`, [me.id, now]);
  }
  return { id: me.id as string, email, contact_number, device: device_token as string, token: token as string };
}

const asDevice = (device?: string): { headers: Record<string, string> } => ({
  headers: device === undefined ? {} : { 'x-device': device },
});
const send = (login: string, device?: string) =>
  api('POST', '/send-sign-in-code', { body: { login }, ...asDevice(device) });
const signIn = (login: string, code: string, device?: string, token?: string) =>
  api('POST', '/token', { body: { login, code, remember: true }, token, ...asDevice(device) });
const isCode = ({ code }: SentItem) => code !== '';
const makeWrongCode = (code: string) => (code === '123456' ? '654321' : '123456');

/** Sends a code and reads it. */
async function receiveCode(login: string): Promise<string> {
  expect((await send(login)).status).toBe(200);
  return (await sentTo(url, login, isCode)).code;
}

test.each(['email', 'contact_number'] as const)(
  'a code to the %s signs in once, like a password: session, known device, notice of a new device',
  async (by) => {
    const customer = await newCustomer();
    const login = customer[by];
    for (let i = 0; i < 5; i++) await api('POST', '/token', { body: { login, password: 'wrong one' } });
    const response = await send(login);
    expect([response.status, response.body]).toEqual([200, { success: true, expires_in: 300, resend_in: 60 }]);
    const { code, channel, text } = await sentTo(url, login, isCode);
    expect(channel).toBe(by === 'email' ? 'mail' : 'whatsapp');
    if (by === 'email') expect(text).toContain('Enter this code to sign in:');
    // Concurrent sign-ins with the same code: one wins.
    const all = await Promise.all(Array.from({ length: 5 }, () => signIn(login, code)));
    const [winner, ...others] = all.filter(({ status }) => status === 200);
    expect([winner?.body.me.id, others]).toEqual([customer.id, []]);
    expect(winner?.body.is_new).toBe(false);
    expect(winner?.body.token).toMatch(/^c_/);
    expect(winner?.body.device_token).toMatch(/^d_/);
    expect((await signIn(login, code)).body.code).toBe('code.invalid');
    const { sessions } = (await api('GET', '/logins', { token: winner?.body.token })).body;
    expect(sessions).toHaveLength(2);
    await sentTo(url, customer.email, ({ subject }) => subject.includes('new sign-in to your account'));
    // The owner's password is not delayed any more.
    expect((await api('POST', '/token', { body: { login, password: PASSWORD } })).status).toBe(200);
  },
);

test('docs/security.md#c14: logins without an account, without proof and of a removed account respond and write the same, and get no code', async () => {
  const customer = await newCustomer();
  const unprovenCustomer = await newCustomer(['email', 'phone']);
  const customerWithTypedEmail = await newCustomer(['email']);
  const removedCustomer = await newCustomer();
  expect((await api('POST', '/me/delete', { token: removedCustomer.token, body: { password: PASSWORD } })).status).toBe(
    200,
  );
  const member = '+60123456704';
  const withoutCode = [
    'nobody.at.all@example.com',
    unprovenCustomer.email,
    customerWithTypedEmail.email,
    removedCustomer.email,
    member,
  ];
  const first = await send(customer.email);
  for (const login of withoutCode) {
    const { status, text } = await send(login);
    expect([login, status, text]).toEqual([login, first.status, first.text]);
  }
  const { rows } = await db.raw(`select purpose, customer_id, allowance, tries from codes where contact = any($1)`, [
    [customer.email, ...withoutCode],
  ]);
  expect(rows).toEqual(
    [customer.email, ...withoutCode].map(() => ({ purpose: 'sign_in', customer_id: null, allowance: '', tries: 0 })),
  );
  await sentTo(url, customer.email, isCode);
  await waitForJobs(db);
  for (const login of withoutCode) expect((await readInbox(url, login)).filter(isCode)).toEqual([]);
  const wrong = await signIn(customer.email, '00000x');
  expect([wrong.status, wrong.body.code]).toEqual([422, 'code.invalid']);
  for (const login of withoutCode) {
    const { status, text } = await signIn(login, '00000x');
    expect([login, status, text]).toEqual([login, wrong.status, wrong.text]);
  }
});

test('a contact that a stranger typed signs in to no account of the stranger', async () => {
  const stranger = await newCustomer(['email', 'phone']);
  expect((await send(stranger.email)).status).toBe(200);
  await waitForJobs(db);
  expect((await readInbox(url, stranger.email)).filter(isCode)).toEqual([]);
});

test('a code sent before the contact left the account does not sign in', async () => {
  const customer = await newCustomer();
  const code = await receiveCode(customer.contact_number);
  await db.raw('update customers set phone = null, phone_verified_at = null where id = $1', [customer.id]);
  expect((await signIn(customer.contact_number, code)).body.code).toBe('code.invalid');
});

test('docs/security.md#c12: "bound to purpose+identifier", five minutes, five tries', async () => {
  const [first, second, third, fourth] = [
    await newCustomer(),
    await newCustomer(),
    await newCustomer(),
    await newCustomer(),
  ];
  const code = await receiveCode(first.email);
  const responses = [
    await api('POST', '/verify-email', { body: { email: first.email, code } }),
    await api('POST', '/verify-forget-password-token', { body: { login: first.email, code } }),
    await signIn(second.email, code),
    await signIn(first.contact_number, code),
  ];
  for (const { status, body } of responses) expect([status, body.code]).toEqual([422, 'code.invalid']);
  expect((await signIn(first.email, code)).status).toBe(200);

  await api('POST', '/forget-password', { body: { login: second.email } });
  const recovery = (await sentTo(url, second.email, isCode)).code;
  expect((await signIn(second.email, recovery)).status).toBe(422);

  const expiredCode = await receiveCode(third.email);
  advanceClock(5 * MINUTE_MS);
  expect((await signIn(third.email, expiredCode)).status).toBe(422);

  const rightCode = await receiveCode(fourth.email);
  for (let i = 0; i < 5; i++) expect((await signIn(fourth.email, makeWrongCode(rightCode))).status).toBe(422);
  expect((await signIn(fourth.email, rightCode)).status).toBe(422);
});

describe('codes to sign in share the limits of all codes (docs/security.md#limits)', () => {
  test('codes of sign-in and recovery count together; the owner has others on a known device', async () => {
    const { email, device } = await newCustomer();
    for (let i = 0; i < 5; i++) {
      const request = i % 2 === 0 ? send(email) : api('POST', '/forget-password', { body: { login: email } });
      expect((await request).status).toBe(200);
      expect((await send(email)).status).toBe(429);
      await waitForJobs(db);
      advanceClock(MINUTE_MS);
    }
    expect((await send(email)).status).toBe(429);
    expect((await send(email, device)).status).toBe(200);
    await waitForJobs(db);
    const code = (await readInbox(url, email)).find(isCode)?.code ?? '';
    // A stranger's tries do not use up the owner's.
    for (let i = 0; i < 6; i++) expect((await signIn(email, makeWrongCode(code))).status).toBe(422);
    expect((await signIn(email, code, device)).status).toBe(200);
  });

  test('a signed-in customer’s tries at another’s code are a stranger’s, and open nothing', async () => {
    const [owner, other] = [await newCustomer(), await newCustomer()];
    const guest = (await api('GET', '/cart')).body.uuid;
    await api('POST', '/send-sign-in-code', { body: { login: owner.email }, token: guest });
    const { code } = await sentTo(url, owner.email, isCode);
    for (let i = 0; i < 5; i++) {
      expect((await signIn(owner.email, makeWrongCode(code), undefined, other.token)).status).toBe(422);
    }
    const { rows } = await db.raw('select tries from codes where contact = $1', [owner.email]);
    expect(rows).toEqual([{ tries: 2 }]);
    expect((await signIn(owner.email, code, undefined, guest)).body.me.id).toBe(owner.id);
  });
});

test('a login that is neither email nor mobile: "Invalid phone or email"; a code that is missing is refused', async () => {
  for (const login of ['x', '', '03-5550 0100']) {
    expect((await send(login)).body).toMatchObject({ code: 'contact.invalid', message: 'Invalid phone or email' });
    expect((await signIn(login, '123456')).body.code).toBe('contact.invalid');
  }
  expect((await api('POST', '/token', { body: { login: 'mei@example.com' } })).status).toBe(422);
});
