/** Words the time that a delivery slot is still held. */
import { MINUTE_MS } from '@shop/core/time';

const SECOND_MS = 1_000;

/** `14:05`; full seconds, rounded up so that it ends with the hold. */
export function clockText(left_ms: number): string {
  const seconds = Math.ceil(left_ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Minutes left at which the time is announced; 0 is the hold's end. */
const ANNOUNCED_MINUTES = [0, 1, 5, 15];

/** Returns the minutes to announce: unchanged until an announcement is worth interrupting the shopper. */
export function roundAnnouncedMinutes(left_ms: number): number {
  return ANNOUNCED_MINUTES.find((minutes) => left_ms <= minutes * MINUTE_MS) ?? Math.ceil(left_ms / MINUTE_MS);
}
