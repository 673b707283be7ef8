/** Counts of events within a window of time, by key: in Redis for all processes, else in this process. */
import { LRUCache } from 'lru-cache';

/** A key's window: the count, and the whole milliseconds until it ends. */
export type Count = { current: number; ttl: number };

/** Counts that all processes share. */
export type SharedCounts = {
  /** Adds `by` to a key's count. Null while Redis is unreachable; never throws, never waits long. */
  count(key: string, windowMs: number, by: number): Promise<Count | null>;
  close(): void;
};

export type Counters = {
  /**
   * Adds `by` (1; 0 only reads, a negative number subtracts) to a key's count and returns the sum. The window begins
   * with the first event and has a fixed end. Windows run on a clock that is never set back. Never throws.
   */
  add(key: string, windowMs: number, by?: number): Promise<Count>;
};

/** Maximum number of keys per window length. */
const MAX_KEYS = 20_000;

type CountWindow = { current: number; until: number };

/** Makes counters in this process. */
function createProcessCounts(): (key: string, windowMs: number, by: number) => Count {
  // Windows of one length share a store, so that a flood of short ones never pushes a long one out.
  const stores = new Map<number, LRUCache<string, CountWindow>>();
  return (key, windowMs, by) => {
    const store = stores.get(windowMs) ?? new LRUCache<string, CountWindow>({ max: MAX_KEYS });
    stores.set(windowMs, store);
    const now = performance.now();
    const open = store.get(key);
    const count = open !== undefined && open.until > now ? open : { current: 0, until: now + windowMs };
    if (by !== 0) {
      count.current += by;
      store.set(key, count);
    }
    return { current: count.current, ttl: Math.round(count.until - now) };
  };
}

/** Makes counters over all processes, with a local fallback while Redis is missing or unreachable. */
export function createCounters(shared: SharedCounts | null): Counters {
  const countLocally = createProcessCounts();
  return {
    async add(key, windowMs, by = 1) {
      return (await shared?.count(key, windowMs, by)) ?? countLocally(key, windowMs, by);
    },
  };
}
