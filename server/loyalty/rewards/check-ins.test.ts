/** docs/api.md#loyalty: the daily check-in. */
import { expect, test } from 'vitest';
import { newCustomer } from '../../testing/customer.ts';
import { testServer } from '../../testing/test-server.ts';

// 23:59 in Kuala Lumpur.
let now = new Date('2026-11-20T15:59:00Z');
let clock = () => now;
const server = await testServer({ clock: () => clock() });
const DAY_MS = 86_400_000;

test('POST /checkin rewards once a day in Malaysia, and grows over seven days in a row', async () => {
  const customer = await newCustomer(server);
  expect((await customer.call('GET', '/checkin')).body).toMatchObject({
    checked_in_today: false,
    streak: 0,
    rewards: [1, 1, 2, 2, 3, 3, 10].map((amount, index) => ({ day: index + 1, kind: 'point', amount })),
    next_at: now.toISOString(),
  });
  const first = await customer.call('POST', '/checkin');
  expect([first.status, first.body.reward]).toEqual([201, { day: 1, kind: 'point', amount: 1 }]);
  const again = await customer.call('POST', '/checkin');
  expect([again.status, again.body.code]).toEqual([409, 'checkin.already']);
  // Two minutes later it is another day.
  now = new Date(now.getTime() + 120_000);
  const second = await customer.call('POST', '/checkin');
  expect(second.body).toMatchObject({ checked_in_today: true, streak: 2, reward: { day: 2, amount: 1 } });
  expect(second.body.next_at).toBe('2026-11-21T16:00:00.000Z');
  const rewards: number[] = [];
  for (let day = 3; day <= 8; day++) {
    now = new Date(now.getTime() + DAY_MS);
    rewards.push((await customer.call('POST', '/checkin')).body.reward.amount);
  }
  expect(rewards).toEqual([2, 2, 3, 3, 10, 1]);
  now = new Date(now.getTime() + 2 * DAY_MS);
  expect((await customer.call('GET', '/checkin')).body.streak).toBe(0);
  const { body } = await customer.call('GET', '/wallet_transactions?search=action:checkin');
  expect([body.total, body.data[0].description]).toEqual([8, 'Daily check-in, day 1']);
});

test('POST /checkin needs a signed-in customer', async () => {
  expect((await server.api('POST', '/checkin')).status).toBe(401);
});

test('twenty taps at once give one reward', async () => {
  const customer = await newCustomer(server);
  const all = await Promise.all(Array.from({ length: 20 }, () => customer.call('POST', '/checkin')));
  expect(all.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
  const { body } = await customer.call('GET', '/wallet_transactions?search=action:checkin');
  expect(body.total).toBe(1);
});

test('twenty taps around midnight in Kuala Lumpur give at most one reward for each of the two days', async () => {
  const customer = await newCustomer(server);
  // Every other request arrives before midnight, and may be handled after those that arrive later.
  const times = [new Date('2026-12-01T15:59:59.999Z'), new Date('2026-12-01T16:00:00.000Z')] as const;
  let requests = 0;
  clock = () => times[requests++ % 2 === 0 ? 0 : 1];
  const all = await Promise.all(Array.from({ length: 20 }, () => customer.call('POST', '/checkin')));
  clock = () => now;
  const rewards = all.filter(({ status }) => status === 201);
  expect(new Set(rewards.map(({ body }) => body.next_at)).size, 'no day has two').toBe(rewards.length);
  expect(all.filter(({ body }) => body.code === 'checkin.already')).toHaveLength(20 - rewards.length);
  const { body } = await customer.call('GET', '/wallet_transactions?search=action:checkin');
  expect(body.total).toBe(rewards.length);
});
