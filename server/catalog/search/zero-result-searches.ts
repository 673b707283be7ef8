/**
 * Searches that found nothing, counted for the staff. They are gathered in memory and written every few seconds, so
 * that no answer waits for it and a flood of them is a few rows at a time; what a process that is killed has gathered
 * since is lost.
 */
import type { Lang } from '@shop/core/lang';
import type { Db } from '../../db/database.ts';
import { missKey } from './words.ts';
import { countMisses, forgetRareMisses } from './zero-result-searches.sql.ts';

/** Different searches that are gathered; those beyond wait until these are written. */
const MAX_GATHERED = 500;
const WRITE_EVERY_MS = 5_000;
/** Rows that are kept, the most counted; new ones by which the table may grow before that is seen to. */
const MAX_ROWS = 10_000;
const TRIM_AFTER = 1_000;

export type Misses = {
  /**
   * Notes that the first page of a search has nothing. To be called for every search, thus by answers that are not
   * kept: say so with `showsUntil(ctx.shows, ctx.now)`.
   */
  note(keyword: string, lang: Lang): void;
  /** Writes what was gathered, if it is time or `now` is not given. */
  write(now?: Date): Promise<void>;
};

export type MissesOptions = {
  db: Db;
  clock: () => Date;
  maxRows?: number;
};

/** Gathers the misses of a process. */
export function createMisses({ db, clock, maxRows = MAX_ROWS }: MissesOptions): Misses {
  let gathered = new Map<string, { keyword: string; lang: Lang; count: number }>();
  let writtenAt = 0;
  /** Rows that may have been added since the table was last trimmed; it is unknown how many there were at the start. */
  let added = Number.POSITIVE_INFINITY;

  return {
    note(keyword, lang) {
      const key = missKey(keyword);
      if (key === '') return;
      const known = gathered.get(`${lang} ${key}`);
      if (known) known.count += 1;
      else if (gathered.size < MAX_GATHERED) gathered.set(`${lang} ${key}`, { keyword: key, lang, count: 1 });
    },
    async write(now) {
      if (gathered.size === 0 || (now !== undefined && now.getTime() - writtenAt < WRITE_EVERY_MS)) return;
      const rows = [...gathered.values()];
      gathered = new Map();
      const at = clock();
      writtenAt = at.getTime();
      await db.transaction(async (tx) => {
        await tx.rows(countMisses, [
          rows.map((row) => row.keyword),
          rows.map((row) => row.lang),
          rows.map((row) => row.count),
          at,
        ]);
        added += rows.length;
        if (added < Math.min(TRIM_AFTER, maxRows)) return;
        await tx.rows(forgetRareMisses, [maxRows]);
        added = 0;
      });
    },
  };
}
