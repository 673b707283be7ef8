/** Starts payments of orders, and sends shoppers to the gateway. */

import type { Lang } from '@shop/core/lang';
import { webPaymentPath, withLang } from '@shop/core/links/paths';
import { awaitsPayment, computeHoldEnd, PAYMENT_TIME_MINUTES } from '@shop/core/orders/payment-deadline';
import { type AttemptState, isCaptured } from '@shop/core/payments/attempt-state';
import { refusal } from '@shop/core/refusal';
import { DAY_MS, HOUR_MS } from '@shop/core/time';
import type { Ctx } from '../../context.ts';
import { takeFromNetworkLimit } from '../../http/limits/rate-limits.ts';
import type { PaymentStart } from '../../partners/payment-provider.ts';
import * as attemptSql from '../../payments/attempts.sql.ts';
import { createAttempt, lockAttempts, moveAttempt } from '../../payments/attempts.ts';
import {
  checkPaymentMethod,
  findPaymentMethod,
  loadPaymentMethods,
  requireGateway,
} from '../../payments/payment-methods.ts';
import { buildRateLimitRefusal, Refused, refuse, refuseFields } from '../../refuse.ts';
import { isSameSecret } from '../../secrets/sign.ts';
import { inTransaction } from '../../transaction.ts';
import { updatePaymentMethod } from '../change-status.sql.ts';
import { requireLockedOrder, writePaymentStatus } from '../change-status.ts';
import { type OrderRow, ordersById } from '../orders.sql.ts';
import { type OrderReference, requireReferencedOrder } from '../orders.ts';
import { deriveViewToken } from '../view-token.ts';
import { refreshUnpaid } from './enquire-for-shopper.ts';
import { payInCash } from './pay-in-cash.ts';

/** `channel` is the bank or wallet. */
export type StartedPayment = { attempt: string; url: string; channel: string };

type OrderToPay = { id: string; order_number: string; lang: Lang };

/** Builds the address of the page that sends the shopper's browser to the gateway. */
function buildPaymentUrl({ shop, lang }: Ctx, order: OrderToPay, attempt: string): string {
  const { id, order_number } = order;
  const path = webPaymentPath({ attempt, order_number, token: deriveViewToken(shop.secret, id) });
  return `${shop.publicUrl}${withLang(path, lang)}`;
}

type MethodChoice = { payment_method?: string | null | undefined; payment_id?: string | null | undefined };

/** A payment method with its gateway. `channel` is the chosen bank or wallet, else the method's first. */
type OnlineMethod = { gateway: string; payment_method: string; channel: string };

/** Finds the chosen method; null for cash on delivery. Refuses with errors per field. */
async function requireMethod(ctx: Ctx, order: OrderRow, choice: MethodChoice): Promise<OnlineMethod | null> {
  const method = findPaymentMethod(await loadPaymentMethods(ctx), choice.payment_method ?? order.payment_method);
  const channel = choice.payment_id ?? null;
  const refused = checkPaymentMethod(ctx, method, channel);
  if (refused !== null) refuseFields({ payment_method: [refused] });
  if (method === null || method.gateway === null) return null;
  return { gateway: method.gateway, payment_method: method.code, channel: channel ?? method.channels[0]?.id ?? '' };
}

/** Maximum attempts per order: each may cost an enquiry when the order expires. */
const MAX_ATTEMPTS = 10;

/** States of attempts that were sent and have no result. */
const UNRESOLVED_STATES: readonly AttemptState[] = ['sent', 'pending'];

/**
 * Returns an attempt by this method that has not been sent to the gateway yet, or a new one. Where the gateway resumes
 * attempts, one without a result is sent again: under another reference the shopper could pay twice.
 */
async function resumeOrCreateAttempt(
  ctx: Ctx,
  order: OrderRow,
  method: OnlineMethod,
  attempts: readonly attemptSql.AttemptRow[],
): Promise<StartedPayment> {
  const { payment_method, channel } = method;
  const { resumesAttempts } = requireGateway(ctx, method.gateway);
  const isResumed = ({ gateway, state }: attemptSql.AttemptRow) =>
    resumesAttempts && gateway === method.gateway && UNRESOLVED_STATES.includes(state);
  const isUnused = (each: attemptSql.AttemptRow) =>
    each.state === 'created' && each.payment_method === payment_method && each.channel === channel;
  const reused = attempts.find(isResumed) ?? attempts.find(isUnused);
  if (reused === undefined && attempts.length >= MAX_ATTEMPTS) refuse('payment.too_many_attempts');
  const fresh = { ...method, order_id: order.id, amount: order.grand_total, lang: ctx.lang };
  const attempt = reused?.reference ?? (await createAttempt(ctx, fresh));
  return { attempt, url: buildPaymentUrl(ctx, order, attempt), channel };
}

/**
 * Starts the payment of an order that was just placed; null if it is paid on delivery or already paid. Locks nothing,
 * because placing the order in this transaction has locked stock already; the form is refused if the order was paid or
 * canceled in the meantime.
 */
export async function startOwnPayment(ctx: Ctx, order: OrderRow, choice: MethodChoice): Promise<StartedPayment | null> {
  if (!awaitsPayment(order)) return null;
  const method = await requireMethod(ctx, order, choice);
  return method && resumeOrCreateAttempt(ctx, order, method, await ctx.db.rows(attemptSql.attemptsOfOrder, [order.id]));
}

/** A request to pay an order; `phone_proof` is for cash on delivery. */
type PayOrderInput = OrderReference & MethodChoice & { phone_proof?: string | null | undefined };

/**
 * Starts or restarts the payment of an order that the caller owns or has proof for, by its payment method or another
 * one; null if it is now paid on delivery. Refuses as `requireReferencedOrder` and `payInCash` do, a method that is not
 * offered at its field, `payment.closed` unless the order waits for an online payment, and `payment.too_many_attempts`.
 */
export async function startNamedPayment(ctx: Ctx, request: PayOrderInput): Promise<StartedPayment | null> {
  const { payment_method, payment_id, phone_proof, ...proof } = request;
  const order = await requireReferencedOrder(ctx, proof);
  if (!awaitsPayment(order)) refuse('payment.closed');
  const method = await requireMethod(ctx, order, { payment_method, payment_id });
  if (method === null) {
    await payInCash(ctx, order, phone_proof);
    return null;
  }
  return inTransaction(ctx, async (ctx) => {
    const locked = await requireLockedOrder(ctx, order.id);
    if (!awaitsPayment(locked)) refuse('payment.closed');
    const attempts = await lockAttempts(ctx, order.id);
    if (locked.payment_method !== method.payment_method) {
      await ctx.db.write(updatePaymentMethod, [order.id, method.payment_method, ctx.now]);
    }
    if (locked.payment_status === 'failed') await writePaymentStatus(ctx, locked, 'unpaid');
    return resumeOrCreateAttempt(ctx, order, method, attempts);
  });
}

/** Number of payments per order that may be sent without counting for the network: shoppers retry a refused one. */
const FREE_SENDS = 2;

/**
 * Limits the payments of one network that are sent for orders beyond the limits of open orders, and those after an
 * order's first two: each may cost an enquiry when its order expires. Without its form the payment is never sent, and
 * the order expires without an enquiry about it.
 */
async function limitSends(ctx: Ctx, order: OrderRow): Promise<void> {
  if (!awaitsPayment(order)) return;
  const isShortHold = order.hold_minutes < PAYMENT_TIME_MINUTES;
  if (!isShortHold && (await ctx.db.rows(attemptSql.openAttempts, [order.id])).length < FREE_SENDS) return;
  const { orders } = ctx.shop.openOrderLimits.network;
  if (await takeFromNetworkLimit(ctx, 'payments sent', DAY_MS, orders)) return;
  throw buildRateLimitRefusal(HOUR_MS / 1_000);
}

/**
 * Starts an attempt at its gateway; returns where to send the shopper. `token` opens the attempt's order. Refuses
 * `order.not_found` both for an unknown attempt and for a wrong token, `payment.closed`, and `payment.gateway_silent`.
 */
export async function sendPayment(ctx: Ctx, reference: string, token: string): Promise<PaymentStart> {
  const attempt = await ctx.db.row(attemptSql.attemptByReference, [reference]);
  const isKnown = attempt !== null && isSameSecret(token, deriveViewToken(ctx.shop.secret, attempt.order_id));
  if (!isKnown) return refuse('order.not_found');
  const gateway = requireGateway(ctx, attempt.gateway);
  const [orderRow] = await ctx.db.rows(ordersById, [[attempt.order_id]]);
  if (orderRow === undefined) return refuse('order.not_found');
  const order = await refreshUnpaid(ctx, orderRow);
  if (attempt.sent_at === null) await limitSends(ctx, order);
  await inTransaction(ctx, async (ctx) => {
    const locked = await requireLockedOrder(ctx, order.id);
    const current = (await lockAttempts(ctx, order.id)).find(({ id }) => id === attempt.id) ?? attempt;
    if (!awaitsPayment(locked) || isCaptured(current.state)) {
      const { order_number, status, payment_status } = locked;
      throw new Refused(refusal('payment.closed'), { more: { order: { order_number, status, payment_status } } });
    }
    await moveAttempt(ctx, current, 'send');
  });
  const request = {
    reference,
    amount: attempt.amount,
    channel: attempt.channel,
    description: `Order ${order.order_number}`,
    name: order.shipping_address.recipient ?? '',
    email: order.contact_email,
    phone: order.contact_phone.replace(/^\+/, ''),
    lang: attempt.lang,
    proof: token,
    expiresAt: computeHoldEnd(order),
  };
  // The gateway may have received it all the same, so the attempt stays sent and is enquired about.
  return gateway.start(request).catch(() => refuse('payment.gateway_silent'));
}
