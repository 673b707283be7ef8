/** Registers imports and daily files, of which the last of each kind can be undone. */
import * as v from 'valibot';
import { type Db, statement } from '../../db/database.ts';

/** Registers the run as the last one of its kind and forgets the ones before it. Values: id, file, start, kind. */
const insertRun = statement(
  'import.registerRun',
  v.strictObject({}),
  `with forgotten as (delete from import_runs where id <> $1 and kind = $4)
   insert into import_runs (id, file, started_at, kind) values ($1, $2, $3, $4) on conflict do nothing`,
);

export const RUN_KINDS = ['import', 'stock', 'prices'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** Without a kind it is an import. */
export type RecordedRun = { id: string; file: string; now: Date; kind?: RunKind };

export const registerRun = (tx: Db, { id, file, now, kind = 'import' }: RecordedRun) =>
  tx.rows(insertRun, [id, file, now, kind]);
