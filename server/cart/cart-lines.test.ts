import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Offer, StockRow } from '../catalog/listing/offers.ts';
import { applyLineUpdates, type LoadedLine, reconcile, sumDemand, toLine } from './cart-lines.ts';

const STOCK_ROWS = 3;
const BULKY_MAX = 4;

/** Generates the stock rows, which all lines share. */
const stockRows = fc.array(
  fc.record({
    quantity: fc.integer({ min: 0, max: 12 }),
    min_qty: fc.integer({ min: 0, max: 2 }),
    is_continuous_selling: fc.boolean(),
  }),
  { minLength: STOCK_ROWS, maxLength: STOCK_ROWS },
);

/** Generates a line: its stock rows and demand, its limits, and its state in the cart. */
const lineFields = fc.record({
  takes: fc.uniqueArray(fc.record({ row: fc.nat(STOCK_ROWS - 1), per_unit: fc.integer({ min: 1, max: 3 }) }), {
    selector: ({ row }) => row,
    minLength: 1,
    maxLength: 2,
  }),
  min_sale_qty: fc.integer({ min: 1, max: 3 }),
  over_min: fc.integer({ min: -1, max: 4 }),
  bulky: fc.boolean(),
  is_sold: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 9 }),
  checkout: fc.boolean(),
});

const cart = fc.tuple(stockRows, fc.array(lineFields, { maxLength: 5 })).map(([rows, lines]) =>
  lines.map((each, index): LoadedLine => {
    const stock = each.takes.map(({ row, per_unit }): StockRow => {
      return {
        inventory_id: row,
        per_unit,
        ...(rows[row] ?? { quantity: 0, min_qty: 0, is_continuous_selling: false }),
      };
    });
    const offer: Offer = {
      product_id: index + 1,
      variation_option_id: null,
      slug: '',
      type: 'simple',
      name_en: '',
      name_zh: null,
      variant_en: null,
      variant_zh: null,
      image_hash: '',
      stage: 'snack',
      price: 500,
      sale_price: null,
      sale_ends_at: null,
      tier_prices: [],
      group_prices: {},
      min_sale_qty: each.min_sale_qty,
      // -1: no limit.
      max_sale_qty: each.over_min < 0 ? 0 : each.min_sale_qty + each.over_min,
      bulky: each.bulky,
      weight: 0,
      is_bundle: false,
      is_sold: each.is_sold,
      stock,
    };
    return toLine(
      { position: index, quantity: each.quantity, checkout: each.checkout, seen_price: 500 },
      offer,
      { categories: [], frozen_parts: [], brand: null },
      null,
    );
  }),
);

/** Lists the spec's limits that an order of these lines would break. */
function listBrokenLimits(lines: readonly LoadedLine[]): string[] {
  const orderedLines = lines.filter((line) => line.checkout);
  const violations = orderedLines.flatMap((line) => [
    ...(line.is_sold ? [] : ['unavailable']),
    ...(line.quantity >= line.min_sale_qty ? [] : ['minimum']),
    ...(line.max_sale_qty === 0 || line.quantity <= line.max_sale_qty ? [] : ['maximum']),
  ]);
  const bulky = orderedLines.reduce((sum, line) => sum + (line.bulky ? line.quantity : 0), 0);
  const demand = sumDemand(lines);
  const rows = orderedLines.flatMap((line) => line.offer.stock);
  const short = rows.filter(
    (row) =>
      !row.is_continuous_selling && (demand.get(row.inventory_id) ?? 0) > Math.max(0, row.quantity - row.min_qty),
  );
  return [...violations, ...(bulky > BULKY_MAX ? ['bulky'] : []), ...short.map(() => 'stock')];
}

const pickQuantities = (lines: readonly LoadedLine[]) =>
  lines.map(({ id, quantity, checkout }) => ({ id, quantity, checkout }));

test('reconciling applies every limit, drops no line, and is idempotent', () => {
  fc.assert(
    fc.property(cart, (lines) => {
      const result = reconcile(lines, BULKY_MAX);
      expect(listBrokenLimits(result.lines)).toEqual([]);
      expect(result.lines.map((line) => line.id)).toEqual(lines.map((line) => line.id));
      const again = reconcile(result.lines, BULKY_MAX);
      expect(pickQuantities(again.lines)).toEqual(pickQuantities(result.lines));
      expect(again.changes).toEqual([]);
    }),
  );
});

test('reports every difference at its line, and nothing else', () => {
  fc.assert(
    fc.property(cart, (lines) => {
      const { lines: after, changes } = reconcile(lines, BULKY_MAX);
      const changedLines = after.filter(
        (line, at) => line.quantity !== lines[at]?.quantity || line.checkout !== lines[at]?.checkout,
      );
      expect(changes.map((change) => change.line?.id)).toEqual(changedLines.map((line) => line.id));
    }),
  );
});

test('applied line updates keep every limit, and rejected ones change nothing', () => {
  const anyUpdates = fc.array(
    fc.record(
      { id: fc.integer({ min: 1, max: 6 }).map(String), quantity: fc.nat(15), checkout: fc.boolean() },
      { requiredKeys: ['id'] },
    ),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(cart, anyUpdates, (lines, updates) => {
      const before = reconcile(lines, BULKY_MAX).lines;
      const { lines: after, rejected } = applyLineUpdates(before, updates, BULKY_MAX);
      expect(listBrokenLimits(after)).toEqual([]);
      for (const { change } of rejected) {
        const line = before.find((each) => each.id === change?.line?.id);
        if (line !== undefined) expect(pickQuantities(after)).toContainEqual(pickQuantities([line])[0]);
      }
      const removals = updates.filter((each) => each.quantity === 0);
      expect(applyLineUpdates(after, removals, BULKY_MAX).rejected).toEqual([]);
    }),
  );
});
