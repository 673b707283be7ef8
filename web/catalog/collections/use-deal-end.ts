/** Refreshes a page when a visible deal ends (docs/ux.md#5 "ended deal flips to normal price inline"). */
import { useEffect, useEffectEvent } from 'react';

/** The longest time-out that browsers accept, 24.8 days. A later end needs no timer: the page is reloaded sooner. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** The wait after the end, so that the server's clock has passed it too. */
const GRACE_MS = 250;
/**
 * The longest pause between refreshes. The server's clock decides when a deal ends: pauses grow until its response no
 * longer has the deal.
 */
const MAX_PAUSE_MS = 30_000;

/**
 * Calls `refresh` when a deal ends, and again until the response has another end or none. `endsAt` is the earliest
 * visible end; null if nothing ends.
 */
export function useDealEnd(endsAt: string | Date | null, refresh: () => unknown): void {
  const onEnd = useEffectEvent(refresh);
  const at = endsAt === null ? null : new Date(endsAt).getTime();
  useEffect(() => {
    if (at === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const refreshAndWait = (next: number) => {
      onEnd();
      timer = setTimeout(refreshAndWait, next, Math.min(2 * next, MAX_PAUSE_MS));
    };
    const wait = Math.max(0, at - Date.now()) + GRACE_MS;
    if (wait > MAX_TIMER_MS) return;
    timer = setTimeout(refreshAndWait, wait, 1_000);
    return () => clearTimeout(timer);
  }, [at]);
}
