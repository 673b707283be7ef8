/** Delay in browsers without idle callbacks. */
const IDLE_FALLBACK_MS = 300;

/** Calls `act` when the page is idle, after at most 2 seconds. Returns a function that cancels the call. */
export function whenIdle(act: () => void): () => void {
  if (typeof window.requestIdleCallback === 'function') {
    const handle = window.requestIdleCallback(act, { timeout: 2_000 });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, IDLE_FALLBACK_MS);
  return () => clearTimeout(timer);
}
