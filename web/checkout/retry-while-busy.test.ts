import { ApiError } from '@shop/contract/api/api-error';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/browser-globals.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

const BUSY = new ApiError(503, 'checkout.busy', 'Many shoppers');

beforeEach(() => {
  stubBrowser();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('throws the refusal after three minutes, and sends nothing more', async () => {
  const call = vi.fn(() => Promise.reject(BUSY));
  const outcome = retryWhileBusy(call, new AbortController().signal).catch((error: unknown) => error);
  const onSettled = vi.fn();
  void outcome.then(onSettled);
  await vi.advanceTimersByTimeAsync(170_000);
  expect(onSettled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(onSettled).toHaveBeenCalledWith(BUSY);
  const { length } = call.mock.calls;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call).toHaveBeenCalledTimes(length);
});

test('throws the refusal as soon as the signal aborts', async () => {
  const call = vi.fn(() => Promise.reject(BUSY));
  const stop = new AbortController();
  const outcome = retryWhileBusy(call, stop.signal).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  stop.abort();
  expect(await outcome).toBe(BUSY);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call).toHaveBeenCalledTimes(1);
});
