/** Computes when points expire (docs/readings.md#41). */
import { KUALA_LUMPUR_MS } from '../time.ts';

/** Returns the end of the month, in Kuala Lumpur, that is `months` months after `earned`. */
export function computePointExpiry(earned: Date, months: number): Date {
  const local = new Date(earned.getTime() + KUALA_LUMPUR_MS);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months + 1, 1) - KUALA_LUMPUR_MS);
}
