/** The time until a moment, by the server's clock; updated every second. */
import { useEffect, useState } from 'react';
import { serverNow } from '../../api/server-clock.ts';

const SECOND_MS = 1_000;

/** Rounds down: the `Date` header has no fractions, so the estimate of the shop's clock is up to a second behind. */
function countTimeLeft(until: string | null): number {
  if (until === null) return 0;
  const seconds = Math.floor((new Date(until).getTime() - serverNow()) / SECOND_MS);
  return Math.max(0, seconds * SECOND_MS);
}

/** Returns the milliseconds until `until`, in full seconds; 0 once it has passed, or if it is null. */
export function useTimeLeft(until: string | null): number {
  const [msLeft, setMsLeft] = useState(() => countTimeLeft(until));
  useEffect(() => {
    const update = () => setMsLeft(countTimeLeft(until));
    update();
    const ticks = setInterval(update, SECOND_MS);
    return () => clearInterval(ticks);
  }, [until]);
  return msLeft;
}
