import { MINUTE_MS } from '@shop/core/time';
import { expect, test, vi } from 'vitest';
import { createCounters } from './counters.ts';

test('adds, reads and takes back within one window', async () => {
  const counters = createCounters(null);
  expect(await counters.add('key', MINUTE_MS, 0)).toEqual({ current: 0, ttl: MINUTE_MS });
  expect((await counters.add('key', MINUTE_MS)).current).toBe(1);
  expect((await counters.add('key', MINUTE_MS, 2)).current).toBe(3);
  expect((await counters.add('key', MINUTE_MS, -1)).current).toBe(2);
  expect((await counters.add('key', MINUTE_MS, 0)).current).toBe(2);
  expect((await counters.add('other key', MINUTE_MS, 0)).current).toBe(0);
});

test('keeps its counts when the clock is set back or forward (docs/security.md#limits)', async () => {
  const counters = createCounters(null);
  await counters.add('key', MINUTE_MS);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (const hours of [-2, 2]) {
      vi.setSystemTime(Date.now() + hours * 3_600_000);
      const { current, ttl } = await counters.add('key', MINUTE_MS, 0);
      expect(current).toBe(1);
      expect(ttl).toBeGreaterThan(0);
      expect(ttl).toBeLessThanOrEqual(MINUTE_MS);
    }
  } finally {
    vi.useRealTimers();
  }
});

test('a flood of keys with a short window evicts no count of a long one', async () => {
  const counters = createCounters(null);
  await counters.add('failures', MINUTE_MS);
  for (let n = 0; n < 20_001; n++) await counters.add(`call ${n}`, 1_000);
  expect((await counters.add('failures', MINUTE_MS, 0)).current).toBe(1);
});
