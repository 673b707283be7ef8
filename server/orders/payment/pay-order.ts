/** Starts payments of orders and settles their results. An order is paid once; any further payment is refunded. */

import type { Lang } from '@shop/core/lang';
import { webPaymentPath, withLang } from '@shop/core/links/paths';
import { awaitsPayment } from '@shop/core/orders/payment-deadline';
import { isCaptured } from '@shop/core/payments/attempt-state';
import { type Ctx, publish } from '../../context.ts';
import { noteOrderEarnings } from '../../loyalty/order-wallets.ts';
import { settleOrderVouchers } from '../../loyalty/vouchers/order-vouchers.ts';
import type { PaymentForm } from '../../partners/payment-gateway.ts';
import * as attemptSql from '../../payments/attempts.sql.ts';
import {
  createAttempt,
  enqueueEnquiry,
  lockAttempts,
  moveAttempt,
  type PaymentReport,
  recordReport,
} from '../../payments/attempts.ts';
import { checkPaymentMethod, findGateway, findPaymentMethod, loadPaymentMethods } from '../../payments/payments.ts';
import { requestRefund } from '../../payments/refunds.ts';
import { refuse, refuseFields } from '../../refuse.ts';
import { isSameSecret } from '../../secrets/sign.ts';
import { inTransaction } from '../../transaction.ts';
import { confirmPaid, type LockedOrder, updatePaymentMethod, updateStatus } from '../change-status.sql.ts';
import { requireLockedOrder } from '../change-status.ts';
import { type OrderRow, ordersById } from '../orders.sql.ts';
import { findNamedOrder, type NamedOrder } from '../orders.ts';
import { viewToken } from '../view-token.ts';

export type StartedPayment = { attempt: string; url: string };

type PaidOrder = { id: string; order_number: string; lang: Lang };

/** The page that posts the signed form to the gateway. */
function paymentUrl({ shop, lang }: Ctx, order: PaidOrder, attempt: string): string {
  const { id, order_number } = order;
  const path = webPaymentPath({ attempt, order_number, token: viewToken(shop.secret, id) });
  return `${shop.publicUrl}${withLang(path, lang)}`;
}

type Choice = { payment_method?: string | null | undefined; payment_id?: string | null | undefined };

/** A payment method with its gateway. `channel` is the chosen bank or wallet, else the method's first. */
type OnlineMethod = { gateway: string; payment_method: string; channel: string };

/** Finds the chosen method. Refuses with errors per field, and with `payment.closed` for a method without a gateway. */
async function requireOnlineMethod(ctx: Ctx, order: OrderRow, choice: Choice): Promise<OnlineMethod> {
  const method = findPaymentMethod(await loadPaymentMethods(ctx), choice.payment_method ?? order.payment_method);
  const channel = choice.payment_id ?? null;
  const refused = checkPaymentMethod(ctx, method, channel);
  if (refused !== null) refuseFields({ payment_method: [refused] });
  if (method === null || method.gateway === null) return refuse('payment.closed');
  return { gateway: method.gateway, payment_method: method.code, channel: channel ?? method.channels[0]?.id ?? '' };
}

/** Returns an attempt by this method that has not been sent to the gateway yet, or a new one. */
async function openAttempt(
  ctx: Ctx,
  order: OrderRow,
  method: OnlineMethod,
  attempts: readonly attemptSql.AttemptRow[],
): Promise<StartedPayment> {
  const { payment_method, channel } = method;
  const unused = attempts.find(
    (each) => each.state === 'created' && each.payment_method === payment_method && each.channel === channel,
  );
  const fresh = { ...method, order_id: order.id, amount: order.grand_total, lang: ctx.lang };
  const attempt = unused?.reference ?? (await createAttempt(ctx, fresh));
  return { attempt, url: paymentUrl(ctx, order, attempt) };
}

/**
 * Starts the payment of an order that was just placed; null if it is paid on delivery or already paid. Locks nothing,
 * because placing the order in this transaction has locked stock already; the form is refused if the order was paid or
 * canceled in the meantime.
 */
export async function startOwnPayment(ctx: Ctx, order: OrderRow, choice: Choice): Promise<StartedPayment | null> {
  if (!awaitsPayment(order)) return null;
  const method = await requireOnlineMethod(ctx, order, choice);
  return openAttempt(ctx, order, method, await ctx.db.rows(attemptSql.attemptsOfOrder, [order.id]));
}

/**
 * Starts or restarts the payment of an order that the caller owns or has proof for, by its payment method or another
 * one. Refuses `payment.closed` if the order has nothing to pay online.
 */
export async function startNamedPayment(ctx: Ctx, named: NamedOrder & Choice): Promise<StartedPayment> {
  const { payment_method, payment_id, ...proof } = named;
  const order = await findNamedOrder(ctx, proof);
  const method = await requireOnlineMethod(ctx, order, { payment_method, payment_id });
  return inTransaction(ctx, async (ctx) => {
    const locked = await requireLockedOrder(ctx, order.id);
    if (!awaitsPayment(locked)) refuse('payment.closed');
    const attempts = await lockAttempts(ctx, order.id);
    if (locked.payment_method !== method.payment_method) {
      await ctx.db.write(updatePaymentMethod, [order.id, method.payment_method, ctx.now]);
    }
    if (locked.payment_status === 'failed') await writePaymentStatus(ctx, locked, 'unpaid');
    return openAttempt(ctx, order, method, attempts);
  });
}

/** Writes the payment status of a locked order, with an entry in its history. */
function writePaymentStatus(ctx: Ctx, order: LockedOrder, to: LockedOrder['payment_status']): Promise<void> {
  return ctx.db.write(updateStatus, [order.id, order.status, to, ctx.now, null, 'shop']);
}

/**
 * Builds the form that takes the shopper to the gateway. `token` opens the attempt's order. Refuses `order.not_found`
 * both for an unknown attempt and for a wrong token, and `payment.closed`.
 */
export async function paymentForm(ctx: Ctx, reference: string, token: string): Promise<PaymentForm> {
  const attempt = await ctx.db.row(attemptSql.attemptByReference, [reference]);
  const isKnown = attempt !== null && isSameSecret(token, viewToken(ctx.shop.secret, attempt.order_id));
  if (!isKnown) return refuse('order.not_found');
  const gateway = findGateway(ctx, attempt.gateway) ?? refuse('checkout.no_payment_provider');
  const [order] = await ctx.db.rows(ordersById, [[attempt.order_id]]);
  if (order === undefined) return refuse('order.not_found');
  await inTransaction(ctx, async (ctx) => {
    const locked = await requireLockedOrder(ctx, order.id);
    const current = (await lockAttempts(ctx, order.id)).find(({ id }) => id === attempt.id) ?? attempt;
    if (!awaitsPayment(locked) || isCaptured(current.state)) refuse('payment.closed');
    await moveAttempt(ctx, current, 'send');
  });
  return gateway.form({
    reference,
    amount: attempt.amount,
    channel: attempt.channel,
    description: `Order ${order.order_number}`,
    name: order.shipping_address.recipient ?? '',
    email: order.contact_email,
    phone: order.contact_phone.replace(/^\+/, ''),
    lang: attempt.lang,
    proof: token,
  });
}

/** The result of a payment. Only `paid` and `failed` change the order. */
export type PaymentResult = {
  result: 'paid' | 'failed' | 'unknown';
  transaction_id?: string | null;
  /** Confirmed by an enquiry to the gateway. */
  isConfirmed?: boolean;
};

/**
 * Settles a payment; reports may arrive from any source, in any order and repeatedly. The first payment of an order
 * that can still be paid pays it; any other payment is refunded.
 */
export function settlePayment(ctx: Ctx, { id, order_id }: attemptSql.AttemptRow, known: PaymentResult): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const order = await requireLockedOrder(ctx, order_id);
    const attempts = await lockAttempts(ctx, order_id);
    const attempt = attempts.find((each) => each.id === id);
    if (attempt === undefined) return;
    if (known.result === 'paid') await capture(ctx, order, attempt, known);
    else if (known.result === 'unknown') await moveAttempt(ctx, attempt, 'return');
    else if (await moveAttempt(ctx, attempt, 'fail')) {
      const isNewest = attempts.at(-1)?.id === id;
      if (isNewest && awaitsPayment(order) && order.payment_status !== 'failed') {
        await writePaymentStatus(ctx, order, 'failed');
      }
    }
  });
}

async function capture(
  ctx: Ctx,
  order: LockedOrder,
  attempt: attemptSql.AttemptRow,
  { transaction_id = null, isConfirmed = false }: PaymentResult,
): Promise<void> {
  const isFirst = awaitsPayment(order);
  const isNew = await moveAttempt(ctx, attempt, isFirst ? 'pay' : 'pay_late', transaction_id);
  if (!isNew) return;
  if (isFirst) {
    await writePaymentStatus(ctx, order, 'paid');
    await settleOrderVouchers(ctx, order.id);
    await noteOrderEarnings(ctx, order.id, false);
    if (order.payment_method !== attempt.payment_method) {
      await ctx.db.write(updatePaymentMethod, [order.id, attempt.payment_method, ctx.now]);
    }
    await ctx.db.write(confirmPaid, [order.id, ctx.now]);
    await publish(ctx, { type: 'order.paid', order_id: order.id });
    // Packing waits until an enquiry confirms the payment (docs/security.md#c3).
    if (!isConfirmed) await enqueueEnquiry(ctx, attempt.reference);
    return;
  }
  await requestRefund(ctx, attempt.id, order.status === 'canceled' ? 'paid_late' : 'paid_twice');
  if (order.status === 'canceled' && order.payment_status !== 'refund_due') {
    await writePaymentStatus(ctx, order, 'refund_due');
  }
}

/** A gateway response and its source. */
export type ReceivedResponse = Omit<PaymentReport, 'verdict'> & { gateway: string };

export type ReceivedResult = {
  attempt: attemptSql.AttemptRow | null;
  verdict: PaymentReport['verdict'];
};

/** Enquiries that returns may cause about one attempt in a minute. */
const ENQUIRIES_A_MINUTE = 3;

/** Verifies, records and settles a response. Anything except a correctly signed success only causes an enquiry. */
export async function receiveResponse(
  ctx: Ctx,
  { gateway: code, ...report }: ReceivedResponse,
): Promise<ReceivedResult> {
  const gateway = findGateway(ctx, code) ?? refuse('request.not_found');
  const reference = gateway.referenceOf(report.fields);
  const attempt = reference === null ? null : await ctx.db.row(attemptSql.attemptByReference, [reference]);
  if (attempt === null || attempt.gateway !== code) {
    await recordReport(ctx, null, { ...report, verdict: report.fields === null ? 'malformed' : 'unknown_reference' });
    return { attempt: null, verdict: 'unknown_reference' };
  }
  const { verdict, transaction_id } = gateway.verify(report.fields, attempt);
  await recordReport(ctx, attempt.id, { ...report, verdict });
  const isPaid = verdict === 'paid';
  const isSigned = isPaid || verdict === 'failed' || verdict === 'unknown_status';
  if (isSigned) await settlePayment(ctx, attempt, { result: isPaid ? 'paid' : 'unknown', transaction_id });
  if (!isPaid) {
    const { current } = await ctx.shop.counters.add(`payment enquiry ${attempt.reference}`, 60_000);
    if (current <= ENQUIRIES_A_MINUTE) await enqueueEnquiry(ctx, attempt.reference);
  }
  return { attempt, verdict };
}

/** Finds an attempt's order for a browser that comes back with the order's token; null for any other token. */
export async function findReturnedOrder(ctx: Ctx, { order_id }: attemptSql.AttemptRow, token: string) {
  if (!isSameSecret(token, viewToken(ctx.shop.secret, order_id))) return null;
  const [order] = await ctx.db.rows(ordersById, [[order_id]]);
  return order === undefined ? null : { order_number: order.order_number, token };
}
