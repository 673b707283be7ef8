/**
 * Compares a settlement file with the payments of the running shop, through its staff API (docs/partners.md#1.11).
 * Reads the file as a stream and sends it in parts, so that its size does not matter.
 */
import type {
  refundDifference,
  settlementDifference,
  staffAttempt,
  staffRefund,
} from '@shop/contract/staff/staff-payments';
import { senToText } from '@shop/core/money';
import type { Difference, RefundDifference } from '@shop/core/payments/settlement';
import { isDay } from '@shop/core/time';
import type { InferOutput } from 'valibot';
import { CommandFailed } from '../../command-line.ts';
import { readCsvFile } from '../../import/reading/read-csv.ts';
import { compareSettlement, type Days, type SettledPayment, settlementDays } from '../settlement-file.ts';
import type { StaffClient } from './staff-client.ts';

/** The days of the options, or yesterday. */
export function daysOf(
  { day, from = day, to = day }: { day?: string | undefined; from?: string | undefined; to?: string | undefined },
  now: Date,
): Days {
  const days = settlementDays({ from, to }, now);
  const isHalf = (from === undefined) !== (to === undefined);
  if (isHalf || !isDay(days.from) || !isDay(days.to) || days.from > days.to) {
    throw new CommandFailed('Give the days of the file: --day 2026-11-21, or --from 2026-11-01 --to 2026-11-30');
  }
  return days;
}

type Compared = InferOutput<typeof settlementDifference>;

const WORDS: Readonly<Record<Difference, (found: Compared) => string>> = {
  unknown_reference: ({ there }) => `RM${there.amount} has a reference that is no payment of the shop`,
  not_paid_here: ({ there, here, reference }) =>
    `RM${there.amount} is paid there, but ${here?.state} here (order ${here?.order_number}): npm run payments -- requery ${reference}`,
  amount: ({ there, here }) => `RM${there.amount} there, but RM${here?.amount} here (order ${here?.order_number})`,
  settled_before: ({ there, here }) =>
    `RM${there.amount} was in the file of ${here?.settled_on} already (order ${here?.order_number})`,
};

const differenceLine = (found: Compared): string =>
  `line ${found.line}: ${found.reference} ${WORDS[found.kind](found)}`;

type ComparedRefund = InferOutput<typeof refundDifference>;

const REFUND_WORDS: Readonly<Record<RefundDifference, (found: ComparedRefund) => string>> = {
  unknown_refund: ({ amount }) => `RM${amount} went back there, but the payment has no such refund here`,
  refund_not_settled_here: ({ amount, here }) =>
    `RM${amount} went back there, but the refund is ${here?.state} here (order ${here?.order_number})`,
  refund_settled_before: ({ amount, here }) =>
    `RM${amount} went back in the file of ${here?.settled_on} already (order ${here?.order_number})`,
};

const refundDifferenceLine = (found: ComparedRefund): string =>
  `line ${found.line}: ${found.reference} ${REFUND_WORDS[found.kind](found)}`;

/** Maximum missing payments per request and in the report; more than that means that the wrong file was given. */
const PAGE = 100;
const MOST_NAMED = 1_000;

/** Lists payments or refunds of these days that no settlement file had. */
async function missingLines<Row>(
  call: StaffClient,
  path: 'attempts' | 'refunds',
  { from, to }: Days,
  textOf: (row: Row) => string,
): Promise<{ lines: string[]; missing: number }> {
  const lines: string[] = [];
  for (let page = 1; ; page++) {
    const query = `unsettled=1&from=${from}&to=${to}&limit=${PAGE}&page=${page}`;
    const { data, last_page, total } = await call('GET', `/payments/${path}?${query}`);
    lines.push(...data.map((row: Row) => `${textOf(row)}, but not there`));
    if (page >= last_page) return { lines, missing: total };
    if (lines.length === MOST_NAMED) {
      lines.push(
        `… and ${total - MOST_NAMED} more ${path === 'attempts' ? 'are paid' : 'went back'} here, but not there`,
      );
      return { lines, missing: total };
    }
  }
}

type Attempt = InferOutput<typeof staffAttempt>;
type Refund = InferOutput<typeof staffRefund>;
const paidHere = ({ reference, amount, order_number }: Attempt) =>
  `${reference} RM${amount} is paid here (order ${order_number})`;
const refundedHere = ({ reference, amount, order_number }: Refund) =>
  `${reference} RM${amount} went back here (order ${order_number})`;

/** As the API takes and gives it: money is text. */
const asText = (payments: readonly SettledPayment[]) =>
  payments.map((payment) => ({ ...payment, amount: senToText(payment.amount) }));

/** Compares the file, and returns the report and how many differences it has. */
export async function reconcileFile(
  call: StaffClient,
  path: string,
  days: Days,
): Promise<{ lines: string[]; differences: number }> {
  const { matched, differs, refunds_differ, problems, payments, refunds } = await compareSettlement<
    Compared,
    ComparedRefund
  >(
    (report) => readCsvFile(path, report),
    (part) =>
      call('POST', '/payments/reconcile', {
        ...days,
        payments: asText(part.payments),
        refunds: asText(part.refunds),
      }),
  );
  const found = [
    ...problems.map(({ line, reason }) => `line ${line}: ${reason}`),
    ...differs.map(differenceLine),
    ...refunds_differ.map(refundDifferenceLine),
  ];
  const unpaid = await missingLines(call, 'attempts', days, paidHere);
  const unrefunded = await missingLines(call, 'refunds', days, refundedHere);
  const differences = found.length + unpaid.missing + unrefunded.missing;
  const span = days.from === days.to ? days.from : `${days.from} to ${days.to}`;
  const refundsRead = refunds === 0 ? '' : ` and ${refunds} refunds`;
  const summary = `${span}: ${payments} payments${refundsRead} in the file, ${matched} as here, ${differences} ${differences === 1 ? 'difference' : 'differences'}`;
  return { lines: [summary, ...found, ...unpaid.lines, ...unrefunded.lines], differences };
}
