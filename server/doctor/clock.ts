/** Compares the clock of this machine with that of another one. */
import { type Finding, reportAction, reportFine } from './check.ts';

/**
 * Maximum difference of two clocks: links, codes and payments carry times, and a larger one makes the shop refuse them.
 */
const MAX_DIFFERENCE_MS = 5_000;

/** Judges by how many milliseconds another clock is ahead. */
export function judgeClock(other: string, aheadMs: number): Finding {
  const seconds = Math.abs(aheadMs / 1_000).toFixed(1);
  return Math.abs(aheadMs) <= MAX_DIFFERENCE_MS
    ? reportFine('clock', `${seconds} s from that of ${other}`)
    : reportAction(
        'clock',
        `is ${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} that of ${other}; synchronize both with NTP`,
      );
}
