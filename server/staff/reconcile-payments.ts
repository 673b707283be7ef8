/** Compares a gateway's settlement file with the shop's payments (docs/partners.md#1.11). */
import type { RefundDifference, SettlementDifference } from '@shop/contract/staff/staff-payments';
import { isCaptured } from '@shop/core/payments/attempt-state';
import { findDifference, matchRefunds } from '@shop/core/payments/settlement';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { UnreadableFile } from '../import/reading/file-text.ts';
import { parseCsv } from '../import/reading/read-csv.ts';
import { lockReferences, writeSettled } from '../payments/attempts.sql.ts';
import { refundsOfAttempts, writeRefundsSettled } from '../payments/refunds.sql.ts';
import { refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { recordAudit } from './audit.ts';
import {
  chooseSettlementDays,
  compareSettlement,
  type RequestedDays,
  type SettledPayment,
  type SettlementRowProblem,
} from './settlement-file.ts';

type SettlementPart = {
  from: string;
  to: string;
  payments: readonly SettledPayment[];
  refunds: readonly SettledPayment[];
};

type ComparedRows = { matched: number; differs: SettlementDifference[]; refunds_differ: RefundDifference[] };

/**
 * Compares a part of the file for the days `from` to `to`, and marks the captured payments and settled refunds that it
 * has. A payment or refund that stays unmarked is missing in the gateway's files.
 */
export function reconcilePayments(ctx: Ctx, part: SettlementPart): Promise<ComparedRows> {
  const { from, to, payments, refunds } = part;
  return inTransaction(ctx, async (ctx) => {
    const references = [...payments, ...refunds].map(({ reference }) => reference);
    const attempts = await lockRows(ctx.db, lockReferences, [references]);
    const recorded = new Map(attempts.map((attempt) => [attempt.reference, attempt]));
    const differs = payments.flatMap(({ line, reference, amount }): SettlementDifference[] => {
      const attempt = recorded.get(reference) ?? null;
      const kind = findDifference(amount, attempt, { from, to });
      if (kind === null) return [];
      const here = attempt && {
        order_number: attempt.order_number,
        state: attempt.state,
        amount: attempt.amount,
        settled_on: attempt.settled_on,
      };
      return [{ line, reference, kind, there: { amount }, here }];
    });
    const compared = matchRefunds(
      refunds,
      refunds.length === 0 ? [] : await ctx.db.rows(refundsOfAttempts, [attempts.map(({ id }) => id)]),
      { from, to },
    );
    const refunds_differ = refunds.flatMap(({ line, reference, amount }, index): RefundDifference[] => {
      const { kind = null, refund = null } = compared[index] ?? {};
      if (kind === null) return [];
      const here = refund && {
        order_number: refund.order_number,
        state: refund.state,
        settled_on: refund.settled_on,
      };
      return [{ line, reference, kind, amount, here }];
    });
    const matched = references.length - differs.length - refunds_differ.length;
    const paid = new Set(payments.map(({ reference }) => reference));
    const settled = attempts
      .filter(({ reference, state, settled_on }) => {
        return isCaptured(state) && settled_on === null && paid.has(reference);
      })
      .map(({ id }) => id);
    const refunded = compared.flatMap(({ kind, refund }) => (kind === null && refund !== null ? [refund.id] : []));
    if (settled.length > 0) await ctx.db.write(writeSettled, [settled, to]);
    if (refunded.length > 0) await ctx.db.write(writeRefundsSettled, [refunded, to]);
    if (settled.length + refunded.length > 0) {
      const subject = `settlement ${from} to ${to}`;
      const after = { settled: settled.length, refunded: refunded.length };
      await recordAudit(ctx, { action: 'staff.reconcile', subject, before: null, after });
    }
    return { matched, differs, refunds_differ };
  });
}

/** Compares a whole settlement file that was sent as CSV; its days are yesterday unless given. */
export async function reconcileCsv(
  ctx: Ctx,
  csv: string,
  given: RequestedDays,
): Promise<ComparedRows & { problems: SettlementRowProblem[] }> {
  const days = chooseSettlementDays(given, ctx.now);
  async function* chunks() {
    yield csv;
  }
  try {
    const { matched, differs, refunds_differ, problems } = await compareSettlement(
      (report) => parseCsv(chunks(), report),
      (part) => reconcilePayments(ctx, { ...days, ...part }),
    );
    return { matched, differs, refunds_differ, problems };
  } catch (error) {
    if (error instanceof UnreadableFile) return refuse('settlement.unreadable');
    throw error;
  }
}
