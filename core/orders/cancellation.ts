/** Cancellation requests: a shopper requests, staff decide (docs/spec.md §4, docs/readings.md#10). */
import { type Refusal, refusal } from '../refusal.ts';
import { canChangeStatus, type OrderStatus, type PaymentStatus } from './status.ts';

export const CANCELLATION_STATES = ['requested', 'approved', 'rejected', 'withdrawn'] as const;
export type CancellationState = (typeof CANCELLATION_STATES)[number];

/**
 * Checks whether a shopper may request a cancellation of an order in `status` with earlier requests in `states`. After
 * a withdrawal no further request is possible; after a rejection another one is.
 */
export function checkCancellable(status: OrderStatus, states: readonly CancellationState[]): Refusal | null {
  if (states.includes('requested')) return refusal('cancellation.open');
  if (states.includes('withdrawn')) return refusal('cancellation.withdrawn');
  return canChangeStatus(status, 'canceled') ? null : refusal('cancellation.too_late');
}

/** State of a canceled order's refund; null if nothing was paid. */
export type RefundStatus = 'due' | 'refunded' | null;

export function toRefundStatus(payment_status: PaymentStatus): RefundStatus {
  if (payment_status === 'refund_due') return 'due';
  return payment_status === 'refunded' ? 'refunded' : null;
}
