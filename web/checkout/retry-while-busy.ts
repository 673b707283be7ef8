/** Waits for the turn of a shopper while too many are in the checkout (docs/security.md#faults). */
import { ApiError } from '@shop/contract/api/api-error';
import { toast } from '../ui/toasts/toast.ts';

const MIN_RETRY_MS = 2_000;

/** Waits, and throws `error` as soon as `signal` aborts. */
function waitUnlessAborted(ms: number, signal: AbortSignal | undefined, error: ApiError): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(error);
    setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => reject(error));
  });
}

/**
 * Retries a request while the server refuses it as busy, after the delay that it requests; shows one toast about it.
 * Throws the refusal once `signal` aborts.
 */
export async function retryWhileBusy<Result>(call: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (let hasSaidSo = false; ; hasSaidSo = true) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'checkout.busy') throw error;
      if (!hasSaidSo) toast(error.message);
      await waitUnlessAborted(Math.max(MIN_RETRY_MS, error.retryAfter * 1_000), signal, error);
    }
  }
}
