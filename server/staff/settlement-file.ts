/** Reads a settlement file (docs/partners.md#1.11) and compares it in parts, so that its size does not matter. */
import { MAX_COMPARED_ITEMS } from '@shop/contract/staff/staff-payments';
import { CURRENCY, groupedTextToSen, type Sen, senToText } from '@shop/core/money';
import type { Days } from '@shop/core/payments/settlement';
import { DAY_MS, dayOf } from '@shop/core/time';
import { UnreadableFile } from '../import/reading/file-text.ts';
import type { ReadReport } from '../import/reading/read-csv.ts';
import type { FileRow } from '../import/reading/row-cells.ts';

export type RequestedDays = { [Day in keyof Days]?: string | undefined };

/** Returns the requested days, or yesterday; a single day is both. */
export function chooseSettlementDays({ from, to }: RequestedDays, now: Date): Days {
  const yesterday = dayOf(new Date(now.getTime() - DAY_MS));
  return { from: from ?? to ?? yesterday, to: to ?? from ?? yesterday };
}

/** A payment or refund of a settlement file, and its line there. */
export type SettledPayment = { line: number; reference: string; amount: Sen };

type SettlementColumns = { reference: number; amount: number; currency: number; status: number };

/**
 * Finds the columns by their names, of which only the letters count. Throws `UnreadableFile` without RefNo and Amount.
 */
function requireColumns(names: readonly string[]): SettlementColumns {
  const headings = names.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''));
  const columns = {
    reference: headings.findIndex((name) => ['refno', 'reference'].includes(name)),
    amount: headings.indexOf('amount'),
    currency: headings.indexOf('currency'),
    status: headings.indexOf('status'),
  };
  if (columns.reference === -1 || columns.amount === -1) {
    throw new UnreadableFile('The first line must name the columns RefNo and Amount');
  }
  return columns;
}

const PAID_STATUSES = ['1', 'success', 'successful'];
const REFUNDED_STATUSES = ['refund', 'refunded'];

/**
 * Reads a record; null for a transaction that was neither paid nor refunded, a message for an invalid record. A refund
 * has a negative amount or says so in its status.
 */
function readRecord(
  line: number,
  cells: readonly string[],
  columns: SettlementColumns,
): { payment: SettledPayment; isRefund: boolean } | string | null {
  const cell = (index: number) => (cells[index] ?? '').trim();
  const [reference, written] = [cell(columns.reference), cell(columns.amount)];
  const amount = groupedTextToSen(written.replace(/^-/, ''));
  const status = cell(columns.status).toLowerCase();
  const isRefund = written.startsWith('-') || REFUNDED_STATUSES.includes(status);
  if (columns.status !== -1 && ![...PAID_STATUSES, ...REFUNDED_STATUSES].includes(status)) return null;
  if (reference === '' || reference.length > 40) return 'has no readable RefNo';
  if (amount === null) return `has no readable amount: ${written.slice(0, 40)}`;
  if (columns.currency !== -1 && cell(columns.currency) !== CURRENCY)
    return `is in ${cell(columns.currency).slice(0, 10)}`;
  return { payment: { line, reference, amount }, isRefund };
}

/** A row that cannot be compared, and why. */
export type SettlementRowProblem = { line: number; reason: string };

type FilePart = { payments: SettledPayment[]; refunds: SettledPayment[] };
type ComparedFile<Difference, RefundDifference> = {
  matched: number;
  differs: Difference[];
  refunds_differ: RefundDifference[];
};

/**
 * Compares all rows of a file by `compare`, which gets at most `MAX_COMPARED_ITEMS` payments or refunds at once.
 * Counts the payments and refunds that the file has, and lists rows that cannot be compared. Throws `UnreadableFile`.
 */
export async function compareSettlement<Difference, RefundDifference>(
  rowsOf: (report: ReadReport) => AsyncIterable<FileRow>,
  compare: (part: FilePart) => Promise<ComparedFile<Difference, RefundDifference>>,
) {
  const comparison: ComparedFile<Difference, RefundDifference> = { matched: 0, differs: [], refunds_differ: [] };
  const problems: SettlementRowProblem[] = [];
  const lineOfReference = new Map<string, number>();
  let columns: SettlementColumns | null = null;
  let part: SettledPayment[] = [];
  const refunds: SettledPayment[] = [];
  let payments = 0;

  const compareAll = async (part: FilePart) => {
    const { matched, differs, refunds_differ } = await compare(part);
    comparison.matched += matched;
    comparison.differs.push(...differs);
    comparison.refunds_differ.push(...refunds_differ);
  };

  for await (const { line, cells } of rowsOf({
    problem: (problem) => problems.push(problem),
    note: () => undefined,
  })) {
    if (columns === null) {
      columns = requireColumns(cells);
      continue;
    }
    const record = readRecord(line, cells, columns);
    if (record === null) continue;
    if (typeof record === 'string') {
      payments++;
      problems.push({ line, reason: record });
      continue;
    }
    const { payment, isRefund } = record;
    if (isRefund) {
      refunds.push(payment);
      continue;
    }
    payments++;
    const earlier = lineOfReference.get(payment.reference);
    if (earlier !== undefined) {
      const reason = `${payment.reference} RM${senToText(payment.amount)} is a duplicate of line ${earlier}`;
      problems.push({ line, reason });
      continue;
    }
    lineOfReference.set(payment.reference, line);
    part.push(payment);
    if (part.length === MAX_COMPARED_ITEMS) {
      await compareAll({ payments: part, refunds: [] });
      part = [];
    }
  }
  if (part.length > 0) await compareAll({ payments: part, refunds: [] });
  // Sorted, so that refunds of one payment are compared in one call.
  refunds.sort((a, b) => (a.reference < b.reference ? -1 : a.reference > b.reference ? 1 : a.line - b.line));
  for (let start = 0; start < refunds.length; start += MAX_COMPARED_ITEMS) {
    await compareAll({ payments: [], refunds: refunds.slice(start, start + MAX_COMPARED_ITEMS) });
  }
  return { ...comparison, problems, payments, refunds: refunds.length };
}
