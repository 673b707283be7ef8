/**
 * A stranger who spends every limit of a staff account's login does not lock its owner out (docs/security.md#limits).
 */
import { expect, test } from 'vitest';
import { operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer({ env: { RATE_LIMIT_SIGN_IN: '30' } });
const { api, db } = server;
const PASSWORD = 'correct horse 1';
const email = 'picker@shop.example';

const signIn = (password: string, device?: string) =>
  api('POST', '/staff/token', {
    body: { email, password },
    headers: device === undefined ? {} : { 'x-device': device },
  });

test('on a device on which they signed in, staff sign in while strangers are locked out', async () => {
  await operator(server)('POST', '/accounts', { email, password: PASSWORD, roles: ['picker'] });
  const { device_token } = (await signIn(PASSWORD)).body;
  expect(device_token).toMatch(/^d_/);
  expect((await signIn(PASSWORD, device_token)).body.device_token).toBeNull();
  const { rows } = await db.raw('select * from staff_devices');
  expect(JSON.stringify(rows)).not.toContain(device_token);

  const body = { name: 'Mei', email, password: PASSWORD };
  const customers = (await api('POST', '/register', { body })).body.device_token;
  for (let n = 0; n < 35; n++) expect([422, 429]).toContain((await signIn('wrong one')).status);
  expect((await signIn(PASSWORD)).status).toBe(429);
  // A customer's device counts only for the customer, even with the same email.
  expect((await signIn(PASSWORD, customers)).status).toBe(429);
  expect((await signIn(PASSWORD, device_token)).status).toBe(200);

  for (let n = 0; n < 5; n++) expect((await signIn('wrong one', device_token)).status).toBe(422);
  expect((await signIn(PASSWORD, device_token)).status).toBe(429);
});
