import { describe, expect, test } from 'vitest';
import type { Inventory } from './product.ts';
import { countAvailableStock, findStockNote, isOutOfStock } from './stock.ts';

const simple = (quantity: number, inventory: Inventory | null = null) => ({
  quantity,
  inventory,
  variation_options: [],
});
const inventory = (quantity: number | null, min_qty: number | null = 0): Inventory => ({
  quantity,
  min_qty,
  is_continuous_selling: false,
});
const endlessInventory: Inventory = { quantity: 0, min_qty: 0, is_continuous_selling: true };

describe('docs/spec.md §5: out of stock, "product without variations"', () => {
  test.each([
    ['inventory above min_qty', simple(0, inventory(6, 5)), false],
    ['inventory at min_qty', simple(99, inventory(5, 5)), true],
    ['inventory below min_qty', simple(99, inventory(4, 5)), true],
    ['min_qty is 0 by default', simple(99, inventory(0, null)), true],
    ['inventory without a quantity: the product quantity counts', simple(6, inventory(null, 5)), false],
    ['inventory without a quantity: product quantity at min_qty', simple(5, inventory(null, 5)), true],
    ['continuous selling with nothing left', simple(0, endlessInventory), false],
    ['no inventory, some left', simple(1), false],
    ['no inventory, none left', simple(0), true],
    ['no inventory, below zero', simple(-1), true],
  ])('%s', (_, product, isOut) => {
    expect(isOutOfStock(product)).toBe(isOut);
  });
});

describe('docs/spec.md §5: out of stock, "With variations"', () => {
  const tea = {
    quantity: 0,
    inventory: inventory(0),
    variation_options: [
      { id: '1', quantity: 99, inventory: inventory(0) },
      { id: '2', quantity: 7, inventory: null },
      { id: '3', quantity: 0, inventory: endlessInventory },
    ],
  };
  const soldOutTea = {
    ...tea,
    inventory: inventory(50),
    quantity: 50,
    variation_options: tea.variation_options.slice(0, 1),
  };

  test.each([
    ['a chosen variation is judged by its own inventory', tea, '1', true],
    ['a chosen variation is judged by its own quantity', tea, '2', false],
    ['a chosen variation with continuous selling', tea, '3', false],
    ['with none chosen one variation suffices', tea, null, false],
    ['with none chosen out of stock if every variation is', soldOutTea, undefined, true],
    ['a variation that the product does not have', tea, '9', true],
  ])('%s', (_, product, optionId, isOut) => {
    expect(isOutOfStock(product, optionId)).toBe(isOut);
  });
});

test.each([
  [simple(3, inventory(12, 2)), 10],
  [simple(3, inventory(1, 2)), 0],
  [simple(3, inventory(null, 2)), 1],
  [simple(3), 3],
  [simple(-2), 0],
])('docs/readings.md#5: stock is net of min_qty', (product, count) => {
  expect(countAvailableStock(product)).toBe(count);
});

test.each([
  ['plenty', simple(11), null],
  ['ten', simple(10), { note: 'only_left', left: 10 }],
  ['net of the reserve', simple(0, inventory(12, 9)), { note: 'only_left', left: 3 }],
  ['none', simple(0), { note: 'sold_out' }],
  ['continuous selling', simple(2, endlessInventory), null],
])('docs/spec.md §4: "Products may show out of stock, on sale, or only N left": %s', (_, product, note) => {
  expect(findStockNote(product)).toEqual(note);
});

test('shows how many are left only for a chosen variation', () => {
  const product = { ...simple(0), variation_options: [{ id: '1', quantity: 2, inventory: null }] };
  expect(findStockNote(product, '1')).toEqual({ note: 'only_left', left: 2 });
  expect(findStockNote(product)).toBeNull();
});
