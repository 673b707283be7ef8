/** A stranger who spends every limit of a login or contact does not lock its owner out (docs/security.md#limits). */
import { MINUTE_MS } from '@shop/core/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { readInbox } from '../../testing/inbox.ts';
import { type RequestOptions, testServer } from '../../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const { api, db, url } = await testServer({
  clock: () => now,
  jobs: true,
  env: { RATE_LIMIT_SIGN_IN: '30', RATE_LIMIT_CODES: '300', RATE_LIMIT_UNUSED_CODES: '30' },
});

let sequence = 0;
let email = '';
let device = '';
let token = '';
const PASSWORD = 'correct horse 1';
beforeEach(async () => {
  email = `owner${++sequence}@example.com`;
  const { status, body } = await api('POST', '/register', { body: { name: 'Mei Ling', email, password: PASSWORD } });
  expect(status).toBe(201);
  ({ device_token: device, token } = body);
  // Marks the email as proven, as a code to it would.
  await db.raw('update customers set email_verified_at = $2 where email = $1', [email, now]);
});

const post = (path: string, body: object, deviceToken?: string, options: RequestOptions = {}) =>
  api('POST', path, { ...options, body, headers: deviceToken === undefined ? {} : { 'x-device': deviceToken } });
const signIn = (password: string, deviceToken?: string) => post('/token', { login: email, password }, deviceToken);
const forget = (deviceToken?: string) => post('/forget-password', { login: email }, deviceToken);

/** Waits for the `count`th mail to the owner and returns its code. */
async function waitForCode(count: number): Promise<string> {
  await expect.poll(async () => (await readInbox(url, email)).length).toBe(count);
  return (await readInbox(url, email))[0]?.code ?? '';
}

/** Sends five code requests, a minute apart, and twelve wrong passwords. */
async function attack(): Promise<void> {
  for (let n = 0; n < 5; n++) {
    expect((await forget()).status).toBe(200);
    await waitForCode(n + 1);
    now = new Date(now.getTime() + MINUTE_MS);
  }
  for (let n = 0; n < 12; n++) expect([422, 429]).toContain((await signIn('wrong one')).status);
  expect((await signIn(PASSWORD)).status).toBe(429);
  expect((await forget()).status).toBe(429);
}

describe('on a device on which the owner signed in', () => {
  test('the first sign-in returns the device’s token, of which only the hash is stored', async () => {
    expect(device).toMatch(/^d_/);
    expect((await signIn(PASSWORD, device)).body.device_token).toBeNull();
    expect((await signIn(PASSWORD, `d_${'A'.repeat(65)}`)).body.device_token).toMatch(/^d_/);
    const { rows } = await db.raw('select * from known_devices');
    expect(JSON.stringify(rows)).not.toContain(device);
  });

  test('the owner signs in and recovers while a stranger is locked out', async () => {
    await attack();
    expect((await signIn(PASSWORD, device)).status).toBe(200);
    expect((await forget(device)).status).toBe(200);
    const code = await waitForCode(6);
    // A stranger's wrong tries do not use up the owner's.
    for (let n = 0; n < 6; n++) {
      expect((await post('/verify-forget-password-token', { login: email, code: '000000' })).status).toBe(422);
    }
    expect((await post('/reset-password', { login: email, code, password: 'another horse 2' }, device)).status).toBe(
      200,
    );
    expect((await signIn('another horse 2', device)).status).toBe(200);
  });

  test('wrong passwords delay the device itself too', async () => {
    for (let n = 0; n < 5; n++) expect((await signIn('wrong one', device)).status).toBe(422);
    expect((await signIn(PASSWORD, device)).status).toBe(429);
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  test('a signed-in customer gets codes for their own contact', async () => {
    await attack();
    const { status } = await post('/send-email-verify', { email }, undefined, { token });
    expect(status).toBe(200);
  });
});

test('a device of another customer counts only for that customer', async () => {
  const otherDevice = device;
  const second = `second${sequence}@example.com`;
  expect((await post('/register', { name: 'Arif', email: second, password: PASSWORD })).status).toBe(201);
  email = second;
  await attack();
  expect((await signIn(PASSWORD, otherDevice)).status).toBe(429);
  expect((await forget(otherDevice)).status).toBe(429);
});

test('a changed password, "sign out elsewhere" and removal forget other devices', async () => {
  const countDevices = async () =>
    (await db.raw('select 1 from known_devices d join customers c on c.id = d.customer_id where c.email = $1', [email]))
      .rows.length;
  await signIn(PASSWORD);
  expect(await countDevices()).toBe(2);
  const change = { old_password: PASSWORD, password: 'another horse 3' };
  const response = await api('POST', '/change-password', { token, body: change, headers: { 'x-device': device } });
  expect([response.status, await countDevices()]).toEqual([200, 1]);
  await signIn('another horse 3');
  expect(await countDevices()).toBe(2);
  await api('DELETE', '/logins/sessions/others', { token, headers: { 'x-device': device } });
  expect(await countDevices()).toBe(1);
  const before = (await db.raw('select 1 from known_devices')).rows.length;
  expect((await api('POST', '/me/delete', { token, body: { password: 'another horse 3' } })).status).toBe(200);
  expect((await db.raw('select 1 from known_devices')).rows.length).toBe(before - 1);
});

test('failures of others behind the same address do not count to it', async () => {
  for (let n = 0; n < 31; n++) await post('/token', { login: `nobody${n}@example.com`, password: 'x' });
  expect((await signIn(PASSWORD)).status).toBe(429);
  expect((await signIn(PASSWORD, device)).status).toBe(200);
});
