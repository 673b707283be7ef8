/**
 * Undoes the last stock or price file: restores counts, prices and sales. Leaves and reports values that changed again,
 * such as the stock of goods that were sold since.
 */
import * as v from 'valibot';
import { type Db, lockRows, statement } from '../../db/database.ts';
import { isSame } from '../products/is-same.ts';
import { lockStock } from '../products/lock-stock.sql.ts';
import { type ShopVariant, variantsOfProducts } from '../stock-and-prices/find-variants.ts';
import { writePriceChanges } from '../stock-and-prices/update-prices.ts';
import { writeStockChanges } from '../stock-and-prices/update-stock.ts';
import type { VariantChange, VariantValues } from './record-daily-file.ts';
import type { CatalogUndoOptions, RemainingChange } from './undo-options.ts';

const BATCH_SIZE = 500;

const variantValues = v.custom<VariantValues>((value) => typeof value === 'object' && value !== null);

/** Reads the changes of the next products. Values: run, last product id, limit. */
const recordedVariants = statement(
  'import.recordedVariants',
  v.object({
    product_id: v.number(),
    option_id: v.nullable(v.number()),
    code: v.string(),
    before: variantValues,
    after: variantValues,
  }),
  `select c.product_id, c.option_id, c.code, c.before, c.after from import_variant_changes c
   where c.import_id = $1 and c.product_id in (
     select distinct product_id from import_variant_changes where import_id = $1 and product_id > $2
     order by product_id limit $3
   ) order by c.product_id, c.option_id`,
);

/** Deletes the records of undone changes. Values: run, product ids, option ids. */
const forgetVariants = statement(
  'import.forgetVariants',
  v.strictObject({}),
  `delete from import_variant_changes c using unnest($2::bigint[], $3::bigint[]) as r (product_id, option_id)
   where c.import_id = $1 and c.product_id = r.product_id and c.option_id is not distinct from r.option_id`,
);

const stockKey = ({ product_id, option_id }: { product_id: number; option_id: number | null }): string =>
  `${product_id} ${option_id}`;

const REASONS = { quantity: 'stock was changed or sold', price: 'price was changed', sales: 'sales were changed' };

/** Splits a change into the values to restore and those that were changed again. */
function splitChange({ before, after }: VariantChange, current: ShopVariant) {
  const fields = Object.keys(before) as (keyof VariantValues)[];
  const changedAgain = fields.filter((field) => !isSame(current[field] ?? 0, after[field]));
  const restored = fields.filter((field) => !changedAgain.includes(field));
  const values: VariantValues = Object.fromEntries(restored.map((field) => [field, before[field]]));
  return { values: restored.length > 0 ? values : null, changedAgain };
}

type RestoredVariant = { change: VariantChange; variant: ShopVariant; values: VariantValues };

async function restorePrices(tx: Db, restored: readonly RestoredVariant[], now: Date): Promise<void> {
  const changes = restored.map(({ change, values: { price, sales } }) => {
    const { product_id, option_id } = change;
    return { product_id, option_id, price: price ?? null, sales: sales ?? null };
  });
  await writePriceChanges(tx, changes, now);
}

async function restoreStock(tx: Db, restored: readonly RestoredVariant[]): Promise<void> {
  const changes = restored.map(({ variant: { product_id, option_id, inventory_id, quantity }, values }) => {
    return { product_id, option_id, inventory_id, difference: (values.quantity ?? 0) - (quantity ?? 0) };
  });
  await writeStockChanges(tx, changes);
}

/** Undoes one batch in the caller's transaction; a dry run only reads. */
async function undoBatch(
  tx: Db,
  run: { id: string; kind: 'stock' | 'prices' },
  changes: readonly VariantChange[],
  { now, dryRun }: CatalogUndoOptions,
): Promise<{ restored: number; remaining: RemainingChange[] }> {
  const ids = [...new Set(changes.map(({ product_id }) => product_id))];
  if (!dryRun && run.kind === 'stock') await lockRows(tx, lockStock, [ids]);
  const current = new Map((await tx.rows(variantsOfProducts, [ids])).map((variant) => [stockKey(variant), variant]));
  const remaining: RemainingChange[] = [];
  const restored = changes.flatMap((change): RestoredVariant[] => {
    const variant = current.get(stockKey(change));
    if (variant === undefined) return [];
    const { values, changedAgain } = splitChange(change, variant);
    for (const field of changedAgain) remaining.push({ handle: change.code, reason: `its ${REASONS[field]} since` });
    return values === null ? [] : [{ change, variant, values }];
  });
  if (!dryRun && restored.length > 0) {
    if (run.kind === 'stock') await restoreStock(tx, restored);
    else await restorePrices(tx, restored, now);
    const undone = restored.map(({ change }) => change);
    await tx.rows(forgetVariants, [
      run.id,
      undone.map(({ product_id }) => product_id),
      undone.map(({ option_id }) => option_id),
    ]);
  }
  return { restored: restored.length, remaining };
}

/** Undoes a daily file, batch by batch. Returns the counts of products and options. */
export async function undoDailyFile(
  db: Db,
  run: { id: string; kind: 'stock' | 'prices' },
  options: CatalogUndoOptions,
): Promise<{ restored: number; remaining: number }> {
  const report = { restored: 0, remaining: 0 };
  let done = 0;
  for (let last = 0; ; ) {
    const changes = await db.rows(recordedVariants, [run.id, last, BATCH_SIZE]);
    if (changes.length === 0) return report;
    last = changes.at(-1)?.product_id ?? 0;
    const result = await db.transaction((tx) => undoBatch(tx, run, changes, options));
    report.restored += result.restored;
    report.remaining += result.remaining.length;
    for (const each of result.remaining) options.onRemaining(each);
    done += changes.length;
    options.onProgress(done);
  }
}
