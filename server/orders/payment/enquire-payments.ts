/** Enquires with gateways about payments whose result is unknown (docs/partners.md#1.6). */

import { isCaptured } from '@shop/core/payments/attempt-state';
import { type EnquiryResult, saysWhetherPaid } from '@shop/core/payments/enquiry-result';
import { dayOf } from '@shop/core/time';
import type { Ctx } from '../../context.ts';
import * as sql from '../../payments/attempts.sql.ts';
import { recordReport } from '../../payments/attempts.ts';
import { findGateway } from '../../payments/payment-methods.ts';
import { inTransaction } from '../../transaction.ts';
import { computeDailyEnquiries, type EnquiryPurpose } from './enquiry-limits.ts';
import { settlePayment } from './settle-payment.ts';

/** The gateway did not respond. */
export class GatewaySilent extends Error {}

/** Ignores a gateway that did not respond; throws any other error, such as one of the database. */
function ignoreSilence(error: unknown): void {
  if (!(error instanceof GatewaySilent)) throw error;
}

/** The gateway's result, or why no enquiry was sent. */
export type EnquiryOutcome =
  | EnquiryResult
  | 'not_found_here'
  | 'confirmed'
  | 'not_sent'
  | 'no_gateway'
  | 'enquiries_used';

/** Enquiries under way in this process, by reference: further callers for the same attempt wait for the result. */
const enquiriesInProgress = new Map<string, Promise<EnquiryOutcome>>();

/**
 * Purposes that do not mark an attempt as unanswered when their share is used up: the order's expiry enquires later.
 */
const OPTIONAL_PURPOSES: readonly EnquiryPurpose[] = ['shopper', 'return', 'report'];

/**
 * Enquires about one attempt and settles the result; a response that the protocol does not define settles nothing.
 * Throws `GatewaySilent`. Never called inside a transaction.
 */
export async function enquirePayment(ctx: Ctx, reference: string, purpose: EnquiryPurpose): Promise<EnquiryOutcome> {
  const running = enquiriesInProgress.get(reference);
  if (running !== undefined) {
    const result = await running;
    // The share of another purpose was used up, not that of this one.
    return result === 'enquiries_used' ? enquirePayment(ctx, reference, purpose) : result;
  }
  const enquiry = sendEnquiry(ctx, reference, purpose).finally(() => enquiriesInProgress.delete(reference));
  enquiriesInProgress.set(reference, enquiry);
  return enquiry;
}

async function sendEnquiry(ctx: Ctx, reference: string, requestedPurpose: EnquiryPurpose): Promise<EnquiryOutcome> {
  const attempt = await ctx.db.row(sql.attemptByReference, [reference]);
  if (attempt === null) return 'not_found_here';
  if (attempt.is_confirmed) return 'confirmed';
  const hasMoney = isCaptured(attempt.state);
  const purpose = hasMoney && requestedPurpose !== 'staff' ? 'confirm' : requestedPurpose;
  // The gateway cannot know an attempt whose signed form was never opened.
  if (attempt.sent_at === null && !hasMoney && purpose !== 'staff') return 'not_sent';
  const gateway = findGateway(ctx, attempt.gateway);
  if (gateway === null) return 'no_gateway';
  const day = dayOf(ctx.now);
  const taken = await ctx.db.row(sql.takeEnquiry, [
    day,
    purpose,
    gateway.code,
    computeDailyEnquiries(gateway, purpose),
  ]);
  if (taken === null) {
    if (!OPTIONAL_PURPOSES.includes(purpose)) await ctx.db.write(sql.writeUnanswered, [attempt.id, ctx.now]);
    return 'enquiries_used';
  }
  const addEnquiries = (count: number) => ctx.db.write(sql.addEnquiries, [day, purpose, gateway.code, count]);
  const answer = await gateway.enquire(attempt).catch(async (cause: unknown) => {
    // An enquiry without an answer does not count.
    await addEnquiries(-1);
    await ctx.db.write(sql.writeUnanswered, [attempt.id, ctx.now]);
    throw new GatewaySilent(`${gateway.name} did not answer about payment ${reference}`, { cause });
  });
  const { result, text, fields, transaction_id, requests = 1 } = answer;
  if (requests > 1) await addEnquiries(requests - 1);
  await recordReport(ctx, gateway, attempt.id, { source: 'enquiry', verdict: result, fields });
  // In one transaction: a confirmed attempt is never enquired about again, so it must be settled.
  await inTransaction(ctx, async (ctx) => {
    if (result === 'paid') await settlePayment(ctx, attempt, { result, isConfirmed: true, transaction_id });
    if (result === 'failed') await settlePayment(ctx, attempt, { result });
    const written = [attempt.id, text, result === 'paid', saysWhetherPaid(result), ctx.now];
    await ctx.db.write(sql.writeEnquiryResult, written);
  });
  return result;
}

/** The job of an enquiry; `cause` is `report` for one that a report caused. */
export type EnquiryJob = { reference: string; cause?: 'report' | undefined };

/**
 * Handles an enquiry job. Throws while a captured payment is not confirmed, and if a result could not be settled, so
 * that the job is retried.
 */
export async function handleEnquiryJob(ctx: Ctx, { reference, cause }: EnquiryJob): Promise<void> {
  const enquiry = enquirePayment(ctx, reference, cause ?? 'schedule');
  // A stranger's report is not worth a second enquiry.
  await (cause === 'report' ? enquiry.catch(ignoreSilence) : enquiry);
  const attempt = await ctx.db.row(sql.attemptByReference, [reference]);
  if (attempt !== null && isCaptured(attempt.state) && !attempt.is_confirmed) {
    throw new Error(`The gateway has not confirmed payment ${reference}`);
  }
}

const CONFIRMED_AT_ONCE = 100;

/**
 * Enquires again about captured payments until they are confirmed. Part of the minutely job. A payment that fails does
 * not stop the others; its error is thrown at the end, so that the job is retried.
 */
export async function confirmPayments(ctx: Ctx): Promise<void> {
  const errors: unknown[] = [];
  for (const { reference } of await ctx.db.rows(sql.unconfirmedReferences, [ctx.now, CONFIRMED_AT_ONCE])) {
    try {
      await enquirePayment(ctx, reference, 'confirm').catch(ignoreSilence);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} payments could not be confirmed`);
}

/**
 * Enquires about an order's open attempts, all of them even if one fails; then throws the first failure. Ignores a
 * gateway that does not respond. Only the newest attempt takes from the share of `expiry`, so that orders with many
 * attempts do not use it up.
 */
export async function enquireOrder(ctx: Ctx, order_id: string, purpose: EnquiryPurpose): Promise<void> {
  const open = await ctx.db.rows(sql.openAttempts, [order_id]);
  const newest = open.at(-1)?.reference;
  const enquiries = open.map(({ reference }) =>
    enquirePayment(ctx, reference, purpose === 'expiry' && reference !== newest ? 'short_expiry' : purpose).catch(
      ignoreSilence,
    ),
  );
  const results = await Promise.allSettled(enquiries);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}

/** Maximum age of an answer that counts: the gateway takes up to 5 s, and the order is locked soon after. */
const FRESH_MS = 15_000;

/**
 * Returns whether the gateway has just answered about every open attempt of a locked order that is still unpaid; only
 * then may the order be canceled, or paid by another method.
 */
export async function isCheckedUnpaid(ctx: Ctx, order_id: string): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - FRESH_MS);
  return (await ctx.db.row(sql.hasUncheckedAttempt, [order_id, since]))?.is_unchecked === false;
}
