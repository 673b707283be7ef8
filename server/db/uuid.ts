/**
 * Makes ids of carts, orders and sessions: UUIDv7 (docs/readings.md#34), which sort by time, so that indexes stay
 * dense.
 */
import { randomUUID } from 'node:crypto';

/** Makes an id: the time, then the random part of an ordinary UUID. */
export function uuidV7(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
