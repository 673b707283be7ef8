/**
 * Sets the stock of a daily file. The file's counts are those of the moment at which the update starts: stock that
 * orders take or return while it runs is added to them, never overwritten.
 */
import * as v from 'valibot';
import { refreshAvailability } from '../../catalog/listing/availability.ts';
import { type Db, lockRows, statement } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { parseStockCount } from '../columns/cells.ts';
import { lockStock } from '../products/lock-stock.sql.ts';
import { recordVariantChanges, type VariantChange } from '../undo/record-daily-file.ts';
import { findVariants, type MatchedRow } from './find-variants.ts';
import { startUpdate, type UpdateOptions, type UpdateReport, writeInBatches } from './update-run.ts';
import { readVariantRows } from './variant-rows.ts';

const STOCK_COLUMNS = {
  quantity: ['Quantity', 'Variant Inventory Qty', 'Inventory quantity', 'Qty', 'Stock', 'Available', 'On hand'],
} as const;

/** Rows per transaction: orders wait for one at most. */
const BATCH_SIZE = 1000;

/** Sums the units sold since a time, less returned ones, by stock row. Values: the time. */
const soldSince = statement(
  'import.soldSince',
  v.object({ inventory_id: v.number(), quantity: v.number() }),
  `select s.inventory_id, sum(s.quantity)::integer as quantity from orders o join order_stock s on s.order_id = o.id
   where o.created_at >= $1 group by s.inventory_id`,
);

/**
 * Adds differences to counts; a count stops at 0 unless the goods are sold without stock. Values: inventory ids,
 * differences.
 */
const addToStock = statement(
  'import.addToStock',
  v.strictObject({}),
  `update inventory i
   set quantity = case when i.is_continuous_selling then i.quantity + r.difference
     else greatest(0, i.quantity + r.difference) end
   from unnest($1::bigint[], $2::integer[]) as r (id, difference) where i.id = r.id`,
);

/** Adds stock rows to goods without one. Values: product ids, option ids, counts. */
const insertStock = statement(
  'import.insertStock',
  v.strictObject({}),
  `insert into inventory (product_id, variation_option_id, quantity)
   select product_id, option_id, quantity
   from unnest($1::bigint[], $2::bigint[], $3::integer[]) as r (product_id, option_id, quantity)
   on conflict on constraint inventory_of do update set quantity = excluded.quantity`,
);

/** A count to change; without a stock row the product or option gets one. */
type FileStockChange = {
  product_id: number;
  option_id: number | null;
  inventory_id: number | null;
  difference: number;
};
type StockDifference = FileStockChange & VariantChange & { text: string };

/** Compares the file's count with the shop's; `sold` was sold after the count. */
function compareCounts(row: MatchedRow<number>, sold: number): StockDifference {
  const { product_id, option_id, inventory_id, quantity, is_continuous_selling } = row.variant;
  const counted = row.values - sold;
  const next = is_continuous_selling ? counted : Math.max(0, counted);
  const before = quantity ?? 0;
  const text = `${before} → ${next}${sold > 0 ? ` (${row.values} counted, ${sold} sold since)` : ''}`;
  const counts = { before: { quantity: before }, after: { quantity: next } };
  return { product_id, option_id, inventory_id, difference: next - before, ...counts, code: row.code, text };
}

const listProducts = (batch: readonly FileStockChange[]): number[] => [
  ...new Set(batch.map(({ product_id }) => product_id)),
];

/** Writes a batch of changes in the caller's transaction, which has locked their stock. */
export async function writeStockChanges(tx: Db, batch: readonly FileStockChange[]): Promise<void> {
  const existing = batch.filter(({ inventory_id }) => inventory_id !== null);
  await tx.rows(addToStock, [existing.map((each) => each.inventory_id), existing.map((each) => each.difference)]);
  const fresh = batch.filter(({ inventory_id }) => inventory_id === null);
  if (fresh.length > 0)
    await tx.rows(insertStock, [
      fresh.map((each) => each.product_id),
      fresh.map((each) => each.option_id),
      fresh.map((each) => each.difference),
    ]);
  await refreshAvailability(tx, listProducts(batch));
}

/**
 * Updates stock from a file of SKU or barcode and quantity. With `countedAt`, sales since then are subtracted from the
 * counts. Reports rows that it cannot use and goes on. Throws `UnreadableFile`.
 */
export async function updateStock(
  db: Db,
  path: string,
  options: UpdateOptions & { countedAt: Date | null },
): Promise<UpdateReport> {
  const { report, problem, note, onWritten, finish } = startUpdate(options);
  const run = { id: uuidV7(options.now), file: path, now: options.now, kind: 'stock' as const };
  const differences = await db.transaction(async (tx) => {
    // One snapshot of all counts: every later order is an addition to it.
    await tx.raw('set transaction isolation level repeatable read, read only');
    const since = options.countedAt === null ? [] : await tx.rows(soldSince, [options.countedAt]);
    const sold = new Map(since.map(({ inventory_id, quantity }) => [inventory_id, quantity]));
    const read = await readVariantRows(
      path,
      { columns: STOCK_COLUMNS, anyOf: ['quantity'] },
      { problem, note },
      (cell) => cell.read('quantity', parseStockCount),
    );
    report.rows_read = read.count;
    const rows = await findVariants(tx, read.rows, problem);
    return rows.flatMap((row) => {
      if (row.variant.is_bundle) {
        problem({ line: row.line, handle: row.code, reason: 'is a bundle: its stock is that of its parts' });
        return [];
      }
      return [compareCounts(row, sold.get(row.variant.inventory_id ?? 0) ?? 0)];
    });
  });
  const changed = differences.filter(({ difference }) => difference !== 0);
  report.unchanged = differences.length - changed.length;
  for (const { code, text } of changed) options.onChange({ code, text });
  if (options.dryRun) report.updated = changed.length;
  else
    await writeInBatches(
      db,
      changed,
      BATCH_SIZE,
      async (tx, batch) => {
        await lockRows(tx, lockStock, [listProducts(batch)]);
        await writeStockChanges(tx, batch);
        await recordVariantChanges(tx, run, batch);
      },
      onWritten,
    );
  return finish();
}
