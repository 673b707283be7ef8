/**
 * Makes approved refunds by calls to the gateway, where it takes them; staff make the others in its portal. The gateway
 * is never called inside a transaction.
 */
import type { Ctx } from '../../context.ts';
import type { RefundAnswer, RefundCalls } from '../../partners/payment-provider.ts';
import { attemptByReference } from '../../payments/attempts.sql.ts';
import { findGateway } from '../../payments/payment-methods.ts';
import { type RefundRow, unresolvedRefundCalls } from '../../payments/refunds.sql.ts';
import { readRefund } from '../../payments/refunds.ts';
import { moveRefund } from './move-refund.ts';

/** Returns whether a refund was sent by a call: its reference is its own id until the gateway gives it one. */
const isSentByCall = ({ id, state, operator_reference }: RefundRow): boolean =>
  state === 'sent' && operator_reference === id;

/** The gateway did not respond about a refund, or has no result of it yet. */
class RefundUnresolved extends Error {}

export type RefundJob = { refund_id: string };

/**
 * Handles the job of an approved refund: sends it, or enquires about it if it was sent before, and settles the result.
 * Throws while there is no result, so that the job is retried.
 */
export async function handleRefundJob(ctx: Ctx, { refund_id }: RefundJob): Promise<void> {
  const refund = await readRefund(ctx, refund_id);
  const attempt = refund.reference === null ? null : await ctx.db.row(attemptByReference, [refund.reference]);
  const gateway = attempt && findGateway(ctx, attempt.gateway);
  if (attempt === null || gateway === null || gateway.refunds === 'portal') return;
  const isNew = refund.state === 'approved';
  if (!isNew && !isSentByCall(refund)) return;
  // Before the call: if the process is killed after it, the next try enquires, and sends nothing twice.
  if (isNew) await moveRefund(ctx, refund_id, { step: 'send', operator_reference: refund_id });
  const request = { id: refund_id, amount: refund.amount, payment: attempt };
  const call = isNew ? gateway.refunds.send(request) : resumeCall(gateway.refunds, request);
  const answer = await call.catch((cause: unknown) => {
    throw new RefundUnresolved(`${gateway.name} did not respond about refund ${refund_id}: ${cause}`, { cause });
  });
  await settleAnswer(ctx, refund_id, answer);
}

async function resumeCall(calls: RefundCalls, request: Parameters<RefundCalls['send']>[0]): Promise<RefundAnswer> {
  const answer = await calls.enquire(request);
  return answer.state === 'not_found' ? calls.send(request) : answer;
}

async function settleAnswer(ctx: Ctx, id: string, answer: RefundAnswer): Promise<void> {
  if (answer.state === 'settled') {
    await moveRefund(ctx, id, { step: 'settle', operator_reference: answer.operator_reference });
  } else if (answer.state === 'failed') {
    await moveRefund(ctx, id, { step: 'fail', failure: answer.failure });
  } else {
    throw new RefundUnresolved(`The gateway has no result of refund ${id} yet`);
  }
}

const RESUMED_AT_ONCE = 100;

/**
 * Enquires about refunds by calls without a result, also of jobs that were given up. Part of the hourly job. A refund
 * that fails does not stop the others; its error is thrown at the end, so that the job is retried.
 */
export async function resumeRefundCalls(ctx: Ctx): Promise<void> {
  const gatewayCodes = ctx.shop.partners.gateways.filter(({ refunds }) => refunds !== 'portal').map(({ code }) => code);
  if (gatewayCodes.length === 0) return;
  const errors: unknown[] = [];
  for (const { id } of await ctx.db.rows(unresolvedRefundCalls, [gatewayCodes, RESUMED_AT_ONCE])) {
    await handleRefundJob(ctx, { refund_id: id }).catch((error: unknown) => {
      if (!(error instanceof RefundUnresolved)) errors.push(error);
    });
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} refunds could not be settled`);
}
