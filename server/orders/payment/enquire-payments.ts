/** Enquires with gateways about payments whose result is unknown (docs/partners.md#1.6). */

import { isCaptured } from '@shop/core/payments/attempt-state';
import type { EnquiryResult } from '@shop/core/payments/enquiry-answer';
import { dayOf } from '@shop/core/time';
import type { Ctx } from '../../context.ts';
import * as sql from '../../payments/attempts.sql.ts';
import { recordReport } from '../../payments/attempts.ts';
import { findGateway } from '../../payments/payments.ts';
import { inTransaction } from '../../transaction.ts';
import { settlePayment } from './pay-order.ts';

/** The gateway did not respond. */
export class GatewaySilent extends Error {}

/** The gateway's result, or why no enquiry was sent. */
type Enquired = EnquiryResult | 'not_found_here' | 'confirmed' | 'no_gateway' | 'enquiries_used';

/**
 * Enquires about one attempt and settles the result; a response that the protocol does not define settles nothing.
 * Throws `GatewaySilent`. Never called inside a transaction.
 */
export async function enquirePayment(ctx: Ctx, reference: string): Promise<Enquired> {
  const attempt = await ctx.db.row(sql.attemptByReference, [reference]);
  if (attempt === null) return 'not_found_here';
  if (attempt.is_confirmed) return 'confirmed';
  const gateway = findGateway(ctx, attempt.gateway);
  if (gateway === null) return 'no_gateway';
  const taken = await ctx.db.row(sql.takeEnquiry, [dayOf(ctx.now), ctx.shop.enquiriesPerDay]);
  if (taken === null) return 'enquiries_used';
  const { result, text } = await gateway.enquire(attempt).catch((cause: unknown) => {
    throw new GatewaySilent(`${gateway.name} did not answer about payment ${reference}`, { cause });
  });
  await recordReport(ctx, attempt.id, { source: 'enquiry', verdict: result, fields: { answer: text } });
  // Together: a confirmed attempt is never enquired again, so it must be settled.
  await inTransaction(ctx, async (ctx) => {
    if (result === 'paid') await settlePayment(ctx, attempt, { result, isConfirmed: true });
    if (result === 'failed') await settlePayment(ctx, attempt, { result });
    await ctx.db.write(sql.writeEnquiryResult, [attempt.id, text, result === 'paid']);
  });
  return result;
}

/** Handles an enquiry job. Throws while a captured payment is not confirmed, so that the job is retried. */
export async function handleEnquiryJob(ctx: Ctx, reference: string): Promise<void> {
  await enquirePayment(ctx, reference);
  const attempt = await ctx.db.row(sql.attemptByReference, [reference]);
  if (attempt !== null && isCaptured(attempt.state) && !attempt.is_confirmed) {
    throw new Error(`The gateway has not confirmed payment ${reference}`);
  }
}

/** Enquires about an order's open attempts before it expires. Ignores a gateway that does not respond. */
export async function enquireOrder(ctx: Ctx, order_id: string): Promise<void> {
  for (const { reference } of await ctx.db.rows(sql.openReferences, [order_id])) {
    await enquirePayment(ctx, reference).catch(() => undefined);
  }
}
