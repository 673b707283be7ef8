import { expect, test } from 'vitest';
import { testServer } from '../testing/test-server.ts';

const { api } = await testServer({ env: { RATE_LIMIT: '20', RATE_LIMIT_TRACKING: '5' } });

const statuses = async (times: number, ask: () => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: times }, ask))).map(({ status }) => status);
const count = (all: number[], status: number) => all.filter((each) => each === status).length;

test('reliability C24: "global 429 with Retry-After", by token, else address', async () => {
  const token = 'gBBBBBBBBBBBBBBBBBBBBBBBBB';
  const all = await statuses(60, () => api('GET', '/cart', { token }));
  expect(count(all, 200)).toBeGreaterThanOrEqual(20);
  expect(count(all, 429)).toBeGreaterThan(0);
  let refused = await api('GET', '/cart', { token });
  while (refused.status !== 429) refused = await api('GET', '/cart', { token });
  expect(refused.body).toEqual({ message: expect.stringContaining('Too many'), code: 'request.rate_limited' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await api('GET', '/cart', { token: 'gCCCCCCCCCCCCCCCCCCCCCCCCC' })).status).toBe(200);
});

test('what is kept costs as little as a refusal and is not counted', async () => {
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await api('GET', '/products?limit=1');
  expect(count(await statuses(60, () => api('GET', '/products?limit=1')), 429)).toBe(0);
});

test('"GET /track-order … throttled": guessing contacts is slow whatever token comes', async () => {
  let guess = 0;
  const all = await statuses(10, () => {
    const token = `gDDDDDDDDDDDDDDDDDDDDDDDD${guess}`;
    return api('GET', `/track-order?order_number=ABCD1234&contact=60${guess++}`, { token });
  });
  expect(count(all, 404)).toBe(5);
  expect(count(all, 429)).toBe(5);
});
