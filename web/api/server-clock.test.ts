import { afterEach, expect, test, vi } from 'vitest';
import { serverNow, updateServerClock } from './server-clock.ts';

afterEach(() => vi.useRealTimers());

test('follows the shop’s clock when the device’s is wrong', () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T10:20:00Z') });
  updateServerClock('Sun, 22 Nov 2026 10:00:00 GMT');
  expect(new Date(serverNow())).toEqual(new Date('2026-11-22T10:00:00Z'));
  vi.advanceTimersByTime(60_000);
  expect(new Date(serverNow())).toEqual(new Date('2026-11-22T10:01:00Z'));
  updateServerClock(null);
  expect(new Date(serverNow())).toEqual(new Date('2026-11-22T10:01:00Z'));
});
