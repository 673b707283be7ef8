/** Decides whether an order's page may promise its arrival. */
import type { CancellationState } from './cancellation.ts';
import { type AwaitedPayment, awaitsPayment } from './payment-deadline.ts';
import { OPEN_ORDER_STATUSES } from './status.ts';

type ScheduledOrder = AwaitedPayment & {
  cancellation_state: CancellationState | null;
  delivery: { ends_at: string | number | Date | null };
};

/**
 * Returns whether an order is expected in its slot, or late because the slot is over. Null if it has no slot, or if it
 * may not come at all: it is unpaid, its cancellation was requested, or it has ended.
 */
export function findArrivalStatus(order: ScheduledOrder, now: Date): 'expected' | 'late' | null {
  const { ends_at } = order.delivery;
  if (ends_at === null || awaitsPayment(order) || order.cancellation_state === 'requested') return null;
  if (!OPEN_ORDER_STATUSES.includes(order.status)) return null;
  return new Date(ends_at) > now ? 'expected' : 'late';
}
