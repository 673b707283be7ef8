/** Payment attempts: each has its own reference, a frozen amount and states (core/payments/attempt-state.ts). */
import type { Lang } from '@shop/core/lang';
import type { Sen } from '@shop/core/money';
import { type AttemptEvent, isCaptured, nextAttemptState } from '@shop/core/payments/attempt-state';
import { paymentReference } from '@shop/core/payments/payment-reference';
import { DAY_MS } from '@shop/core/time';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { ReceivedFields, Verdict } from '../partners/payment-gateway.ts';
import { randomCode } from '../secrets/random-code.ts';
import { inTransaction } from '../transaction.ts';
import * as sql from './attempts.sql.ts';

/**
 * Limits of recorded reports, of one attempt and of unknown attempts per minute, so that forged ones cannot fill the
 * database.
 */
const REPORTS_OF_ATTEMPT = 200;
const UNMATCHED_A_MINUTE = 60;
const UNMATCHED_DAYS = 30;

/** Fields that are recorded; card numbers and names never are. */
const RECORDED = ['MerchantCode', 'PaymentId', 'RefNo', 'Amount', 'Currency', 'TransId', 'AuthCode', 'Status'];
const RECORDED_TOO = ['ErrDesc', 'Signature', 'answer'];
const RECORDED_LENGTH = 200;

/** Locks the attempts of an order, oldest first. The caller has already locked the order. */
export const lockAttempts = (ctx: Ctx, order_id: string): Promise<sql.AttemptRow[]> =>
  lockRows(ctx.db, sql.lockAttempts, [order_id]);

export type NewAttempt = {
  order_id: string;
  gateway: string;
  payment_method: string;
  channel: string;
  amount: Sen;
  lang: Lang;
};

/** Creates an attempt together with the enquiries that settle it if its result is not reported: never one alone. */
export function createAttempt(ctx: Ctx, attempt: NewAttempt): Promise<string> {
  const reference = paymentReference(randomCode(), randomCode());
  const { order_id, gateway, payment_method, channel, amount, lang } = attempt;
  const values = [order_id, gateway, payment_method, channel, amount, lang];
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.write(sql.insertAttempt, [uuidV7(ctx.now), reference, ...values, ctx.now]);
    for (const seconds of ctx.shop.enquirySeconds) {
      await enqueueEnquiry(ctx, reference, new Date(ctx.now.getTime() + seconds * 1_000));
    }
    return reference;
  });
}

/** Enqueues an enquiry about an attempt; it does nothing if the result is known by then. */
export const enqueueEnquiry = (ctx: Ctx, reference: string, startAfter?: Date): Promise<void> =>
  enqueue(ctx, 'payment', { about: 'enquiry', reference }, startAfter && { startAfter });

/** Enquiries about one attempt that reports cause: one by any report, and one more by a signed one. */
const UNSIGNED_ENQUIRIES = 1;
const SIGNED_ENQUIRIES = 2;

/** Takes the enquiry that a report about an attempt causes; false once it has had as many. */
export const takeReportEnquiry = async (ctx: Ctx, attempt_id: string, isSigned: boolean): Promise<boolean> =>
  (await ctx.db.row(sql.takeReportEnquiry, [attempt_id, isSigned ? SIGNED_ENQUIRIES : UNSIGNED_ENQUIRIES])) !== null;

/** Moves a locked attempt on; returns whether that changed anything. */
export async function moveAttempt(
  ctx: Ctx,
  attempt: sql.AttemptRow,
  event: AttemptEvent,
  transaction_id: string | null = null,
): Promise<boolean> {
  const next = nextAttemptState(attempt.state, event);
  if (next === null) return false;
  await ctx.db.write(sql.writeState, [attempt.id, next, ctx.now, transaction_id, isCaptured(next)]);
  return true;
}

/** A report about a payment, valid or not. */
export type PaymentReport = {
  source: 'return' | 'notice' | 'client' | 'enquiry';
  verdict: Verdict | string;
  fields: ReceivedFields;
};

/** Records a report; reports without a known attempt only up to a limit. */
export async function recordReport(ctx: Ctx, attempt_id: string | null, report: PaymentReport): Promise<void> {
  if (attempt_id === null) {
    const { current } = await ctx.shop.counters.add('payment reports without attempt', 60_000);
    if (current > UNMATCHED_A_MINUTE) return;
  }
  const known = Object.entries(report.fields ?? {}).filter(([name]) => [...RECORDED, ...RECORDED_TOO].includes(name));
  const fields = Object.fromEntries(
    known.map(([name, value]) => [name, value.replaceAll('\0', '').toWellFormed().slice(0, RECORDED_LENGTH)]),
  );
  const values = [attempt_id, report.source, report.verdict, JSON.stringify(fields), ctx.now, REPORTS_OF_ATTEMPT];
  await ctx.db.write(sql.insertNotice, values);
}

/** Removes old reports that name no attempt. Part of the daily job. */
export const removeUnmatchedReports = (ctx: Ctx): Promise<void> =>
  ctx.db.write(sql.removeUnmatched, [new Date(ctx.now.getTime() - UNMATCHED_DAYS * DAY_MS)]);
