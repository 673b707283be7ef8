/** The demo's public password is refused wherever other machines reach the shop (docs/readings.md#39). */
import { beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD, hashPassword } from '../server/identity/sign-in/passwords.ts';
import { type TestServer, testServer } from '../server/testing/test-server.ts';
import { closeAccounts } from './close-accounts.ts';
import { DEMO_STAFF, personas } from './data/personas.ts';
import { seedPersonas } from './seed-personas.ts';

const localServer = await testServer();
const { database, db } = localServer;
const openServer = await testServer({ database, env: { HOST: '0.0.0.0' } });
const productionServer = await testServer({
  database,
  env: {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    APP_SECRET: 'a'.repeat(32),
    DATABASE_URL: 'postgres://not.used/shop',
    SMTP_URL: 'smtp://localhost:1',
  },
});
beforeAll(() => seedPersonas(db, new Date()));

const [mei, arif] = personas.filter(({ has_password }) => has_password).map(({ email, phone }) => email ?? phone);
const signIn = ({ api }: TestServer, login: string | null | undefined, password = DEMO_PASSWORD) =>
  api('POST', '/token', { body: { login, password } });
const signInStaff = ({ api }: TestServer, password = DEMO_PASSWORD) =>
  api('POST', '/staff/token', { body: { email: DEMO_STAFF, password } });

test('on this machine alone the demo’s customers and owner sign in', async () => {
  expect([(await signIn(localServer, mei)).status, (await signInStaff(localServer)).status]).toEqual([200, 200]);
});

describe.each([
  ['with a HOST that other machines reach', openServer],
  ['in production', productionServer],
])('%s', (_, server) => {
  test('the public password is refused at sign-in like a wrong one, for customers and staff', async () => {
    const [customer, staff] = [await signIn(server, mei), await signInStaff(server)];
    expect([customer.status, customer.body.code, staff.status]).toEqual([422, 'auth.wrong', 422]);
    expect(customer.text).toBe((await signIn(server, mei, 'not the password')).text);
    expect(staff.text).toBe((await signInStaff(server, 'not the password')).text);
  });

  test('sessions that began with it end at the start, and two lines say who cannot sign in', async () => {
    const { token } = (await signIn(localServer, mei)).body;
    const staffToken = (await signInStaff(localServer)).body.token;
    const lines = await closeAccounts(db);
    expect(lines).toEqual([
      expect.stringMatching(/cannot sign in here.*\d customers and owner@demo\.example/),
      expect.stringContaining('npm run staff'),
    ]);
    expect((await localServer.api('GET', '/me', { token })).status).toBe(403);
    expect((await localServer.api('GET', '/staff/orders', { token: staffToken })).status).toBe(401);
  });

  test('no one can choose it as a new password', async () => {
    const body = { name: 'Mei', email: `new${Math.random()}@example.com`, password: DEMO_PASSWORD };
    const { status, body: refusal } = await server.api('POST', '/register', { body });
    expect([status, refusal.errors.password]).toEqual([422, [expect.any(String)]]);
  });

  test('the demo’s till key is refused', async () => {
    const { status } = await server.api('POST', '/till/reverse', {
      body: { receipt: 'R-1' },
      headers: { 'x-api-key': 'demo-till' },
    });
    expect(status).toBe(401);
  });
});

test('an account with a password of its own signs in everywhere, and its sessions stay', async () => {
  const { token } = (await signIn(localServer, arif)).body;
  const body = { old_password: DEMO_PASSWORD, password: 'a horse of my own' };
  expect((await localServer.api('POST', '/change-password', { token, body })).status).toBe(200);
  await db.raw('update staff set password_hash = $1 where email = $2', [
    await hashPassword('a horse of my own'),
    DEMO_STAFF,
  ]);
  expect(await closeAccounts(db)).toEqual([expect.not.stringContaining(DEMO_STAFF)]);
  for (const server of [openServer, productionServer]) {
    expect((await signIn(server, arif, 'a horse of my own')).status).toBe(200);
    expect((await signInStaff(server, 'a horse of my own')).status).toBe(200);
  }
  expect((await localServer.api('GET', '/me', { token })).status).toBe(200);
});
