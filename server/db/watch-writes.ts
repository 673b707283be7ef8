/** Listeners of this process for writes that statements declare (`writes` of `statement`). */
import type pg from 'pg';

/**
 * A write that other parts of this process follow: a catalogue change for the feed, an ended session for the token
 * cache.
 */
export type WatchedWrite = 'catalog_change' | 'session_end';

type WriteListener = () => void;
const listeners = new WeakMap<pg.Pool, Map<WatchedWrite, readonly WriteListener[]>>();

/** Calls `listener` after each commit of this process that contains such a write. Returns a function that stops it. */
export function watchWrites(pool: pg.Pool, write: WatchedWrite, listener: WriteListener): () => void {
  const ofPool = listeners.get(pool) ?? new Map<WatchedWrite, readonly WriteListener[]>();
  listeners.set(pool, ofPool);
  ofPool.set(write, [...(ofPool.get(write) ?? []), listener]);
  return () => ofPool.set(write, ofPool.get(write)?.filter((each) => each !== listener) ?? []);
}

/** Lists the listeners of a write. */
export const listenersOf = (pool: pg.Pool, write: WatchedWrite): readonly WriteListener[] =>
  listeners.get(pool)?.get(write) ?? [];
