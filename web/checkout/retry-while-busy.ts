/** Retries a checkout's request while the server refuses it because too many shoppers order (docs/security.md#faults). */
import { ApiError } from '@shop/contract/api/api-error';
import { toast } from '../ui/toasts/toast.ts';

const MIN_RETRY_MS = 2_000;
/** The time from the first request to the last one. */
const MAX_RETRIES_MS = 3 * 60_000;

/** Waits; ends early once `signal` aborts. */
function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Up to half as long again as the server requests: else all refused requests would return at once. */
const chooseDelay = ({ retryAfter }: ApiError): number =>
  Math.max(MIN_RETRY_MS, retryAfter * 1_000) * (1 + Math.random() / 2);

/**
 * Retries a request while the server refuses it as busy, after the delay that it requests; shows one toast about it.
 * Throws the refusal once `signal` aborts, or after three minutes.
 */
export async function retryWhileBusy<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  const endsAt = performance.now() + MAX_RETRIES_MS;
  for (let hasNotified = false; ; hasNotified = true) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'checkout.busy' || signal.aborted) throw error;
      const delayMs = chooseDelay(error);
      if (performance.now() + delayMs > endsAt) throw error;
      if (!hasNotified) toast(error.message);
      await waitUnlessAborted(delayMs, signal);
      if (signal.aborted) throw error;
    }
  }
}
