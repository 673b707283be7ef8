/** The staff API for payments: attempts, refunds and the comparison with a settlement file (docs/api.md#staff-api). */
import { ATTEMPT_STATES } from '@shop/core/payments/attempt-state';
import { REFUND_REASONS, REFUND_STATES } from '@shop/core/payments/refund-state';
import { PAYMENT_DIFFERENCES, REFUND_DIFFERENCES } from '@shop/core/payments/settlement';
import * as v from 'valibot';
import { endpoint } from '../api/endpoint.ts';
import { day, id, multilineText, queryFlag, textLine, time, uuid } from '../common-schemas.ts';
import { listPage, listQuery } from '../list-query.ts';
import { money, moneyIn } from '../money.ts';

export const staffAttempt = v.object({
  reference: v.string(),
  order_id: v.string(),
  order_number: v.string(),
  gateway: v.string(),
  payment_method: v.string(),
  /** The gateway's number of the bank or wallet. */
  payment_id: v.string(),
  amount: money(),
  state: v.picklist(ATTEMPT_STATES),
  /** Whether an enquiry confirmed the payment. */
  is_confirmed: v.boolean(),
  /** The gateway's response to the last enquiry. */
  last_answer: v.nullable(v.string()),
  enquired_at: v.nullable(time()),
  /** Whether the last enquiry did not say if it is paid, so that its order waits. */
  is_unanswered: v.boolean(),
  transaction_id: v.nullable(v.string()),
  created_at: time(),
  captured_at: v.nullable(time()),
  /** The last day of the settlement file that had the payment, `YYYY-MM-DD`. */
  settled_on: v.nullable(v.string()),
});
export type StaffAttempt = v.InferInput<typeof staffAttempt>;

export const staffRefund = v.object({
  id: v.string(),
  order_id: v.string(),
  order_number: v.string(),
  /** The payment that is refunded; null for cash, and if only coins and points were returned. */
  reference: v.nullable(v.string()),
  transaction_id: v.nullable(v.string()),
  amount: money(),
  reason: v.picklist(REFUND_REASONS),
  state: v.picklist(REFUND_STATES),
  operator_reference: v.nullable(v.string()),
  /** The reason of the failure. */
  failure: v.nullable(v.string()),
  /** Coins and points that were returned immediately. */
  coins: v.number(),
  points: v.number(),
  /** Units of the order's items, by their position in it from 0. */
  items: v.array(v.object({ position: v.number(), quantity: v.number() })),
  comment: v.nullable(v.string()),
  /** The email of the member of staff whose call made it, `operator`, or null: the shopper or the shop itself did. */
  requested_by: v.nullable(v.string()),
  /** Whether another person than `requested_by` has to approve it. */
  needs_second_person: v.boolean(),
  /** The last day of the settlement file that listed the refund, `YYYY-MM-DD`. */
  settled_on: v.nullable(v.string()),
  /** Id of the refund that was requested in place of this failed one; otherwise null. */
  replaced_by: v.nullable(v.string()),
  created_at: time(),
  updated_at: time(),
});
export type StaffRefund = v.InferInput<typeof staffRefund>;

/** A payment of a settlement file that is not as the shop recorded it. */
export const settlementDifference = v.object({
  line: v.number(),
  reference: v.string(),
  kind: v.picklist(PAYMENT_DIFFERENCES),
  there: v.object({ amount: money() }),
  /** Null for an unknown reference. */
  here: v.nullable(
    v.object({
      order_number: v.string(),
      state: v.picklist(ATTEMPT_STATES),
      amount: money(),
      settled_on: v.nullable(v.string()),
    }),
  ),
});
export type SettlementDifference = v.InferInput<typeof settlementDifference>;

/** A refund of a settlement file that is not as the shop recorded it. */
export const refundDifference = v.object({
  line: v.number(),
  reference: v.string(),
  kind: v.picklist(REFUND_DIFFERENCES),
  amount: money(),
  /** Null for an unknown refund. */
  here: v.nullable(
    v.object({ order_number: v.string(), state: v.picklist(REFUND_STATES), settled_on: v.nullable(v.string()) }),
  ),
});
export type RefundDifference = v.InferInput<typeof refundDifference>;

const settlementFilter = {
  /** Only captured payments, or refunds settled online, that are in no settlement file yet. */
  unsettled: v.optional(queryFlag()),
  /** The days of the capture, or of the last change of a refund, in Malaysia. */
  from: v.optional(day()),
  to: v.optional(day()),
};
const refundParams = v.object({ id: uuid() });
const operatorReference = v.pipe(textLine(60), v.nonEmpty());

/** Maximum number of payments, and of refunds, in one call of `staff.reconcile`. */
export const MAX_COMPARED_ITEMS = 1_000;

const settledPayment = v.object({
  line: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000)),
  reference: textLine(40),
  amount: moneyIn(),
});

const refundComment = v.pipe(multilineText(1_000), v.nonEmpty());
const refundFields = {
  comment: v.optional(v.nullable(refundComment), null),
  /** Whether the refunded goods go back to stock. */
  restock: v.optional(v.boolean(), false),
};

/** A refund that staff request: of the whole order, of items, or of an amount for a reason. */
const refundRequest = v.union([
  v.object({ of: v.literal('whole_order'), ...refundFields }),
  v.object({
    of: v.literal('items'),
    items: v.pipe(
      v.array(
        v.object({
          id: id(),
          variation_option_id: v.optional(v.nullable(id()), null),
          quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
        }),
      ),
      v.minLength(1),
      v.maxLength(200),
      v.check(
        (items) => new Set(items.map((item) => `${item.id} ${item.variation_option_id}`)).size === items.length,
        'Send each item once',
      ),
    ),
    ...refundFields,
  }),
  v.object({ of: v.literal('goodwill'), amount: moneyIn(), comment: refundComment }),
]);

const FINANCE = ['finance'] as const;
const PAYMENT_READERS = ['orders', 'support', 'finance'] as const;

export const staffPaymentsEndpoints = {
  'staff.attempts': endpoint('staff.attempts', {
    access: 'staff',
    roles: PAYMENT_READERS,
    summary: 'Payment attempts, newest first; `search` by order_number, reference or state; `unresolved`, `unsettled`',
    query: v.object({
      ...listQuery().entries,
      /** Sent to the gateway without a result, or paid without a confirming enquiry. */
      unresolved: v.optional(queryFlag()),
      ...settlementFilter,
    }),
    response: listPage(staffAttempt),
  }),
  'staff.requery': endpoint('staff.requery', {
    access: 'staff',
    roles: PAYMENT_READERS,
    summary:
      'Requests an attempt’s result from the gateway now, beyond the daily limit of enquiries too, and settles it',
    params: v.object({ reference: textLine(40) }),
    response: v.object({
      /** `confirmed`: it was already paid and confirmed, so no enquiry was sent. */
      result: v.picklist(['paid', 'failed', 'pending', 'not_found', 'wrong_amount', 'refused', 'unknown', 'confirmed']),
      attempt: staffAttempt,
    }),
    refusals: ['payment.not_found', 'payment.gateway_silent', 'checkout.no_payment_provider'],
  }),
  'staff.orderPayments': endpoint('staff.orderPayments', {
    access: 'staff',
    roles: PAYMENT_READERS,
    summary: 'All payment attempts and refunds of an order, oldest first',
    params: v.object({ id: textLine(40) }),
    response: v.object({ attempts: v.array(staffAttempt), refunds: v.array(staffRefund) }),
    refusals: ['order.not_found'],
  }),
  'staff.paymentRefunds': endpoint('staff.paymentRefunds', {
    access: 'staff',
    roles: PAYMENT_READERS,
    summary: 'Refunds, oldest first; `search` by id, state, order_number or reference of the payment; `unsettled`',
    query: v.object({
      ...listQuery().entries,
      ...settlementFilter,
    }),
    response: listPage(staffRefund),
  }),
  'staff.refundOrder': endpoint('staff.refundOrder', {
    access: 'staff',
    roles: PAYMENT_READERS,
    summary: 'Requests the refund of a paid order: all that is left of it, items of it, or an amount as goodwill',
    params: v.object({ id: textLine(40) }),
    body: refundRequest,
    response: staffRefund,
    status: 201,
    refusals: [
      'order.not_found',
      'order.unpaid',
      'order.wrong_status',
      'refund.items',
      'refund.too_much',
      'refund.nothing',
      'refund.cancel_instead',
      'request.idempotency',
    ],
    idempotent: true,
  }),
  'staff.approveRefund': endpoint('staff.approveRefund', {
    access: 'staff',
    roles: FINANCE,
    summary: 'Approves a requested refund; never more than the payment captured',
    params: refundParams,
    response: staffRefund,
    refusals: ['refund.not_found', 'refund.wrong_state', 'refund.too_much', 'approval.second_person'],
  }),
  'staff.sendRefund': endpoint('staff.sendRefund', {
    access: 'staff',
    roles: FINANCE,
    summary: 'Records that an approved refund was entered in the gateway’s portal, and its reference there',
    params: refundParams,
    body: v.object({ operator_reference: operatorReference }),
    response: staffRefund,
    refusals: ['refund.not_found', 'refund.wrong_state', 'refund.too_much'],
  }),
  'staff.settleRefund': endpoint('staff.settleRefund', {
    access: 'staff',
    roles: FINANCE,
    summary: 'Records that the gateway has paid a refund back; notifies the shopper',
    params: refundParams,
    body: v.object({ operator_reference: operatorReference }),
    response: staffRefund,
    refusals: ['refund.not_found', 'refund.wrong_state', 'refund.too_much', 'approval.second_person'],
  }),
  'staff.failRefund': endpoint('staff.failRefund', {
    access: 'staff',
    roles: FINANCE,
    summary: 'Records why a refund failed; its money is still owed and can be requested again',
    params: refundParams,
    body: v.object({ reason: v.pipe(multilineText(1_000), v.nonEmpty()) }),
    response: staffRefund,
    refusals: ['refund.not_found', 'refund.wrong_state'],
  }),
  'staff.requestRefundAgain': endpoint('staff.requestRefundAgain', {
    access: 'staff',
    roles: PAYMENT_READERS,
    summary: 'Requests the money of a failed refund again, as another refund; once',
    params: refundParams,
    response: staffRefund,
    status: 201,
    refusals: ['refund.not_found', 'refund.wrong_state', 'refund.too_much'],
  }),
  'staff.withdrawRefund': endpoint('staff.withdrawRefund', {
    access: 'staff',
    roles: PAYMENT_READERS,
    summary: 'Withdraws a requested refund before it is approved, and undoes what it gave and took',
    params: refundParams,
    /** The shopper reads the reason in the order’s history. */
    body: v.object({ reason: v.pipe(multilineText(1_000), v.nonEmpty()) }),
    response: staffRefund,
    refusals: [
      'refund.not_found',
      'refund.wrong_state',
      'refund.owed',
      'refund.goods_sold',
      'order.wrong_status',
      'wallet.too_little_point',
      'wallet.too_little_store_credit',
    ],
  }),
  'staff.reconcile': endpoint('staff.reconcile', {
    access: 'staff',
    roles: FINANCE,
    summary:
      'Compares payments and refunds of a settlement file of the days `from` to `to` with the shop’s, and marks those found',
    /** The days of a CSV file, yesterday by default. */
    query: v.object({ from: v.optional(day()), to: v.optional(day()) }),
    body: v.union([
      v.object({
        from: day(),
        to: day(),
        payments: v.pipe(
          v.array(settledPayment),
          v.maxLength(MAX_COMPARED_ITEMS),
          v.check(
            (payments) => new Set(payments.map(({ reference }) => reference)).size === payments.length,
            'Send each payment once',
          ),
        ),
        /** A repayment by the gateway; one payment can have several. */
        refunds: v.optional(v.pipe(v.array(settledPayment), v.maxLength(MAX_COMPARED_ITEMS)), []),
      }),
      /** The whole file; sent as `text/csv`, or in JSON. */
      v.object({ csv: v.pipe(v.string(), v.nonEmpty()) }),
    ]),
    acceptsCsv: true,
    response: v.object({
      matched: v.number(),
      differs: v.array(settlementDifference),
      refunds_differ: v.array(refundDifference),
      /** Rows of a CSV file that were not compared, and why. */
      problems: v.array(v.object({ line: v.number(), reason: v.string() })),
    }),
    refusals: ['settlement.unreadable'],
  }),
};
