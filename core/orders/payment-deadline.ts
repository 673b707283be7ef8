/** The deadline for paying an online order (docs/readings.md#10). */
import { isCash } from '../cart/totals.ts';
import { MINUTE_MS } from '../time.ts';
import type { OrderStatus, PaymentStatus } from './status.ts';

/** Minutes for which an unpaid online order holds its stock (docs/readings.md#10). */
export const PAYMENT_TIME_MINUTES = 30;
/** The minutes for an online order that is beyond the limits of open orders paid on delivery. */
export const SHORT_PAYMENT_TIME_MINUTES = 10;

export type AwaitedPayment = { status: OrderStatus; payment_status: PaymentStatus; payment_method: string };

/** Returns whether an order still waits for an online payment; a failed one may be tried again until the deadline. */
export function awaitsPayment({ status, payment_status, payment_method }: AwaitedPayment): boolean {
  return status === 'pending' && ['unpaid', 'failed'].includes(payment_status) && !isCash(payment_method);
}

type StockHold = { created_at: Date; hold_minutes: number };

/** Returns when an unpaid order's hold on its stock ends. */
export const computeHoldEnd = ({ created_at, hold_minutes }: StockHold): Date =>
  new Date(created_at.getTime() + hold_minutes * MINUTE_MS);

/** Returns the time until which an order holds its stock for its online payment; null if it waits for no payment. */
export function findPaymentDeadline(order: AwaitedPayment & StockHold): Date | null {
  return awaitsPayment(order) ? computeHoldEnd(order) : null;
}

/**
 * Returns whether an order that waits for its online payment can be paid on delivery instead. An order left at the door
 * cannot, since the driver collects the cash.
 */
export const isCashAllowed = (order: AwaitedPayment & { leave_at_door: boolean }): boolean =>
  awaitsPayment(order) && !order.leave_at_door;
