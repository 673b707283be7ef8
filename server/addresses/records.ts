/** Addresses and contact numbers as part of what the shop holds of a customer. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';
import { exportRows, exportStatement, type PersonalRecords } from '../identity/records.ts';

const LISTS = ['addresses', 'contacts'] as const;

/** What comes along is the default only where the customer has none. */
const joins = LISTS.map((list) =>
  statement(
    `addresses.join.${list}`,
    v.object({}),
    `update ${list} set customer_id = $2, is_default = id is not distinct from (
       select d.id from ${list} d where d.customer_id = any($1::uuid[]) and d.is_default
         and not exists (select from ${list} mine where mine.customer_id = $2 and mine.is_default)
       order by d.created_at, d.id limit 1)
     where customer_id = any($1::uuid[])`,
  ),
);

const removals = LISTS.map((list) =>
  statement(`addresses.forget.${list}`, v.object({}), `delete from ${list} where customer_id = $1`),
);

const exports = LISTS.map((list) =>
  exportStatement(
    `addresses.export.${list}`,
    `to_jsonb(a) - 'id' - 'customer_id'`,
    `from ${list} a where customer_id = $1 order by created_at, id`,
  ),
);

export const addressesRecords: PersonalRecords = {
  async join(ctx, from, into) {
    for (const join of joins) await ctx.db.write(join, [from, into]);
  },
  async remove(ctx, customer_id) {
    for (const removal of removals) await ctx.db.write(removal, [customer_id]);
  },
  async exported(ctx, customer_id) {
    const [addresses, contacts] = await Promise.all(exports.map((each) => exportRows(ctx, each, customer_id)));
    return { addresses, contacts };
  },
};
