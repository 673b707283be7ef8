/** Formats the time for which a delivery slot is still held. */
import { MINUTE_MS } from '@shop/core/time';

const SECOND_MS = 1_000;

/** Formats full seconds, in milliseconds, as `14:05`. */
export function formatHoldTime(left_ms: number): string {
  const seconds = left_ms / SECOND_MS;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Minutes left at which the time is announced; 0 is the hold's end. */
const ANNOUNCED_MINUTES = [0, 1, 5, 15];

/** Rounds the time left up to the next of `ANNOUNCED_MINUTES`, so that screen readers announce only those changes. */
export function roundAnnouncedMinutes(left_ms: number): number {
  return ANNOUNCED_MINUTES.find((minutes) => left_ms <= minutes * MINUTE_MS) ?? Math.ceil(left_ms / MINUTE_MS);
}
