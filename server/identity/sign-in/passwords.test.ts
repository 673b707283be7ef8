import { expect, test } from 'vitest';
import { Refused } from '../../refuse.ts';
import { testServer } from '../../testing/test-server.ts';
import { hashPassword, isPassword } from './passwords.ts';

const { api, app } = await testServer();

test('verifies a password; without a hash every password is wrong', async () => {
  const hash = await hashPassword('correct horse');
  expect(await isPassword(app.shop, 'correct horse', hash)).toBe(true);
  expect(await isPassword(app.shop, 'another horse', hash)).toBe(false);
  expect(await isPassword(app.shop, 'correct horse', null)).toBe(false);
});

test('serves a cart while most of 240 registrations wait for their password hash (docs/security.md#accounts)', async () => {
  let finishedCount = 0;
  const registrations = Array.from({ length: 240 }, async (_, i) => {
    const body = { name: 'Mei', email: `crowd${i}@example.com`, password: `correct horse ${i}` };
    const { status } = await api('POST', '/register', { body });
    finishedCount++;
    return status;
  });
  // The registrations have reached the hashing queue once the first one has finished.
  await Promise.race(registrations);
  const { status } = await api('GET', '/cart');
  expect(status).toBe(200);
  expect(finishedCount).toBeLessThan(120);
  expect(await Promise.all(registrations)).toEqual(registrations.map(() => 201));
});

test('refuses with a Retry-After once the hashing queue is full (docs/security.md#accounts)', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 300 }, () => isPassword(app.shop, 'correct horse', null)),
  );
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  // 256 wait, one or two run.
  expect([42, 43]).toContain(errors.length);
  for (const error of errors) {
    expect(error).toBeInstanceOf(Refused);
    expect(error.refusal.code).toBe('request.unavailable');
    expect(error.retryAfter).toBeGreaterThan(0);
  }
});
