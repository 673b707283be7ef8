/**
 * Makes ids: UUIDv7 (docs/readings.md#34), which sort by time, so that indexes stay dense.
 */
import { randomUUID } from 'node:crypto';

/** Makes an id: the time, then the random part of an ordinary UUID. */
export function uuidV7(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** Returns the lowest id of a time and later ones, for ranges of ids. */
export function firstUuidAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
