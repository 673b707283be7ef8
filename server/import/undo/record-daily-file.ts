/** Records the changes of a daily file, in the transaction of the change, so that it can be undone. */
import * as v from 'valibot';
import { type Db, statement } from '../../db/database.ts';
import type { ShopVariant } from '../stock-and-prices/find-variants.ts';
import { type RecordedRun, registerRun } from './register-run.ts';

/** The values of a product or option that a file changed. */
export type VariantValues = { quantity?: number; price?: number; sales?: ShopVariant['sales'] };

export type VariantChange = {
  product_id: number;
  option_id: number | null;
  /** The SKU or barcode by which the file named it. */
  code: string;
  before: VariantValues;
  after: VariantValues;
};

/** Records changes of products and options. Values: run id, changes. */
const recordChanges = statement(
  'import.recordVariantChanges',
  v.strictObject({}),
  `insert into import_variant_changes (import_id, product_id, option_id, code, before, after)
   select $1, r.product_id, r.option_id, r.code, r.before, r.after
   from jsonb_to_recordset($2::jsonb) as r (product_id bigint, option_id bigint, code text, before jsonb, after jsonb)
   on conflict do nothing`,
);

/** Records changes that were just written in this transaction. */
export async function recordVariantChanges(tx: Db, run: RecordedRun, changes: readonly VariantChange[]): Promise<void> {
  await registerRun(tx, run);
  const rows = changes.map(({ product_id, option_id, code, before, after }) => {
    return { product_id, option_id, code, before, after };
  });
  await tx.rows(recordChanges, [run.id, JSON.stringify(rows)]);
}
