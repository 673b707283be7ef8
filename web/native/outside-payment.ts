/**
 * The order that a shopper pays outside the app. It is stored before the browser opens: if the phone ends the app
 * meanwhile, its next start opens the order's result (docs/readings.md#77).
 */

import { ApiError } from '@shop/contract/api/api-error';
import { checkoutResultPath } from '@shop/core/links/paths';
import { awaitsPayment } from '@shop/core/orders/payment-deadline';
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import { api } from '../api/api.ts';
import { dataKey } from '../storage.ts';
import { openOutside } from './outside.ts';

/** An older payment's order has been paid or canceled meanwhile. */
const MAX_AGE_MS = DAY_MS;

const storedPayment = dataKey(
  'payment_outside',
  1,
  v.object({
    order_number: v.string(),
    /** Opens the order, for guests and customers alike. */
    token: v.string(),
    /** When the browser was opened, in ms. */
    opened_at: v.number(),
  }),
);

/** Opens a payment's page, `/checkout/web-payment` of the shop's public host, in the system's browser. */
export function openPaymentOutside(url: string): void {
  const { searchParams } = new URL(url);
  const [order_number, token] = [searchParams.get('order_number'), searchParams.get('token')];
  if (order_number !== null && token !== null) storedPayment.write({ order_number, token, opened_at: Date.now() });
  openOutside(url);
}

/**
 * Removes the payment that was open when the app last ended. Returns the result page of its order; null without one.
 */
export function takeUnfinishedPayment(now: Date): string | null {
  const payment = storedPayment.read();
  if (payment === null) return null;
  storedPayment.remove();
  const age = now.getTime() - payment.opened_at;
  return age >= 0 && age < MAX_AGE_MS ? checkoutResultPath(payment) : null;
}

/** Returns whether the payment is still open: true if the shop does not respond, false if it refuses. */
async function isPaymentOpen({ order_number, token }: { order_number: string; token: string }): Promise<boolean> {
  try {
    const { order } = await api('orders.order', { query: { order_number, token } });
    return awaitsPayment(order) && order.payment_status !== 'failed';
  } catch (error) {
    return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  }
}

/** Removes the stored payment once it has succeeded or failed, because the running app has shown the result. */
export async function forgetSettledPayment(): Promise<void> {
  const payment = storedPayment.read();
  if (payment === null || (await isPaymentOpen(payment))) return;
  // Another payment may have been opened meanwhile.
  if (storedPayment.read()?.opened_at === payment.opened_at) storedPayment.remove();
}
