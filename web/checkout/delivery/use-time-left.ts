/** The time until a moment that the shop set, by its clock; updated every second. */
import { useEffect, useState } from 'react';
import { serverNow } from '../../api/server-clock.ts';

const SECOND_MS = 1_000;

const timeLeft = (until: Date): number => Math.max(0, until.getTime() - serverNow());

/** Returns the milliseconds until `until`, 0 once it has passed. A hidden page catches up when it shows again. */
export function useTimeLeft(until: string): number {
  const end = new Date(until);
  const at = end.getTime();
  const [left, setLeft] = useState(() => timeLeft(end));
  useEffect(() => {
    const update = () => setLeft(timeLeft(new Date(at)));
    update();
    const ticks = setInterval(update, SECOND_MS);
    return () => clearInterval(ticks);
  }, [at]);
  return left;
}
