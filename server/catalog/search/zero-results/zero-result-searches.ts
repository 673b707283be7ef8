/**
 * Counts searches without results, for staff. Counts are buffered in memory and written every few seconds; a
 * killed process loses its buffer.
 */
import type { Lang } from '@shop/core/lang';
import type { Db } from '../../../db/database.ts';
import { toZeroResultKey } from '../split-words.ts';
import { countZeroResults, deleteRareZeroResults } from './zero-result-searches.sql.ts';

/** Maximum of different searches in the buffer; more are dropped until the next write. */
const MAX_BUFFERED = 500;
const WRITE_EVERY_MS = 5_000;
/** Rows that remain after a trim, and new rows that trigger one. */
const MAX_ROWS = 10_000;
const TRIM_AFTER = 1_000;

export type ZeroResultCounter = {
  /**
   * Counts a search without results. Its response must not be cached: call `limitCacheUntil(ctx.cacheTags, ctx.now)`.
   */
  note(keyword: string, lang: Lang): void;
  /** Writes the buffered counts if the write interval has passed; always without `now`. */
  write(now?: Date): Promise<void>;
};

export type ZeroResultOptions = {
  db: Db;
  clock: () => Date;
  maxRows?: number;
};

/** Creates the counter; one per process. */
export function createZeroResultCounter({ db, clock, maxRows = MAX_ROWS }: ZeroResultOptions): ZeroResultCounter {
  let buffer = new Map<string, { keyword: string; lang: Lang; count: number }>();
  let writtenAt = 0;
  /** Rows added since the last trim; infinite at startup, so that the first write trims. */
  let newRows = Number.POSITIVE_INFINITY;

  return {
    note(keyword, lang) {
      const key = toZeroResultKey(keyword);
      if (key === '') return;
      const entry = buffer.get(`${lang} ${key}`);
      if (entry) entry.count += 1;
      else if (buffer.size < MAX_BUFFERED) buffer.set(`${lang} ${key}`, { keyword: key, lang, count: 1 });
    },
    async write(now) {
      if (buffer.size === 0 || (now !== undefined && now.getTime() - writtenAt < WRITE_EVERY_MS)) return;
      const rows = [...buffer.values()];
      buffer = new Map();
      const at = clock();
      writtenAt = at.getTime();
      await db.transaction(async (tx) => {
        await tx.rows(countZeroResults, [
          rows.map((row) => row.keyword),
          rows.map((row) => row.lang),
          rows.map((row) => row.count),
          at,
        ]);
        newRows += rows.length;
        if (newRows < Math.min(TRIM_AFTER, maxRows)) return;
        await tx.rows(deleteRareZeroResults, [maxRows]);
        newRows = 0;
      });
    },
  };
}
