/**
 * Follows the catalogue's changes, whoever made them, so that kept answers are dropped within half a second, and at once
 * where this process made the change. Every look reads what is visible from the oldest transaction that was still open
 * at the look before: a commit that comes late is met at the next look, however low its id.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { type Db, statement } from '../../db/database.ts';
import type { Change } from './response-cache.ts';

const changeRow = v.object({
  id: v.nullable(v.number()),
  product_id: v.nullable(v.number()),
  kind: v.nullable(v.picklist(['price', 'content', 'stock', 'availability'])),
  /** The transaction that made it. */
  xid: v.nullable(v.string()),
  xmin: v.string(),
});

/**
 * The changes after the one of id $2 in transaction $1, in the order of the index on transactions: by id alone the database
 * would go through all that were ever made. One row without a change where there is none, so that the snapshot's
 * oldest open transaction is always told.
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

const oldestOpen = statement(
  'http.oldestOpen',
  v.object({ xmin: v.string() }),
  'select pg_snapshot_xmin(pg_current_snapshot())::text as xmin',
);

const removeChanges = statement('http.removeChanges', v.object({}), 'delete from catalog_changes where at < $1');

/** Changes are read within seconds; a day is kept for whoever looks for the cause of something. */
const KEPT_MS = DAY_MS;

/** Removes changes that every process has read long ago. Part of the daily job. */
export async function removeOldChanges(ctx: Ctx): Promise<void> {
  await ctx.db.rows(removeChanges, [new Date(ctx.now.getTime() - KEPT_MS)]);
}

/** Design: "Each process reads new rows every 500 ms". */
const EVERY_MS = 500;
/** "After 2 s without a successful read the cache is bypassed." */
const TRUSTED_MS = 2_000;
/** Changes of one statement. */
const PAGE = 2_000;

export type ChangeFeed = {
  /** Looks now, or as soon as the look under way has ended. */
  wake(): void;
  /** Resolves when everything that `wake` told of was read and taken in, or could not be. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
};

export type FeedOptions = {
  /** Where kept answers are read from. */
  db: Db;
  /** Called with what changed; the next look waits until it is taken in. Where it rejects, the changes are met again. */
  changed(changes: readonly Change[]): Promise<void>;
  /** Told whether the changes are known up to now. */
  trusted(yes: boolean): void;
  /** Called before each look: sales that start or end by themselves become changes. */
  tick(): Promise<void>;
  failed(error: unknown): void;
};

/** Starts to follow the changes that come from now on. Rejects where the database cannot be asked. */
export async function followChanges(options: FeedOptions): Promise<ChangeFeed> {
  const { db } = options;
  let xmin = (await db.row(oldestOpen))?.xmin ?? '0';
  /** Changes of transactions that may be met again. */
  let seen = new Set<number>();
  let lastRead = Date.now();
  let stopped = false;
  let looking: Promise<void> | null = null;
  let again = false;
  /** Whether a commit of this process is told of that no look has begun for; whether the look under way is for one. */
  let told = false;
  let lookingForTold = false;
  /** Looks are nobody's: what a request does is not theirs to be measured by. */
  const alone = AsyncLocalStorage.snapshot();

  async function look(): Promise<void> {
    let next: string | null = null;
    const changes: Change[] = [];
    const met = new Set<number>();
    let last = { xid: xmin, id: 0 };
    for (let full = true; full; ) {
      const rows = await db.rows(readChanges, [last.xid, last.id, PAGE]);
      // The first page's snapshot is the oldest: what commits between two pages is met again.
      next ??= rows[0]?.xmin ?? xmin;
      for (const { id, product_id, kind, xid } of rows) {
        if (id === null || kind === null || xid === null) continue;
        last = { xid, id };
        met.add(id);
        if (!seen.has(id)) changes.push({ product: product_id, kind });
      }
      full = rows.length === PAGE;
    }
    if (changes.length > 0) await options.changed(changes);
    // Nothing below `next` can appear any more, so what was seen below it need not be remembered.
    seen = next === xmin ? new Set([...seen, ...met]) : met;
    xmin = next ?? xmin;
    lastRead = Date.now();
    options.trusted(true);
  }

  async function run(tick: boolean): Promise<void> {
    try {
      if (tick) await options.tick();
      await look();
    } catch (error) {
      if (!stopped) options.failed(error);
      if (Date.now() - lastRead > TRUSTED_MS) options.trusted(false);
    }
  }

  function wake(tick = false): void {
    if (stopped) return;
    if (looking !== null) {
      again = true;
      // A look that hangs counts as none.
      if (Date.now() - lastRead > TRUSTED_MS) options.trusted(false);
      return;
    }
    lookingForTold = told;
    told = false;
    looking = alone(run, tick).finally(() => {
      looking = null;
      lookingForTold = false;
      if (again) {
        again = false;
        wake();
      }
    });
  }

  const timer = setInterval(() => wake(true), EVERY_MS);
  timer.unref();
  return {
    wake() {
      told = true;
      wake();
    },
    async caughtUp() {
      while (!stopped && looking !== null && (told || lookingForTold)) await looking;
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}
