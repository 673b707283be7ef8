/** The states of an order and of its payment, and the timeline that shoppers see (docs/spec.md §3 "Enums"; docs/api.md#orders). */
import type { Lang } from '../lang.ts';
import { word } from '../messages/words.ts';

/** docs/spec.md §3: "order statuses pending, processing, packed, delivery, complete, canceled". */
export const ORDER_STATUSES = ['pending', 'processing', 'packed', 'delivery', 'complete', 'canceled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Payment is a state of its own: an order starts pending, paid or not (docs/readings.md#10). */
export const PAYMENT_STATUSES = ['unpaid', 'paid', 'failed', 'refund_due', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The way of an order that nobody cancels. */
export const TIMELINE: readonly OrderStatus[] = ['pending', 'processing', 'packed', 'delivery', 'complete'];

/** An order's status in words. */
export function formatOrderStatus(status: OrderStatus, lang: Lang): string {
  return word(lang, `order_status.${status}`);
}

/** A payment's status in words. */
export function formatPaymentStatus(status: PaymentStatus, lang: Lang): string {
  return word(lang, `payment_status.${status}`);
}

/** One entry of an order's history. */
export type StatusEntry<At> = { status: OrderStatus; at: At };

/** One point of the timeline; `at` is null while it lies ahead, or where it was passed without a stop. */
export type TimelineStep<At> = { status: OrderStatus; at: At | null; state: 'done' | 'current' | 'ahead' };

/**
 * The timeline of an order: what it passed, where it is, what lies ahead. `canceled` ends it in place of the rest.
 * `history` is in the order of time; where a status occurs twice its first time counts.
 */
export function buildTimeline<At>(status: OrderStatus, history: readonly StatusEntry<At>[]): TimelineStep<At>[] {
  const at = (wanted: OrderStatus) => history.find((entry) => entry.status === wanted)?.at ?? null;
  if (status === 'canceled') {
    const passed = TIMELINE.filter((each) => history.some((entry) => entry.status === each));
    return [
      ...passed.map((each): TimelineStep<At> => ({ status: each, at: at(each), state: 'done' })),
      { status, at: at(status), state: 'current' },
    ];
  }
  const current = TIMELINE.indexOf(status);
  return TIMELINE.map((each, index): TimelineStep<At> => {
    if (index > current) return { status: each, at: null, state: 'ahead' };
    return { status: each, at: at(each), state: index === current ? 'current' : 'done' };
  });
}
