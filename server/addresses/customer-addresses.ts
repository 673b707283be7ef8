/** A customer's addresses and contact numbers: merge, removal, export. */
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { exportRows, exportStatement } from '../db/customer-export.ts';
import { statement } from '../db/database.ts';

const ADDRESS_TABLES = ['addresses', 'contacts'] as const;

/**
 * Statements that move the entries of the customers $1 to $2. A default of $1 becomes that of $2 only if $2 has none.
 */
const mergeStatements = ADDRESS_TABLES.map((list) =>
  statement(
    `addresses.merge.${list}`,
    v.object({}),
    `update ${list} set customer_id = $2, is_default = id is not distinct from (
       select d.id from ${list} d where d.customer_id = any($1::uuid[]) and d.is_default
         and not exists (select from ${list} mine where mine.customer_id = $2 and mine.is_default)
       order by d.created_at, d.id limit 1)
     where customer_id = any($1::uuid[])`,
  ),
);

const removeStatements = ADDRESS_TABLES.map((list) =>
  statement(`addresses.remove.${list}`, v.object({}), `delete from ${list} where customer_id = $1`),
);

const exportStatements = ADDRESS_TABLES.map((list) =>
  exportStatement(
    `addresses.export.${list}`,
    `to_jsonb(a) - 'id' - 'customer_id'`,
    `from ${list} a where customer_id = $1 order by created_at, id`,
  ),
);

/** Moves the addresses and contact numbers of the customers `from` to `into`. */
export async function mergeAddresses(ctx: Ctx, from: readonly string[], into: string): Promise<void> {
  for (const merge of mergeStatements) await ctx.db.write(merge, [from, into]);
}

export async function removeAddresses(ctx: Ctx, customer_id: string): Promise<void> {
  for (const removal of removeStatements) await ctx.db.write(removal, [customer_id]);
}

export async function exportAddresses(ctx: Ctx, customer_id: string): Promise<Record<string, unknown>> {
  const [addresses, contacts] = await Promise.all(
    exportStatements.map((each) => exportRows(ctx.db, each, customer_id)),
  );
  return { addresses, contacts };
}
