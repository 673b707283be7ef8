import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusal } from '../refusal.ts';
import {
  checkBulkyLimit,
  checkLineQuantity,
  checkQuantity,
  checkStepUp,
  computeMaxQuantity,
  stepDown,
  stepUp,
} from './limits.ts';

const max = (count: number) => refusal('cart.max_quantity', { max: count });
const soldOut = refusal('cart.sold_out');
const notPositive = refusal('cart.quantity_not_positive');

describe('docs/spec.md §5 "Adding quantity to cart"', () => {
  test.each([
    ['up to the maximum', { line_quantity: 3, addition: 2, max_sale_qty: 5, stock: 9 }, null],
    [
      '"line quantity plus the addition exceeds it"',
      { line_quantity: 3, addition: 3, max_sale_qty: 5, stock: 9 },
      max(5),
    ],
    [
      '"If max sale quantity is above 0": 0 is no limit',
      { line_quantity: 90, addition: 9, max_sale_qty: 0, stock: 99 },
      null,
    ],
    ['"If stock would be exceeded"', { line_quantity: 3, addition: 2, max_sale_qty: 0, stock: 4 }, max(4)],
    ['the last unit', { line_quantity: 3, addition: 1, max_sale_qty: 0, stock: 4 }, null],
    ["'Item sold out' when stock is 0", { line_quantity: 0, addition: 1, max_sale_qty: 0, stock: 0 }, soldOut],
    ['checks the maximum before the stock', { line_quantity: 3, addition: 9, max_sale_qty: 5, stock: 4 }, max(5)],
    [
      '"Zero or negative quantity is an error": zero',
      { line_quantity: 3, addition: 0, max_sale_qty: 5, stock: 9 },
      notPositive,
    ],
    [
      '"Zero or negative quantity is an error": negative',
      { line_quantity: 3, addition: -1, max_sale_qty: 5, stock: 9 },
      notPositive,
    ],
  ])('%s', (_, given, refused) => {
    expect(checkQuantity({ ...given, keep_available: false })).toEqual(refused);
  });

  test('"and continuous selling is off": with it stock limits nothing, the maximum still does', () => {
    const given = { line_quantity: 3, stock: 0, keep_available: true };
    expect(checkQuantity({ ...given, addition: 50, max_sale_qty: 0 })).toBeNull();
    expect(checkQuantity({ ...given, addition: 3, max_sale_qty: 5 })).toEqual(max(5));
  });
});

const line = (quantity: number, limits: object = {}) => ({
  quantity,
  min_sale_qty: 1,
  max_sale_qty: 0,
  stock: 9,
  keep_available: false,
  ...limits,
});

describe('docs/readings.md#5: quantities of a line', () => {
  test.each([
    ['0 removes', line(0, { min_sale_qty: 3 }), null],
    ['negative', line(-1), notPositive],
    ['at the minimum', line(3, { min_sale_qty: 3 }), null],
    ['below the minimum', line(2, { min_sale_qty: 3 }), refusal('cart.min_quantity', { min: 3 })],
    ['above the maximum', line(6, { max_sale_qty: 5 }), max(5)],
    ['above the stock', line(10), max(9)],
    ['"a line with the last unit is a good line"', line(9), null],
    ['sold out', line(1, { stock: 0 }), soldOut],
  ])('%s', (_, given, refused) => {
    expect(checkLineQuantity(given)).toEqual(refused);
  });

  test.each([
    ['the first step takes the minimum', line(0, { min_sale_qty: 3 }), 3],
    ['one more', line(3, { min_sale_qty: 3 }), 4],
  ])('up: %s', (_, given, quantity) => {
    expect(stepUp(given)).toBe(quantity);
  });

  test.each([
    ['one less', line(4, { min_sale_qty: 3 }), 3],
    ['"One step down from min_sale_qty removes the line"', line(3, { min_sale_qty: 3 }), 0],
    ['the last piece', line(1), 0],
    ['down to what may still be bought', line(9, { max_sale_qty: 5 }), 5],
    ['nothing may be bought any more', line(9, { stock: 0 }), 0],
  ])('down: %s', (_, given, quantity) => {
    expect(stepDown(given)).toBe(quantity);
  });

  test('the plus has a reason once no more may be added', () => {
    expect(checkStepUp(line(4, { max_sale_qty: 5 }))).toBeNull();
    expect(checkStepUp(line(5, { max_sale_qty: 5 }))).toEqual(max(5));
    expect(checkStepUp(line(9))).toEqual(max(9));
  });
});

const anyLine = fc.record({
  quantity: fc.integer({ min: 0, max: 60 }),
  min_sale_qty: fc.integer({ min: 1, max: 5 }),
  max_sale_qty: fc.oneof(fc.constant(0), fc.integer({ min: 5, max: 30 })),
  stock: fc.integer({ min: 0, max: 40 }),
  keep_available: fc.boolean(),
});

test('an allowed quantity is never above the maximum', () => {
  fc.assert(
    fc.property(anyLine, fc.integer({ min: -3, max: 40 }), (given, addition) => {
      if (checkQuantity({ ...given, line_quantity: given.quantity, addition }) === null) {
        expect(given.quantity + addition).toBeLessThanOrEqual(computeMaxQuantity(given));
        expect(addition).toBeGreaterThan(0);
      }
      const isAllowed = checkLineQuantity(given) === null;
      const isWithin = given.quantity >= given.min_sale_qty && given.quantity <= computeMaxQuantity(given);
      expect(isAllowed).toBe(given.quantity === 0 || isWithin);
    }),
  );
});

test('a step down leads to an allowed quantity, or removes the line', () => {
  fc.assert(
    fc.property(anyLine, (given) => {
      const quantity = stepDown(given);
      expect(checkLineQuantity({ ...given, quantity })).toBeNull();
      if (given.quantity > 0) expect(quantity).toBeLessThan(given.quantity);
    }),
  );
});

test('docs/api.md: "Bulky goods have a limit per order", of lines flagged for checkout', () => {
  const rice = { quantity: 2, bulky: true, checkout: true };
  expect(checkBulkyLimit([rice, { ...rice, quantity: 1 }], 3)).toBeNull();
  expect(checkBulkyLimit([rice, rice], 3)).toEqual(refusal('cart.bulky_limit', { max: 3 }));
  expect(checkBulkyLimit([rice, { ...rice, checkout: false }], 3)).toBeNull();
  expect(checkBulkyLimit([rice, { ...rice, quantity: 50, bulky: false }], 3)).toBeNull();
});
