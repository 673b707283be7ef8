/** Order and payment statuses, and the timeline shown to shoppers (docs/spec.md §3 "Enums"; docs/api.md#orders). */
import type { Lang } from '../lang.ts';
import { word } from '../messages/words.ts';

/** docs/spec.md §3: "order statuses pending, processing, packed, delivery, complete, canceled". */
export const ORDER_STATUSES = ['pending', 'processing', 'packed', 'delivery', 'complete', 'canceled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Ways in which an order reaches the shopper (docs/readings.md#9). */
export const ORDER_TYPES = ['delivery'] as const;

/** Separate from the order status: an order starts pending, paid or not (docs/readings.md#10). */
export const PAYMENT_STATUSES = ['unpaid', 'paid', 'failed', 'refund_due', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The statuses of an order that is not canceled, in order. */
export const TIMELINE: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => status !== 'canceled');

/** Legal changes of the order status (docs/api.md#orders). */
const NEXT_STATUSES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['processing', 'canceled'],
  processing: ['packed', 'canceled'],
  packed: ['delivery'],
  delivery: ['complete'],
  complete: [],
  canceled: [],
};

export const canChangeStatus = (from: OrderStatus, to: OrderStatus): boolean => NEXT_STATUSES[from].includes(to);

/** Returns the next status on the way to the shopper; null after the last. */
export function findNextStatus(status: OrderStatus): OrderStatus | null {
  return NEXT_STATUSES[status].find((next) => next !== 'canceled') ?? null;
}

/** The outcomes of a failed delivery: the order is delivered again, or canceled. */
export const FAILED_DELIVERY_OUTCOMES = ['retry', 'cancel'] as const;
export type FailedDeliveryOutcome = (typeof FAILED_DELIVERY_OUTCOMES)[number];

/** The outcomes of a delivery for which staff record cash. */
export const DELIVERY_OUTCOMES = ['complete', ...FAILED_DELIVERY_OUTCOMES] as const;
export type OrderDeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/** The statuses of an order that is still to be delivered. */
export const OPEN_ORDER_STATUSES: readonly OrderStatus[] = TIMELINE.filter((status) => status !== 'complete');

export function formatOrderStatus(status: OrderStatus, lang: Lang): string {
  return word(lang, `order_status.${status}`);
}

export function formatPaymentStatus(status: PaymentStatus, lang: Lang): string {
  return word(lang, `payment_status.${status}`);
}

export type StatusEntry<At> = { status: OrderStatus; at: At };

/** A step of the timeline; `at` is null for a future or skipped status. */
export type TimelineStep<At> = { status: OrderStatus; at: At | null; state: 'done' | 'current' | 'ahead' };

/**
 * Finds the entry at which an order reached a status: the latest one if it reached the status again after a failed
 * delivery. `history` is in chronological order.
 */
export const findStatusEntry = <Entry extends { status: OrderStatus }>(
  status: OrderStatus,
  history: readonly Entry[],
): Entry | undefined =>
  history.findLast((entry, index) => entry.status === status && history[index - 1]?.status !== status);

/**
 * Lists the entries that the timeline leaves out: changes of the payment alone, earlier arrivals at a status that the
 * order reached again, and statuses that lie ahead again after a failed delivery. `history` is in chronological order.
 */
export function listOtherEntries<Entry extends { status: OrderStatus }>(history: readonly Entry[]): Entry[] {
  const status = history.at(-1)?.status ?? 'canceled';
  const ahead = status === 'canceled' ? [] : TIMELINE.slice(TIMELINE.indexOf(status) + 1);
  return history.filter((entry) => ahead.includes(entry.status) || findStatusEntry(entry.status, history) !== entry);
}

/** Builds an order's timeline. `canceled` replaces the remaining steps. `history` is in chronological order. */
export function buildTimeline<At>(status: OrderStatus, history: readonly StatusEntry<At>[]): TimelineStep<At>[] {
  const findTime = (wanted: OrderStatus) => findStatusEntry(wanted, history)?.at ?? null;
  if (status === 'canceled') {
    const passedStatuses = TIMELINE.filter((each) => history.some((entry) => entry.status === each));
    return [
      ...passedStatuses.map((each): TimelineStep<At> => ({ status: each, at: findTime(each), state: 'done' })),
      { status, at: findTime(status), state: 'current' },
    ];
  }
  const current = TIMELINE.indexOf(status);
  return TIMELINE.map((each, index): TimelineStep<At> => {
    if (index > current) return { status: each, at: null, state: 'ahead' };
    return { status: each, at: findTime(each), state: index === current ? 'current' : 'done' };
  });
}
