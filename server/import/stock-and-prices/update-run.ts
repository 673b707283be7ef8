/** One run of a daily file: its options and its report. */
import type { Db } from '../../db/database.ts';
import { limitConcurrency } from '../../limit-concurrency.ts';
import type { RowProblem } from '../columns/product-values.ts';

export type UpdateOptions = {
  now: Date;
  /** A dry run: reports the changes without making them. */
  dryRun: boolean;
  onProblem(problem: RowProblem): void;
  onChange(change: { code: string; text: string }): void;
  onProgress(rows: number): void;
};

/** The result of a daily file. Counts rows. */
export type UpdateReport = {
  updated: number;
  unchanged: number;
  rows_refused: number;
  rows_read: number;
  notes: string[];
  seconds: number;
};

/** Makes the report of a run, and the functions that count in it and finish it. */
export function startUpdate({ onProblem, onProgress }: UpdateOptions) {
  const startedAt = performance.now();
  const report: UpdateReport = { updated: 0, unchanged: 0, rows_refused: 0, rows_read: 0, notes: [], seconds: 0 };
  const problem = (each: RowProblem) => {
    report.rows_refused += 1;
    onProblem(each);
  };
  const onWritten = (count: number) => {
    report.updated += count;
    onProgress(report.updated);
  };
  const finish = (): UpdateReport => {
    return { ...report, seconds: Math.round((performance.now() - startedAt) / 10) / 100 };
  };
  return { report, problem, note: (text: string) => void report.notes.push(text), onWritten, finish };
}

/** Splits changes into batches of whole products, in the order of their ids. */
function splitByProduct<Change extends { product_id: number }>(changes: readonly Change[], size: number): Change[][] {
  const batches: Change[][] = [];
  for (const change of changes.toSorted((a, b) => a.product_id - b.product_id)) {
    const last = batches.at(-1);
    if (last === undefined || (last.length >= size && last.at(-1)?.product_id !== change.product_id))
      batches.push([change]);
    else last.push(change);
  }
  return batches;
}

/** Concurrent batches: one is prepared while the database writes another. */
const MAX_CONCURRENT_BATCHES = 2;

/** Writes changes in batches of `size`, each in its own transaction, and calls `onWritten` after each. */
export async function writeInBatches<Change extends { product_id: number }>(
  db: Db,
  changes: readonly Change[],
  size: number,
  write: (tx: Db, batch: readonly Change[]) => Promise<void>,
  onWritten: (count: number) => void,
): Promise<void> {
  const inTurn = limitConcurrency(MAX_CONCURRENT_BATCHES);
  const writes = splitByProduct(changes, size).map((batch) =>
    inTurn(async () => {
      await db.transaction((tx) => write(tx, batch));
      onWritten(batch.length);
    }),
  );
  const failure = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}
