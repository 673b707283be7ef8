/** The time until a moment, by the server's clock; updated every second. */
import { useEffect, useState } from 'react';
import { serverNow } from '../../api/server-clock.ts';

const SECOND_MS = 1_000;

const countTimeLeft = (until: string | null): number =>
  until === null ? 0 : Math.max(0, new Date(until).getTime() - serverNow());

/** Returns the milliseconds until `until`; 0 once it has passed, or if it is null. */
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
