/** One run of the importer: its options, its report, and how it reports a rejected row. */
import type { Db } from '../db/database.ts';
import type { Definitions } from './definitions.ts';
import type { Problem } from './draft.ts';

/** Fetches pictures and registers them: address → name of the image. */
export type FetchPictures = (
  db: Db,
  addresses: readonly string[],
  onFailure: (address: string, reason: string) => void,
) => Promise<Map<string, string>>;

export type ImportOptions = {
  now: Date;
  /** Says what would change, and changes nothing. */
  dryRun: boolean;
  /** One bad row, and nothing is imported; what is imported comes in one transaction. */
  allOrNothing: boolean;
  /** Every row that cannot be imported, as soon as it is met. */
  onProblem(problem: Problem): void;
  /** How far it has come. */
  onProgress(step: 'reading' | 'comparing' | 'writing', products: number): void;
  /** Every product that is new or differs, with what differs. */
  onChange(change: { handle: string; kind: 'created' | 'updated'; fields: readonly string[] }): void;
  /** Brings pictures into the shop: address → name of the image. None are brought where it is missing. */
  fetchPictures?: FetchPictures;
  /** Whether the file of a merchant's own picture is there (by its SHA-256), where an export names it. */
  hasUpload?(sha256: string): Promise<boolean>;
};

/** What became of the file: products but for `rows_…`. */
export type ImportReport = {
  created: number;
  updated: number;
  unchanged: number;
  /** Products of which nothing could be imported. */
  skipped: number;
  rows_refused: number;
  rows_read: number;
  /** Whether anything was, or in a dry run would be, written. */
  is_applied: boolean;
  /** Columns of the file that nothing is made of. */
  ignored_columns: string[];
  seconds: number;
  rows_per_second: number;
};

/** One run over a file. */
export type ImportRun = ImportOptions & { db: Db; id: string; report: ImportReport; definitions: Definitions };

/** Tells a row that cannot be imported. */
export function rejectRow(run: ImportRun, problem: Problem): void {
  run.report.rows_refused += 1;
  run.onProblem(problem);
}
