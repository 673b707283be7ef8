/** Ids of carts, orders and sessions: UUIDv7 (docs/readings.md#34), whose order is that of their making, so that indexes stay dense. */
import { randomUUID } from 'node:crypto';

/** A new id made at `now`: its time in front, and the random part of an ordinary UUID behind. */
export function uuidV7(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
