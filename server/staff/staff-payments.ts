/** Payments for staff: find attempts, enquire now, and move refunds on. Every write is audited. */
import type { ListQuery } from '@shop/contract/list-query';
import type { StaffAttempt, StaffRefund } from '@shop/contract/staff/staff-payments';
import type { Sen } from '@shop/core/money';
import { normalizeOrderNumber } from '@shop/core/orders/order-number';
import type { EnquiryResult } from '@shop/core/payments/enquiry-result';
import { needsSecondPerson } from '@shop/core/staff/approvals';
import { DAY_MS, midnightOf } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { statement } from '../db/database.ts';
import { type ListPage, loadPageByIds } from '../lists/list-page.ts';
import { enquirePayment, GatewaySilent } from '../orders/payment/enquire-payments.ts';
import { moveRefund, requestRefundAgain } from '../orders/refunds/move-refund.ts';
import { refundOrder, type StaffRefundRequest } from '../orders/refunds/refund-order.ts';
import { withdrawRefund } from '../orders/refunds/withdraw-refund.ts';
import * as attemptSql from '../payments/attempts.sql.ts';
import * as refundSql from '../payments/refunds.sql.ts';
import type { RefundMove } from '../payments/refunds.ts';
import { refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { recordAudit } from './audit.ts';
import { parseStaffSearch } from './parse-staff-search.ts';
import { readApprovalSettings, requireSecondPerson } from './staff-approvals.ts';
import { requireOrderRow } from './staff-orders.ts';

function attemptView(row: attemptSql.ListedAttempt): StaffAttempt {
  const { reference, order_id, order_number, gateway, payment_method, channel, amount, state } = row;
  const { is_confirmed, last_answer, enquired_at, is_unanswered, transaction_id } = row;
  const { created_at, captured_at, settled_on } = row;
  return {
    ...{ reference, order_id, order_number, gateway, payment_method, payment_id: channel, amount, state },
    ...{ is_confirmed, last_answer, enquired_at, is_unanswered, transaction_id, created_at, captured_at, settled_on },
  };
}

/** Returns whether a refund waits for a person other than its requester; `above` is the shop's limit. */
const waitsForSecondPerson = ({ state, refunded_of_order }: refundSql.RefundRow, above: Sen | null): boolean =>
  state === 'requested' && needsSecondPerson(refunded_of_order, above);

function refundView(row: refundSql.RefundRow, above: Sen | null): StaffRefund {
  const { id, order_id, order_number, reference, transaction_id, amount, reason, state } = row;
  const { operator_reference, failure, coins, points, items, comment } = row;
  const { settled_on, replaced_by, created_at, updated_at, requested_by } = row;
  return {
    ...{ id, order_id, order_number, reference, transaction_id, amount, reason, state },
    ...{ operator_reference, failure, coins, points, items, comment },
    ...{ settled_on, replaced_by, created_at, updated_at, requested_by },
    needs_second_person: requested_by !== null && waitsForSecondPerson(row, above),
  };
}

/** Filters of payments or refunds besides `search`; days in Malaysia. */
type SettlementFilter = ListQuery & {
  unsettled?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const buildSettlementFilter = ({ unsettled = false, from, to }: SettlementFilter) => [
  unsettled,
  from === undefined ? null : midnightOf(from),
  to === undefined ? null : new Date(midnightOf(to).getTime() + DAY_MS),
];

export type AttemptFilter = SettlementFilter & { unresolved?: boolean | undefined };

/** Lists attempts, newest first. */
export async function listAttempts(ctx: Ctx, query: AttemptFilter): Promise<ListPage<StaffAttempt>> {
  const search = parseStaffSearch(query, ['state', 'order_number', 'reference']);
  const filter = [
    search.state ?? null,
    search.order_number?.map(normalizeOrderNumber)[0] ?? null,
    search.reference?.[0] ?? null,
    ...buildSettlementFilter(query),
  ];
  const hasNumber = search.order_number !== undefined || search.reference !== undefined;
  const searchStatement = hasNumber ? attemptSql.attemptsOfNumber : attemptSql.allAttempts;
  const listStatement = query.unsettled ? attemptSql.unsettledAttempts : searchStatement;
  const page = query.unresolved ? attemptSql.unresolvedAttempts : listStatement;
  return loadPageByIds(
    query,
    (limit, offset) => ctx.db.row(page, [...filter, limit, offset]),
    async (ids) => (await ctx.db.rows(attemptSql.attemptsById, [ids])).map(attemptView),
  );
}

async function readAttempt(ctx: Ctx, reference: string): Promise<attemptSql.ListedAttempt> {
  const { id } = (await ctx.db.row(attemptSql.attemptByReference, [reference])) ?? refuse('payment.not_found');
  const [attempt] = await ctx.db.rows(attemptSql.attemptsById, [[id]]);
  return attempt ?? refuse('payment.not_found');
}

/**
 * Enquires with the gateway about an attempt now, like the scheduled enquiries, and settles the result. Refuses
 * `payment.not_found`, `payment.gateway_silent` and `checkout.no_payment_provider`.
 */
export async function requeryPayment(
  ctx: Ctx,
  reference: string,
): Promise<{ result: EnquiryResult | 'confirmed'; attempt: StaffAttempt }> {
  const before = await readAttempt(ctx, reference);
  const result = await enquirePayment(ctx, reference, 'staff').catch((error: unknown) => {
    if (error instanceof GatewaySilent) return refuse('payment.gateway_silent');
    throw error;
  });
  if (result === 'not_found_here') return refuse('payment.not_found');
  if (result === 'no_gateway') return refuse('checkout.no_payment_provider');
  // Staff's enquiries are always sent: this is the result of one for another purpose that was under way.
  if (result === 'not_sent' || result === 'enquiries_used') return refuse('payment.gateway_silent');
  const attempt = await readAttempt(ctx, reference);
  const toAuditValues = ({ state, is_confirmed }: attemptSql.ListedAttempt) => ({ state, is_confirmed });
  await recordAudit(ctx, {
    action: 'staff.requery',
    subject: `payment ${reference}`,
    before: toAuditValues(before),
    after: { ...toAuditValues(attempt), result },
  });
  return { result, attempt: attemptView(attempt) };
}

/** Finds the payment attempts of order $1, and the refunds that return something. */
const paymentsOfOrder = statement(
  'staff.paymentsOfOrder',
  v.object({ attempts: v.array(v.string()), refunds: v.array(v.string()) }),
  `select array(select id from payment_attempts where order_id = $1 order by created_at, id) as attempts,
     array(select id from refunds where order_id = $1 and (amount > 0 or coins > 0 or points > 0)
       order by id) as refunds`,
);

/** Reads all attempts and refunds of an order by id or number, oldest first. Refuses `order.not_found`. */
export async function readOrderPayments(
  ctx: Ctx,
  idOrNumber: string,
): Promise<{ attempts: StaffAttempt[]; refunds: StaffRefund[] }> {
  const { id } = await requireOrderRow(ctx, idOrNumber);
  const { attempts, refunds } = (await ctx.db.row(paymentsOfOrder, [id])) ?? { attempts: [], refunds: [] };
  const [attemptRows, refundRows, { refunds_above }] = await Promise.all([
    ctx.db.rows(attemptSql.attemptsById, [attempts]),
    ctx.db.rows(refundSql.refundsById, [refunds]),
    readApprovalSettings(ctx.db),
  ]);
  return {
    attempts: attemptRows.map(attemptView),
    refunds: refundRows.map((row) => refundView(row, refunds_above)),
  };
}

/** Lists refunds, oldest first. */
export async function listRefunds(ctx: Ctx, query: SettlementFilter): Promise<ListPage<StaffRefund>> {
  const search = parseStaffSearch(query, ['state', 'order_number', 'reference', 'id']);
  const filter = [
    search.state ?? null,
    search.order_number?.map(normalizeOrderNumber)[0] ?? null,
    search.reference?.[0] ?? null,
    search.id?.[0] ?? null,
    ...buildSettlementFilter(query),
  ];
  const { refunds_above } = await readApprovalSettings(ctx.db);
  return loadPageByIds(
    query,
    (limit, offset) => ctx.db.row(refundSql.allRefunds, [...filter, limit, offset]),
    async (ids) => (await ctx.db.rows(refundSql.refundsById, [ids])).map((row) => refundView(row, refunds_above)),
  );
}

/** Requests the refund of an order by id or number. Refuses what `refundOrder` refuses. */
export async function refundStaffOrder(
  ctx: Ctx,
  idOrNumber: string,
  request: StaffRefundRequest,
): Promise<StaffRefund> {
  const { id, order_number } = await requireOrderRow(ctx, idOrNumber);
  return inTransaction(ctx, async (ctx) => {
    const refund = await refundOrder(ctx, id, request);
    const { amount, coins, points, items } = refund;
    const after = { refund: refund.id, amount, coins, points, items, ...request };
    await recordAudit(ctx, { action: 'staff.refundOrder', subject: `order ${order_number}`, before: null, after });
    return refundView(refund, (await readApprovalSettings(ctx.db)).refunds_above);
  });
}

const formatAuditSubject = ({ reference, order_number }: refundSql.RefundRow): string =>
  `refund of ${reference ?? 'cash'}, order ${order_number}`;

/**
 * Moves a refund on. Refuses `refund.not_found`, `refund.wrong_state`, `refund.too_much`, and `approval.second_person` if
 * the caller requested it and the refunds of its order are above the shop's limit.
 */
export function moveStaffRefund(ctx: Ctx, id: string, move: RefundMove): Promise<StaffRefund> {
  return inTransaction(ctx, async (ctx) => {
    const { refunds_above } = await readApprovalSettings(ctx.db);
    const { before, after } = await moveRefund(ctx, id, move);
    // Settling a requested refund approves it, too.
    const isApproval = move.step === 'approve' || move.step === 'settle';
    if (isApproval && waitsForSecondPerson(before, refunds_above)) requireSecondPerson(ctx, before.requested_by);
    const toAuditValues = ({ state, operator_reference, failure }: refundSql.RefundRow) => ({
      state,
      operator_reference,
      failure,
    });
    await recordAudit(ctx, {
      action: `staff.${move.step}Refund`,
      subject: formatAuditSubject(after),
      before: toAuditValues(before),
      after: toAuditValues(after),
    });
    return refundView(after, refunds_above);
  });
}

/** Requests a failed refund again. Refuses `refund.not_found`, `refund.wrong_state` and `refund.too_much`. */
export function requestStaffRefundAgain(ctx: Ctx, failed_id: string): Promise<StaffRefund> {
  return inTransaction(ctx, async (ctx) => {
    const refund = await requestRefundAgain(ctx, failed_id);
    const { id, amount, state } = refund;
    await recordAudit(ctx, {
      action: 'staff.requestRefundAgain',
      subject: formatAuditSubject(refund),
      before: { refund: failed_id },
      after: { refund: id, amount, state },
    });
    return refundView(refund, (await readApprovalSettings(ctx.db)).refunds_above);
  });
}

/** Withdraws a requested refund; `reason` is for the shopper. Refuses what `withdrawRefund` refuses. */
export function withdrawStaffRefund(ctx: Ctx, id: string, reason: string): Promise<StaffRefund> {
  return inTransaction(ctx, async (ctx) => {
    const { before, after } = await withdrawRefund(ctx, id, reason);
    const { amount, coins, points, items } = before;
    await recordAudit(ctx, {
      action: 'staff.withdrawRefund',
      subject: formatAuditSubject(after),
      before: { refund: id, state: before.state, amount, coins, points, items },
      after: { refund: id, state: after.state, reason },
    });
    return refundView(after, null);
  });
}
