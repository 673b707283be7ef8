/**
 * Follows the catalogue's changes, so that caches are invalidated within half a second, and at once for changes of this
 * process. Every poll reads from the oldest transaction that was open at the previous poll, so a late commit is read by
 * the next poll, however low its id.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { type Db, statement } from '../../db/database.ts';
import { runInBatches } from '../../db/run-in-batches.ts';
import type { CatalogChange } from './response-cache.ts';

const changeRow = v.object({
  id: v.nullable(v.number()),
  product_id: v.nullable(v.number()),
  kind: v.nullable(v.picklist(['price', 'content', 'stock', 'availability'])),
  /** The transaction that wrote the change. */
  xid: v.nullable(v.string()),
  xmin: v.string(),
});

/**
 * Reads the changes after id `$2` in transaction `$1`, in the order of the index on transactions: by id alone the
 * database would read every change ever made. One row without a change if there is none, so that the snapshot's oldest
 * open transaction is always returned.
 */
const readChanges = statement(
  'http.readChanges',
  changeRow,
  `select c.id, c.product_id, c.kind, c.xid::text, pg_snapshot_xmin(pg_current_snapshot())::text as xmin
   from (select 1) as always
   left join (
     select id, product_id, kind, xid from catalog_changes
     where xid >= $1::text::xid8 and (xid > $1::text::xid8 or id > $2) order by xid, id limit $3
   ) c on true`,
);

const readOldestTransaction = statement(
  'http.oldestOpen',
  v.object({ xmin: v.string() }),
  'select pg_snapshot_xmin(pg_current_snapshot())::text as xmin',
);

/** Removes those of the $2 oldest changes that were made before $1. Their ids follow their time. */
const removeChanges = statement(
  'http.removeChanges',
  v.object({ id: v.number() }),
  `delete from catalog_changes where id = any(array(
     select id from (select id, at from catalog_changes order by id limit $2) oldest where at < $1)) returning id`,
);

const CHANGES_PER_BATCH = 5_000;

/** Changes are read within seconds; they stay for a day, for diagnosis. */
const RETENTION_MS = DAY_MS;

/** Removes old changes. Part of the daily clean-up. */
export async function removeOldChanges(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - RETENTION_MS);
  await runInBatches(
    CHANGES_PER_BATCH,
    async () => (await ctx.db.rows(removeChanges, [before, CHANGES_PER_BATCH])).length,
  );
}

/** Polling interval (docs/design.md#fast-by-design). */
const POLL_INTERVAL_MS = 500;
/** Time without a successful poll after which the cache is bypassed. */
const MAX_STALE_MS = 2_000;
/** Changes per statement. */
const CHANGES_PER_READ = 2_000;

export type ChangeFeed = {
  /** Polls now, or right after the running poll. */
  pollNow(): void;
  /** Resolves when every change reported by `pollNow` was applied or failed. */
  caughtUp(): Promise<void>;
  /** Milliseconds since the last successful poll: cached responses may be as old. */
  behindMs(): number;
  stop(): Promise<void>;
};

export type FeedOptions = {
  /** The database that cached responses are read from. */
  db: Db;
  /** Applies changes; the next poll waits for it. If it rejects, the changes are read again. */
  onChange(changes: readonly CatalogChange[]): Promise<void>;
  /** Receives true after each successful poll, and false once polls have failed for longer than `MAX_STALE_MS`. */
  onFreshness(isFresh: boolean): void;
  /** Runs before the poll of each interval. If it rejects, that poll fails. */
  beforePoll(): Promise<void>;
  /**
   * Publishes starts and ends of sales and scheduled products at each interval, unless the last run has not ended. May
   * wait for locks of other processes, so polls do not wait for it. Must not reject.
   */
  publishDueChanges(): Promise<void>;
  onError(error: unknown): void;
};

/** Starts the feed with the changes from now on. Rejects if the database does not respond. */
export async function followChanges(options: FeedOptions): Promise<ChangeFeed> {
  const { db } = options;
  let xmin = (await db.row(readOldestTransaction))?.xmin ?? '0';
  /** Ids of changes that may be read again. */
  let seenIds = new Set<number>();
  let lastRead = Date.now();
  let isStopped = false;
  let polling: Promise<void> | null = null;
  let pollsAgain = false;
  let publishing: Promise<void> | null = null;
  /** Whether a commit of this process waits for a poll, and whether the running poll serves one. */
  let isReported = false;
  let servesReport = false;
  /** Runs polls outside any request's statement count. */
  const runAlone = AsyncLocalStorage.snapshot();

  async function poll(): Promise<void> {
    let next: string | null = null;
    const changes: CatalogChange[] = [];
    const readIds = new Set<number>();
    let last = { xid: xmin, id: 0 };
    for (let isFull = true; isFull; ) {
      const rows = await db.rows(readChanges, [last.xid, last.id, CHANGES_PER_READ]);
      // The first page's snapshot is the oldest: commits between two pages are read again.
      next ??= rows[0]?.xmin ?? xmin;
      for (const { id, product_id, kind, xid } of rows) {
        if (id === null || kind === null || xid === null) continue;
        last = { xid, id };
        readIds.add(id);
        if (!seenIds.has(id)) changes.push({ product: product_id, kind });
      }
      isFull = rows.length === CHANGES_PER_READ;
    }
    if (changes.length > 0) await options.onChange(changes);
    // No change below `next` can still appear, so those ids can be dropped.
    seenIds = next === xmin ? new Set([...seenIds, ...readIds]) : readIds;
    xmin = next ?? xmin;
    lastRead = Date.now();
    options.onFreshness(true);
  }

  async function run(tick: boolean): Promise<void> {
    try {
      if (tick) await options.beforePoll();
      await poll();
    } catch (error) {
      if (!isStopped) options.onError(error);
      if (Date.now() - lastRead > MAX_STALE_MS) options.onFreshness(false);
    }
  }

  function startPoll(tick = false): void {
    if (isStopped) return;
    if (polling !== null) {
      pollsAgain = true;
      // A poll that hangs counts as failed.
      if (Date.now() - lastRead > MAX_STALE_MS) options.onFreshness(false);
      return;
    }
    servesReport = isReported;
    isReported = false;
    polling = runAlone(run, tick).finally(() => {
      polling = null;
      servesReport = false;
      if (pollsAgain) {
        pollsAgain = false;
        startPoll();
      }
    });
  }

  function startPublishing(): void {
    publishing ??= options.publishDueChanges().finally(() => {
      publishing = null;
    });
  }

  const timer = setInterval(() => {
    startPoll(true);
    startPublishing();
  }, POLL_INTERVAL_MS);
  timer.unref();
  return {
    pollNow() {
      isReported = true;
      startPoll();
    },
    async caughtUp() {
      while (!isStopped && polling !== null && (isReported || servesReport)) await polling;
    },
    behindMs: () => Date.now() - lastRead,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all([polling, publishing]);
    },
  };
}
