/** Locks stock that an import, a daily file or staff change. */
import * as v from 'valibot';
import { lockingStatement } from '../../db/database.ts';

/** Locks the stock rows of products in the order of their ids. Values: product ids. */
export const lockStock = lockingStatement(
  'stock',
  'import.lockStock',
  v.object({ id: v.number() }),
  'select id from inventory where product_id = any ($1::bigint[]) order by id for update',
);
