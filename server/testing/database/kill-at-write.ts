/**
 * Kills a process at a chosen write, on PostgreSQL: a trigger blocks the write until the process is gone, so that the
 * moment is exact however busy the machine is.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from './test-database.ts';

const LOCK = 4711;
const WAITING = `pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted
  and database = (select oid from pg_database where datname = current_database())`;

export type BlockedWrite = {
  /** `before`: nothing of the transaction stays. `at commit`: everything stays, but the process gets no confirmation. */
  held: 'before' | 'at commit';
  /** Such as `insert on payment_notices`. */
  write: string;
  /** Restricts it to some rows, such as `new.state = 'sent'`. */
  when?: string;
  /** Number of PostgreSQL's processes that have to wait at the write before the kill; 1 if left out. */
  waiters?: number;
};

/** Waits until `select from <from>` returns a row. */
async function waitForRow({ db }: TestDatabase, from: string): Promise<void> {
  while ((await db.raw(`select from ${from}`)).rows.length === 0) await sleep(10);
}

/**
 * Kills `child` as soon as the write that `act` causes is blocked. Returns once the transaction that locked the table
 * has ended.
 */
export async function killAtWrite(
  database: TestDatabase,
  child: ChildProcess,
  { held, write, when = 'true', waiters = 1 }: BlockedWrite,
  act: () => Promise<unknown>,
): Promise<void> {
  const { db, pool } = database;
  const table = write.split(' ').at(-1);
  await db.raw(`create or replace function hold_write() returns trigger language plpgsql set lock_timeout = 0 as $$
    begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$`);
  await db.raw(
    held === 'before'
      ? `create trigger hold_write before ${write} for each row when (${when}) execute function hold_write()`
      : `create constraint trigger hold_write after ${write} deferrable initially deferred
         for each row when (${when}) execute function hold_write()`,
  );
  const holder = await pool.connect();
  try {
    await holder.query(`select pg_advisory_lock(${LOCK})`);
    const result = act().catch(() => undefined);
    await waitForRow(database, `(select count(*) as waiting from ${WAITING}) held where waiting >= ${waiters}`);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    // Ends the connections, as when the machine fails: uncommitted changes are rolled back.
    if (held === 'before') await db.raw(`select pg_terminate_backend(pid) from ${WAITING}`);
    await holder.query(`select pg_advisory_unlock(${LOCK})`);
    await result;
    await waitForRow(database, `(select not exists (select from ${WAITING}) as is_done) d where is_done`);
    // Waits for the transaction that still locks the table.
    await db.raw(`drop trigger hold_write on ${table}`);
  } finally {
    holder.release();
  }
}
