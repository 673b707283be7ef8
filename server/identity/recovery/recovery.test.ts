import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readInbox, type SentItem, sentTo } from '../../testing/inbox.ts';
import { testServer } from '../../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const { api, db, url } = await testServer({ clock: () => now, jobs: true });
const advanceClock = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const MINUTE = 60_000;

const listMessages = (to: string) => readInbox(url, to);
const waitForMessage = (to: string, fits: (message: SentItem) => boolean) => sentTo(url, to, fits);

let sequence = 0;
async function newCustomer(more: object = {}, lang = 'en') {
  sequence++;
  const email = `recovers${sequence}@example.com`;
  const contact_number = `01${String(40_000_000 + sequence)}`;
  const password = `correct horse ${sequence}`;
  const { status, body } = await api('POST', `/register?lang=${lang}`, {
    body: { name: 'Mei Ling', email, contact_number, password, ...more },
    headers: { 'user-agent': 'At home/1.0' },
  });
  expect([status, body.message]).toEqual([201, undefined]);
  return { email, contact_number, password, token: body.token as string, me: body.me };
}

const forget = (login: string) => api('POST', '/forget-password', { body: { login } });
const verify = (login: string, code: string) => api('POST', '/verify-forget-password-token', { body: { login, code } });
const reset = (login: string, code: string, password: string) =>
  api('POST', '/reset-password', { body: { login, code, password } });
const signIn = (login: string, password: string, device = 'At home/1.0') =>
  api('POST', '/token', { body: { login, password }, headers: { 'user-agent': device } });

test.each(['email', 'contact_number'] as const)(
  'an account is recovered by a code to its %s: every session ends, the new password signs in, the owner is notified',
  async (by) => {
    const customer = await newCustomer({}, 'zh');
    const login = customer[by];
    for (let i = 0; i < 5; i++) await signIn(login, 'wrong one');
    expect((await signIn(login, customer.password)).status).toBe(429);
    expect((await forget(login)).body).toEqual({ success: true, expires_in: 300, resend_in: 60 });
    const { code, channel } = await waitForMessage(login, (message) => message.code !== '');
    expect(channel).toBe(by === 'email' ? 'mail' : 'whatsapp');
    expect((await verify(login, code)).body).toEqual({ success: true });
    const weak = await reset(login, code, 'password1');
    expect([weak.status, Object.keys(weak.body.errors)]).toEqual([422, ['password']]);
    const success = await reset(login, code, 'a new password');
    expect(success.status).toBe(200);
    expect(success.body.me).toMatchObject({
      id: customer.me.id,
      [by === 'email' ? 'email_verified' : 'phone_verified']: true,
    });
    expect((await api('GET', '/me', { token: customer.token })).status).toBe(403);
    expect((await api('GET', '/me', { token: success.body.token })).status).toBe(200);
    expect((await signIn(login, 'a new password')).status).toBe(200);
    expect((await signIn(login, customer.password)).status).toBe(422);
    expect((await reset(login, code, 'yet another one')).body.code).toBe('code.invalid');
    // The unproven contact is removed from the account and receives nothing.
    if (by === 'email') await waitForMessage(login, ({ subject }) => subject.includes('您的密码已更改'));
    else await waitForMessage(login, (message) => message.code === '');
    const other = await listMessages(by === 'email' ? customer.contact_number : customer.email);
    expect(other.filter(({ subject, text }) => `${subject}${text}`.includes('密码已更改'))).toEqual([]);
  },
);

test('docs/security.md#c14: known and unknown logins respond and write the same, and only the known one gets a code', async () => {
  const { email } = await newCustomer();
  const [knownResponse, unknownResponse] = [await forget(email), await forget('nobody.at.all@example.com')];
  expect([knownResponse.status, knownResponse.text]).toEqual([200, unknownResponse.text]);
  await waitForMessage(email, ({ code }) => code !== '');
  for (let i = 0; i < 100; i++) {
    const { rows } = await db.raw(`select 1 from pgboss.job where state <> 'completed' and name = 'mail'`);
    if (rows.length === 0) break;
    await sleep(50);
  }
  expect(await listMessages('nobody.at.all@example.com')).toEqual([]);
  const guesses = [await verify(email, '000000x'), await verify('nobody.at.all@example.com', '000000x')];
  expect([guesses[0]?.status, guesses[0]?.text]).toEqual([422, guesses[1]?.text]);
});

test('a login that is neither email nor mobile: "Invalid phone or email"', async () => {
  for (const login of ['x', '', '03-5550 0100']) {
    const { status, body } = await forget(login);
    expect([status, body.message]).toEqual([422, 'Invalid phone or email']);
  }
});

test('five wrong codes end the recovery: the right one is refused after them', async () => {
  const { email, password } = await newCustomer();
  await forget(email);
  const { code } = await waitForMessage(email, (message) => message.code !== '');
  const wrong = code === '123456' ? '654321' : '123456';
  for (let i = 0; i < 5; i++) expect((await verify(email, wrong)).status).toBe(422);
  expect((await reset(email, code, 'a new password')).status).toBe(422);
  expect((await signIn(email, password)).status).toBe(200);
});

test('docs/security.md#c11: common passwords are refused at sign-up, recovery and change, in upper or lower case', async () => {
  const { email, token, password } = await newCustomer();
  await forget(email);
  const { code } = await waitForMessage(email, (message) => message.code !== '');
  for (const common of ['password1', 'iloveyou', 'QwertyUiop', '12345678', 'Superman']) {
    const responses = [
      await api('POST', '/register', {
        body: { name: 'Mei', email: `common${sequence}@example.com`, password: common },
      }),
      await reset(email, code, common),
      await api('POST', '/change-password', { token, body: { old_password: password, password: common } }),
    ];
    for (const { status, body } of responses) {
      expect([common, status, body.code, body.errors]).toEqual([
        common,
        422,
        'password.common',
        { password: ['This password is too common. Please choose another one.'] },
      ]);
    }
  }
  // None of these changed anything or used up the code.
  expect((await signIn(email, password)).status).toBe(200);
  expect((await reset(email, code, 'pandan & gula melaka')).status).toBe(200);
});

test('docs/spec.md §5: ten spaces are no password at sign-up, recovery and change', async () => {
  const { email, token, password } = await newCustomer();
  await forget(email);
  const { code } = await waitForMessage(email, (message) => message.code !== '');
  const spaces = ' '.repeat(10);
  const responses = [
    await api('POST', '/register', { body: { name: 'Mei', email: `spaces${sequence}@example.com`, password: spaces } }),
    await reset(email, code, spaces),
    await api('POST', '/change-password', { token, body: { old_password: password, password: spaces } }),
  ];
  for (const { status, body } of responses) {
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'password.too_short', ['password']]);
  }
  expect((await signIn(email, spaces)).status).toBe(422);
  expect((await signIn(email, password)).status).toBe(200);
});

test('/change-password notifies the owner', async () => {
  const { email, token, password } = await newCustomer();
  const body = { old_password: password, password: 'another password' };
  expect((await api('POST', '/change-password', { token, body })).status).toBe(200);
  const { text } = await waitForMessage(email, ({ subject }) => subject.includes('your password was changed'));
  expect(text).toContain('20 Nov 2026');
});

test('docs/security.md#c13: notifies the owner of a sign-in from a new device, and of no other', async () => {
  const { email, password, token } = await newCustomer();
  await api('POST', '/logout', { token });
  advanceClock(MINUTE);
  await signIn(email, password, 'At home/2.0');
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) <b>call me</b> Chrome/140.0.0.0 Safari/537.36';
  advanceClock(MINUTE);
  await signIn(email, password, chrome);
  const { text } = await waitForMessage(email, ({ subject }) => subject.includes('new sign-in'));
  expect(text).toContain('Chrome · Windows');
  expect(text).not.toContain('call me');
  advanceClock(MINUTE);
  await signIn(email, password, chrome);
  await sleep(300);
  expect((await listMessages(email)).filter(({ subject }) => subject.includes('new sign-in'))).toHaveLength(1);
});
