/** Who is told of the writes of this process. */
import type pg from 'pg';

type Watcher = { writes: RegExp; wrote: () => void };
/** The watchers of a pool; those of a named statement are looked for in its text once. */
type Watching = { all: readonly Watcher[]; ofStatement: Map<string, readonly (() => void)[]> };
const watchings = new WeakMap<pg.Pool, Watching>();

const watch = (pool: pg.Pool, all: readonly Watcher[]) => watchings.set(pool, { all, ofStatement: new Map() });

/** Calls `wrote` after each commit of this process that inserted into the table, or deleted from it; returns how to stop. */
export function watchWrites(
  pool: pg.Pool,
  kind: 'insert into' | 'delete from',
  table: string,
  wrote: () => void,
): () => void {
  const watcher = { writes: new RegExp(`${kind} "?${table}"?\\b`), wrote };
  watch(pool, [...(watchings.get(pool)?.all ?? []), watcher]);
  return () => watch(pool, watchings.get(pool)?.all.filter((each) => each !== watcher) ?? []);
}

/** What is called after the commit of a statement. */
export function watchersOf(pool: pg.Pool, { name, text }: { name?: string; text: string }): readonly (() => void)[] {
  const watching = watchings.get(pool);
  if (watching === undefined) return [];
  const known = name === undefined ? undefined : watching.ofStatement.get(name);
  if (known !== undefined) return known;
  const told = watching.all.filter(({ writes }) => writes.test(text)).map(({ wrote }) => wrote);
  if (name !== undefined) watching.ofStatement.set(name, told);
  return told;
}
