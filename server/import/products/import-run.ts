/** One run of the importer: its options, its report, and how it reports a rejected row. */
import type { Db } from '../../db/database.ts';
import type { RowProblem } from '../columns/product-values.ts';
import type { Definitions } from '../labels/definitions.ts';
import type { ImageMatcher } from '../pictures/match-images.ts';

/** Fetches pictures and registers them: address → image hash. */
export type FetchPictures = (
  db: Db,
  addresses: readonly string[],
  onFailure: (address: string, reason: string) => void,
) => Promise<Map<string, string>>;

export type ImportOptions = {
  now: Date;
  /** A dry run: reports the changes without making them. */
  dryRun: boolean;
  /** Imports nothing if one row is bad, everything in one transaction otherwise. */
  allOrNothing: boolean;
  onProblem(problem: RowProblem): void;
  onProgress(step: 'reading' | 'comparing' | 'writing', products: number): void;
  onChange(change: { handle: string; kind: 'created' | 'updated'; fields: readonly string[] }): void;
  /** Without it, no pictures are fetched. */
  fetchPictures?: FetchPictures;
  /** Pictures of `--images`: their paths, and a function that registers them (address → image hash). */
  imageFiles?: { paths: readonly string[]; load: FetchPictures };
  /** Maps the file's category, as its path or its last step, to the path of one of ours. */
  mapCategory?(path: readonly string[]): readonly string[];
  /** Whether the shop has the uploaded picture with this SHA-256. */
  hasUpload?(sha256: string): Promise<boolean>;
};

/** The result of an import. Counts products, except `rows_…`. */
export type ImportReport = {
  created: number;
  updated: number;
  unchanged: number;
  /** Products without an imported row. */
  skipped: number;
  rows_refused: number;
  rows_read: number;
  /** Rows that were imported although something in them looks wrong. */
  warnings: number;
  /** Categories that were, or in a dry run would be, made: `Chips, below snacks`. */
  new_categories: string[];
  /** Chinese names that known brands were, or in a dry run would be, given: `krupkrap: 脆卜卜`. */
  brand_names: string[];
  /** Notes on the whole file: `The file is UTF-16 … and was converted`. */
  notes: string[];
  /** Pictures of `--images` that belong to no product of the file. */
  unmatched_images: string[];
  /** Whether anything was written, or in a dry run would be. */
  is_applied: boolean;
  ignored_columns: string[];
  seconds: number;
  rows_per_second: number;
};

export type ImportRun = ImportOptions & {
  db: Db;
  id: string;
  file: string;
  report: ImportReport;
  definitions: Definitions;
  /** Matches the pictures next to the file to products, once the file is read. */
  images: ImageMatcher | null;
};

/** Counts and reports a row that cannot be imported, or that looks wrong. */
export function rejectRow(run: ImportRun, problem: RowProblem): void {
  if (problem.isWarning) run.report.warnings += 1;
  else run.report.rows_refused += 1;
  run.onProblem(problem);
}
