/** Options of undoing a file. */
import type { RunKind } from './register-run.ts';

/** A product or option that the undo leaves unchanged, in whole or in part. */
export type RemainingChange = { handle: string; reason: string };

export type CatalogUndoOptions = {
  now: Date;
  /** Kind of the last file to undo; without it the last file of any kind. */
  kind?: RunKind;
  /** A dry run: reports the changes to undo without making them. */
  dryRun: boolean;
  /** Reports changes that cannot be undone, with the reason. */
  onRemaining(remaining: RemainingChange): void;
  onProgress(products: number): void;
};
