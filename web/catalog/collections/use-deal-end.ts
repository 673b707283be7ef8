/** A deal's end, noticed while it is looked at (docs/ux.md#5 "ended deal flips to normal price inline"). */
import { useEffect, useEffectEvent } from 'react';

/** The longest that a browser's timer waits; what ends later another visit sees. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** A moment after the end, so that the server's clock has passed it too. */
const GRACE_MS = 250;
/** The server's clock decides: while its answer still knows the deal it is asked again, ever more seldom. */
const LONGEST_WAIT_MS = 30_000;

/**
 * Calls `refresh` when a deal ends, and again until it shows another end or none. `endsAt` is the earliest end of what
 * is shown; null where nothing ends.
 */
export function useDealEnd(endsAt: string | Date | null, refresh: () => unknown): void {
  const onEnd = useEffectEvent(refresh);
  const at = endsAt === null ? null : new Date(endsAt).getTime();
  useEffect(() => {
    if (at === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const ask = (next: number) => {
      onEnd();
      timer = setTimeout(ask, next, Math.min(2 * next, LONGEST_WAIT_MS));
    };
    timer = setTimeout(ask, Math.min(Math.max(0, at - Date.now()) + GRACE_MS, LONGEST_TIMER_MS), 1_000);
    return () => clearTimeout(timer);
  }, [at]);
}
