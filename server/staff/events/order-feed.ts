/**
 * Follows changes of orders for the office's live pages. It polls while someone listens, in every process, so that a
 * change reaches all. A transaction commits up to `OVERLAP_MS` after the time that it writes, so each poll reads that
 * far back; a later commit is shown by the page's own reload.
 */
import * as v from 'valibot';
import { type Db, statement } from '../../db/database.ts';

/** Reads the orders that changed after $1, latest first, at most $2. */
const changedOrders = statement(
  'staff.changedOrders',
  v.object({ id: v.string(), updated_at: v.date() }),
  'select id, updated_at from orders where updated_at > $1 order by updated_at desc limit $2',
);

const POLL_EVERY_MS = 2_000;
const OVERLAP_MS = 15_000;
/** Maximum orders that an event names; if more changed, listeners load everything again. */
const MAX_NAMED = 200;

/** Receives the ids of changed orders; none if there are too many to name. */
type OrderListener = (ids: readonly string[]) => void;

export type OrderFeed = {
  /** Calls `listener` for each change from now on; returns a function that stops it. */
  listen(listener: OrderListener): () => void;
  stop(): void;
};

export function createOrderFeed(options: { db: Db; clock: () => Date; onError: (error: unknown) => void }): OrderFeed {
  const { db, clock, onError } = options;
  const listeners = new Set<OrderListener>();
  /** The last reported change of each order that the next poll may read again. */
  let reported = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let since = 0;
  let isPolling = false;

  const readChanges = () => db.rows(changedOrders, [new Date(since - OVERLAP_MS), MAX_NAMED + 1]);

  async function poll(): Promise<void> {
    if (isPolling) return;
    isPolling = true;
    try {
      const now = clock().getTime();
      const rows = await readChanges();
      const news = rows.filter(({ id, updated_at }) => reported.get(id) !== updated_at.getTime());
      reported = new Map(rows.map(({ id, updated_at }) => [id, updated_at.getTime()]));
      since = now;
      if (news.length === 0) return;
      const ids = rows.length > MAX_NAMED ? [] : news.map(({ id }) => id);
      for (const listener of listeners) listener(ids);
    } catch (error) {
      onError(error);
    } finally {
      isPolling = false;
    }
  }

  /** Takes the changes up to now as reported, so that no event repeats them. */
  async function skipEarlierChanges(): Promise<void> {
    since = clock().getTime();
    reported = new Map((await readChanges()).map(({ id, updated_at }) => [id, updated_at.getTime()]));
  }

  function stopPolling(): void {
    if (timer !== null) clearInterval(timer);
    timer = null;
  }

  return {
    listen(listener) {
      listeners.add(listener);
      if (timer === null) {
        timer = setInterval(poll, POLL_EVERY_MS);
        timer.unref();
        void skipEarlierChanges().catch(onError);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopPolling();
      };
    },
    stop() {
      listeners.clear();
      stopPolling();
    },
  };
}
