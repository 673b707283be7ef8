/**
 * Compares a settlement file with the payments of the running shop, through its staff API (docs/partners.md#1.11).
 * Reads the file as a stream and sends it in parts, so that its size does not matter.
 */
import type { RequestOf } from '@shop/contract/api/client';
import type {
  RefundDifference,
  SettlementDifference,
  StaffAttempt,
  StaffRefund,
} from '@shop/contract/staff/staff-payments';
import { senToText } from '@shop/core/money';
import type { Days, PaymentDifferenceKind, RefundDifferenceKind } from '@shop/core/payments/settlement';
import { isDay } from '@shop/core/time';
import { CommandFailed } from '../../command-line.ts';
import { readCsvFile } from '../../import/reading/read-csv.ts';
import { chooseSettlementDays, compareSettlement, type SettledPayment } from '../settlement-file.ts';
import { formatRinggit, type StaffClient } from './staff-client.ts';

/** Returns the days of the options, or yesterday. Throws `CommandFailed` for invalid days. */
export function requireDays(
  { day, from = day, to = day }: { day?: string | undefined; from?: string | undefined; to?: string | undefined },
  now: Date,
): Days {
  const days = chooseSettlementDays({ from, to }, now);
  const isHalf = (from === undefined) !== (to === undefined);
  if (isHalf || !isDay(days.from) || !isDay(days.to) || days.from > days.to) {
    throw new CommandFailed('Give the days of the file: --day 2026-11-21, or --from 2026-11-01 --to 2026-11-30');
  }
  return days;
}

const DIFFERENCE_TEXTS: Readonly<Record<PaymentDifferenceKind, (difference: SettlementDifference) => string>> = {
  unknown_reference: ({ there }) => `${formatRinggit(there.amount)} has a reference that is no payment of the shop`,
  not_paid_here: ({ there, here, reference }) =>
    `${formatRinggit(there.amount)} is paid there, but ${here?.state} here (order ${here?.order_number}): npm run payments -- requery ${reference}`,
  amount: ({ there, here }) =>
    `${formatRinggit(there.amount)} there, but ${formatRinggit(here?.amount ?? 0)} here (order ${here?.order_number})`,
  settled_before: ({ there, here }) =>
    `${formatRinggit(there.amount)} was in the file of ${here?.settled_on} already (order ${here?.order_number})`,
};

const formatDifference = (difference: SettlementDifference): string =>
  `line ${difference.line}: ${difference.reference} ${DIFFERENCE_TEXTS[difference.kind](difference)}`;

const REFUND_DIFFERENCE_TEXTS: Readonly<Record<RefundDifferenceKind, (difference: RefundDifference) => string>> = {
  unknown_refund: ({ amount }) => `${formatRinggit(amount)} went back there, but the payment has no such refund here`,
  refund_not_settled_here: ({ amount, here }) =>
    `${formatRinggit(amount)} went back there, but the refund is ${here?.state} here (order ${here?.order_number})`,
  refund_settled_before: ({ amount, here }) =>
    `${formatRinggit(amount)} went back in the file of ${here?.settled_on} already (order ${here?.order_number})`,
};

const formatRefundDifference = (difference: RefundDifference): string =>
  `line ${difference.line}: ${difference.reference} ${REFUND_DIFFERENCE_TEXTS[difference.kind](difference)}`;

/** Maximum missing payments per request and in the report; more than that means that the wrong file was given. */
const MAX_MISSING = 100;
const MAX_NAMED = 1_000;

type UnsettledQuery = NonNullable<RequestOf<'staff.paymentRefunds'>['query']>;

/** Lists payments or refunds of these days that no settlement file had. */
async function listMissing<Row>(
  list: (query: UnsettledQuery) => Promise<{ data: Row[]; last_page: number; total: number }>,
  { from, to }: Days,
  ending: string,
  textOf: (row: Row) => string,
): Promise<{ lines: string[]; missing: number }> {
  const lines: string[] = [];
  for (let page = 1; ; page++) {
    const { data, last_page, total } = await list({
      unsettled: '1',
      from,
      to,
      limit: String(MAX_MISSING),
      page: String(page),
    });
    lines.push(...data.map((row) => `${textOf(row)}, but not there`));
    if (page >= last_page) return { lines, missing: total };
    if (lines.length === MAX_NAMED) {
      lines.push(`… and ${total - MAX_NAMED} more ${ending} here, but not there`);
      return { lines, missing: total };
    }
  }
}

const formatPaidHere = ({ reference, amount, order_number }: StaffAttempt) =>
  `${reference} ${formatRinggit(amount)} is paid here (order ${order_number})`;
const formatRefundedHere = ({ reference, amount, order_number }: StaffRefund) =>
  `${reference} ${formatRinggit(amount)} went back here (order ${order_number})`;

/** Converts payments for the API, where money is text. */
const toApiPayments = (payments: readonly SettledPayment[]) =>
  payments.map((payment) => ({ ...payment, amount: senToText(payment.amount) }));

/** Compares the file, and returns the report and how many differences it has. */
export async function reconcileFile(
  call: StaffClient,
  path: string,
  days: Days,
): Promise<{ lines: string[]; differences: number }> {
  const { matched, differs, refunds_differ, problems, payments, refunds } = await compareSettlement(
    (report) => readCsvFile(path, report),
    (part) =>
      call('staff.reconcile', {
        body: { ...days, payments: toApiPayments(part.payments), refunds: toApiPayments(part.refunds) },
      }),
  );
  const reportLines = [
    ...problems.map(({ line, reason }) => `line ${line}: ${reason}`),
    ...differs.map(formatDifference),
    ...refunds_differ.map(formatRefundDifference),
  ];
  const unpaid = await listMissing((query) => call('staff.attempts', { query }), days, 'are paid', formatPaidHere);
  const unrefunded = await listMissing(
    (query) => call('staff.paymentRefunds', { query }),
    days,
    'went back',
    formatRefundedHere,
  );
  const differences = reportLines.length + unpaid.missing + unrefunded.missing;
  const span = days.from === days.to ? days.from : `${days.from} to ${days.to}`;
  const refundsRead = refunds === 0 ? '' : ` and ${refunds} refunds`;
  const summary = `${span}: ${payments} payments${refundsRead} in the file, ${matched} as here, ${differences} ${differences === 1 ? 'difference' : 'differences'}`;
  return { lines: [summary, ...reportLines, ...unpaid.lines, ...unrefunded.lines], differences };
}
