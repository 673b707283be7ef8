/** Asks gateways what became of payments whose result is unknown (docs/partners.md#1.6). */

import { isCaptured } from '@shop/core/payments/attempt-state';
import type { EnquiryResult } from '@shop/core/payments/enquiry-answer';
import { dayOf } from '@shop/core/time';
import type { Ctx } from '../context.ts';
import * as sql from '../payments/attempts.sql.ts';
import { recordReport } from '../payments/attempts.ts';
import { findGateway } from '../payments/payments.ts';
import { settlePayment } from './pay-order.ts';

/** No enquiry was sent: nothing to ask, no such gateway, or the day's enquiries are used up. */
type Enquired = EnquiryResult | 'not_sent';

/**
 * Enquires about one attempt and settles what the gateway says; an answer that the protocol does not name settles
 * nothing. Throws where the gateway does not answer. Never called inside a transaction.
 */
export async function enquirePayment(ctx: Ctx, reference: string): Promise<Enquired> {
  const attempt = await ctx.db.row(sql.attemptByReference, [reference]);
  if (attempt === null || attempt.is_confirmed) return 'not_sent';
  const gateway = findGateway(ctx, attempt.gateway);
  if (gateway === null) return 'not_sent';
  const taken = await ctx.db.row(sql.takeEnquiry, [dayOf(ctx.now), ctx.shop.enquiriesPerDay]);
  if (taken === null) return 'not_sent';
  const { result, text } = await gateway.enquire(attempt);
  await recordReport(ctx, attempt.id, { source: 'enquiry', verdict: result, fields: { answer: text } });
  await ctx.db.write(sql.writeAnswer, [attempt.id, text, result === 'paid']);
  if (result === 'paid') await settlePayment(ctx, attempt, { result, isConfirmed: true });
  if (result === 'failed') await settlePayment(ctx, attempt, { result });
  return result;
}

/** Handles an enquiry's job; throws, so that it is tried again, while a captured payment is not confirmed. */
export async function doEnquiry(ctx: Ctx, reference: string): Promise<void> {
  await enquirePayment(ctx, reference);
  const attempt = await ctx.db.row(sql.attemptByReference, [reference]);
  if (attempt !== null && isCaptured(attempt.state) && !attempt.is_confirmed) {
    throw new Error(`The gateway has not confirmed payment ${reference}`);
  }
}

/** Enquires about an order's open attempts before it expires. A gateway that does not answer stops nothing. */
export async function enquireOrder(ctx: Ctx, order_id: string): Promise<void> {
  for (const { reference } of await ctx.db.rows(sql.openReferences, [order_id])) {
    await enquirePayment(ctx, reference).catch(() => undefined);
  }
}
