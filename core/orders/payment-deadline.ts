/** The deadline for paying an online order (docs/readings.md#10). */
import { isCash } from '../cart/totals.ts';
import type { OrderStatus, PaymentStatus } from './status.ts';

/** "Only an unpaid online order cancels itself, 30 minutes after it was placed." */
export const PAYMENT_TIME_MINUTES = 30;

export type AwaitedPayment = { status: OrderStatus; payment_status: PaymentStatus; payment_method: string };

/** Returns whether an order still waits for an online payment; a failed one may be tried again until the deadline. */
export function awaitsPayment({ status, payment_status, payment_method }: AwaitedPayment): boolean {
  return status === 'pending' && ['unpaid', 'failed'].includes(payment_status) && !isCash(payment_method);
}
