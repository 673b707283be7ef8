/** Clean-ups: statements of the daily job that delete or clear all rows up to a time. */
import * as v from 'valibot';
import { type Db, statement } from './database.ts';
import { runInBatches } from './run-in-batches.ts';

/**
 * Rows per statement. A clean-up that is days late has more rows than one statement can delete within its time limit.
 */
export const ROWS_PER_CLEAN_UP = 1_000;

const doneRow = v.object({ is_done: v.literal(true) });

/**
 * Declares a clean-up and returns the function that runs it in batches up to a time or date. `change` is a `delete` or
 * `update` without a condition, `due` the rows up to $1, oldest first: `from … where … order by …`. A changed row must
 * no longer be due. Rows that another transaction has locked stay for the next run. Not for a partitioned table, where
 * a `ctid` is that of a row of one partition only.
 */
export function declareCleanUp(
  name: string,
  change: string,
  due: string,
): (db: Db, until: Date | string) => Promise<number> {
  const changeBatch = statement(
    name,
    doneRow,
    `${change} where ctid = any(array(select ctid ${due} limit $2 for update skip locked)) returning true as is_done`,
  );
  return (db, until) =>
    runInBatches(ROWS_PER_CLEAN_UP, async () => (await db.rows(changeBatch, [until, ROWS_PER_CLEAN_UP])).length);
}
