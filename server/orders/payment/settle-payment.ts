/** Settles results of payments. An order is paid once; any further payment is refunded. */

import { awaitsPayment } from '@shop/core/orders/payment-deadline';
import { type Ctx, publish } from '../../context.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { recordOrderEarnings } from '../../loyalty/order-wallets.ts';
import { settleOrderVouchers } from '../../loyalty/vouchers/order-vouchers.ts';
import { refusedNotices } from '../../metrics/measurements.ts';
import type { ParsedReport, PaymentGateway, Verdict } from '../../partners/payment-provider.ts';
import * as attemptSql from '../../payments/attempts.sql.ts';
import {
  enqueueEnquiry,
  lockAttempts,
  moveAttempt,
  type PaymentReport,
  recordReport,
  takeReportEnquiry,
} from '../../payments/attempts.ts';
import { requestRefund } from '../../payments/refunds.ts';
import { isSameSecret } from '../../secrets/sign.ts';
import { inTransaction } from '../../transaction.ts';
import { confirmPaid, type LockedOrder, updatePaymentMethod } from '../change-status.sql.ts';
import { requireLockedOrder, writePaymentStatus } from '../change-status.ts';
import { ordersById } from '../orders.sql.ts';
import { deriveViewToken } from '../view-token.ts';
import { takeNetworkEnquiries } from './enquiry-limits.ts';
import { remindUnpaidOrder } from './remind-unpaid.ts';

/** The result of a payment. Only `paid` and `failed` change the order. */
export type PaymentResult = {
  result: 'paid' | 'failed' | 'unknown';
  transaction_id?: string | null | undefined;
  /** Confirmed by an enquiry to the gateway. */
  isConfirmed?: boolean;
};

/**
 * Settles a payment; reports may arrive from any source, in any order and repeatedly. The first payment of an order
 * that can still be paid pays it; any other payment is refunded.
 */
export function settlePayment(
  ctx: Ctx,
  { id, order_id }: attemptSql.AttemptRow,
  outcome: PaymentResult,
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const order = await requireLockedOrder(ctx, order_id);
    const attempts = await lockAttempts(ctx, order_id);
    const attempt = attempts.find((each) => each.id === id);
    if (attempt === undefined) return;
    if (outcome.result === 'paid') await capturePayment(ctx, order, attempt, outcome);
    else if (outcome.result === 'unknown') await moveAttempt(ctx, attempt, 'return');
    else if (await moveAttempt(ctx, attempt, 'fail')) {
      const isNewest = attempts.at(-1)?.id === id;
      if (isNewest && awaitsPayment(order) && order.payment_status !== 'failed') {
        await writePaymentStatus(ctx, order, 'failed');
        await remindUnpaidOrder(ctx, order.id);
      }
    }
  });
}

async function capturePayment(
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
    await recordOrderEarnings(ctx, order.id, false);
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

/** A report of a gateway, and where it came from. */
export type ReceivedReport = { gateway: PaymentGateway; source: PaymentReport['source']; report: ParsedReport };

export type ReportOutcome = {
  attempt: attemptSql.AttemptRow | null;
  verdict: Verdict | 'unknown_reference';
};

/**
 * Returns whether a report other than a verified success may cause an enquiry. Only an unverified report counts towards
 * its network's limit.
 */
async function mayEnquire(ctx: Ctx, attempt_id: string, isVerified: boolean): Promise<boolean> {
  if (!(await takeReportEnquiry(ctx, attempt_id, isVerified))) return false;
  return isVerified || takeNetworkEnquiries(ctx, 'reports');
}

/** Verifies, records and settles a report. Anything except a correctly signed success causes an enquiry at most. */
export async function receiveReport(
  ctx: Ctx,
  { gateway, source, report: { reference, fields, verify } }: ReceivedReport,
): Promise<ReportOutcome> {
  const attempt = reference === null ? null : await ctx.db.row(attemptSql.attemptByReference, [reference]);
  if (attempt === null || attempt.gateway !== gateway.code) {
    const verdict = fields === null ? 'malformed' : 'unknown_reference';
    refusedNotices.add({ gateway: gateway.code, source, reason: verdict });
    await recordReport(ctx, gateway, null, { source, fields, verdict });
    return { attempt: null, verdict: 'unknown_reference' };
  }
  const { verdict, transaction_id } = verify(attempt);
  await recordReport(ctx, gateway, attempt.id, { source, fields, verdict });
  const isPaid = verdict === 'paid';
  const isVerified = isPaid || verdict === 'failed' || verdict === 'unknown_status';
  if (!isVerified) refusedNotices.add({ gateway: gateway.code, source, reason: verdict });
  if (isVerified) await settlePayment(ctx, attempt, { result: isPaid ? 'paid' : 'unknown', transaction_id });
  if (!isPaid && (await mayEnquire(ctx, attempt.id, isVerified))) {
    await enqueue(ctx, 'payment', { about: 'enquiry', reference: attempt.reference, cause: 'report' });
  }
  return { attempt, verdict };
}

/** Finds an attempt's order for a browser that comes back with the order's token; null for any other token. */
export async function findReturnedOrder(ctx: Ctx, { order_id }: attemptSql.AttemptRow, token: string) {
  if (!isSameSecret(token, deriveViewToken(ctx.shop.secret, order_id))) return null;
  const [order] = await ctx.db.rows(ordersById, [[order_id]]);
  return order === undefined ? null : { order_number: order.order_number, token };
}
