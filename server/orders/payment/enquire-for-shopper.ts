/**
 * Enquires about sent payments before the shopper sees their order or pays it again, so that no one pays the same order
 * twice (docs/readings.md#10).
 */
import { type AwaitedPayment, awaitsPayment } from '@shop/core/orders/payment-deadline';
import type { Ctx } from '../../context.ts';
import type { Preparations } from '../../http/api/call-endpoint.ts';
import * as sql from '../../payments/attempts.sql.ts';
import { type OrderRow, ordersById } from '../orders.sql.ts';
import { type OrderReference, requireReferencedOrder } from '../orders.ts';
import { enquireOrder, enquirePayment } from './enquire-payments.ts';
import { takeFirstEnquiries, takeNetworkEnquiries } from './enquiry-limits.ts';

/** Maximum wait of a page or click for the gateway; the enquiry continues in the background. */
const MAX_SHOPPER_WAIT_MS = 3_000;

/**
 * Spacing of pages' enquiries about one attempt: the first `UNSPACED_ENQUIRIES` run at once; then n² × `SPACING_MS` lie between
 * two, n being their number so far.
 */
const SPACING_MS = 500;
const UNSPACED_ENQUIRIES = 3;

async function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => null), timeout]).finally(() => clearTimeout(timer));
}

type OrderToEnquire = AwaitedPayment & { id: string };

const hasUnenquired = (attempts: readonly sql.OpenAttempt[]): boolean =>
  attempts.some(({ was_enquired }) => !was_enquired);

/** Enquires about the attempts of an order that are due, for a page that shows it. Returns whether it waited. */
async function enquireForPage(ctx: Ctx, order: OrderToEnquire): Promise<boolean> {
  const values = [order.id, ctx.now, SPACING_MS, UNSPACED_ENQUIRIES];
  const due = await ctx.db.rows(sql.dueShopperEnquiries, values);
  if (due.length === 0) return false;
  const { length } = due;
  const isFirst = hasUnenquired(due) && (await takeFirstEnquiries(ctx, length));
  if (!isFirst && !(await takeNetworkEnquiries(ctx, 'pages', length))) return false;
  const taken = await ctx.db.rows(sql.takeShopperEnquiries, values);
  const enquiries = taken.map(({ reference }) => enquirePayment(ctx, reference, 'shopper'));
  await waitAtMost(Promise.allSettled(enquiries), MAX_SHOPPER_WAIT_MS);
  return true;
}

/**
 * Returns the order to show. If it waits for a payment that was sent, enquires about that and reads the order again.
 */
export async function refreshUnpaid(ctx: Ctx, order: OrderRow): Promise<OrderRow> {
  if (!awaitsPayment(order) || !(await enquireForPage(ctx, order))) return order;
  const [fresh] = await ctx.db.rows(ordersById, [[order.id]]);
  return fresh ?? order;
}

/**
 * Enquires about an order's open attempts before it is paid again, paid by another method or returned to the cart.
 * Every return to the cart counts towards the network's limit: placing and returning orders is free, so the larger
 * limit of first enquiries would not stop an attack.
 */
async function enquireBefore(ctx: Ctx, orderName: OrderReference, purpose: 'shopper' | 'return'): Promise<void> {
  const order = await requireReferencedOrder(ctx, orderName);
  if (!awaitsPayment(order)) return;
  const open = await ctx.db.rows(sql.openAttempts, [order.id]);
  if (open.length === 0) return;
  const cause = purpose === 'shopper' ? 'payments' : 'returns';
  const { length } = open;
  const isFirst = purpose === 'shopper' && hasUnenquired(open) && (await takeFirstEnquiries(ctx, length));
  if (!isFirst && !(await takeNetworkEnquiries(ctx, cause, length))) return;
  const enquiries = enquireOrder(ctx, order.id, purpose);
  await (purpose === 'shopper' ? waitAtMost(enquiries, MAX_SHOPPER_WAIT_MS) : enquiries);
}

/**
 * Enquiries that run before the handlers, because the gateway is never called inside a transaction; handlers read the
 * stored answers.
 */
export const paymentPreparations: Preparations = {
  'payments.start': (ctx, { body }) => enquireBefore(ctx, body, 'shopper'),
  'orders.returnToCart': (ctx, { body }) => enquireBefore(ctx, body, 'return'),
};
