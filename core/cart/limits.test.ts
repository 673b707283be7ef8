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

const refuseAbove = (count: number) => refusal('cart.max_quantity', { max: count });
const SOLD_OUT = refusal('cart.sold_out');
const NOT_POSITIVE = refusal('cart.quantity_not_positive');

describe('docs/spec.md §5 "Adding quantity to cart"', () => {
  test.each([
    ['up to the maximum', { line_quantity: 3, addition: 2, max_sale_qty: 5, stock: 9 }, null],
    [
      '"line quantity plus the addition exceeds it"',
      { line_quantity: 3, addition: 3, max_sale_qty: 5, stock: 9 },
      refuseAbove(5),
    ],
    [
      '"If max sale quantity is above 0": 0 is no limit',
      { line_quantity: 90, addition: 9, max_sale_qty: 0, stock: 99 },
      null,
    ],
    ['"If stock would be exceeded"', { line_quantity: 3, addition: 2, max_sale_qty: 0, stock: 4 }, refuseAbove(4)],
    ['the last unit', { line_quantity: 3, addition: 1, max_sale_qty: 0, stock: 4 }, null],
    ["'Item sold out' when stock is 0", { line_quantity: 0, addition: 1, max_sale_qty: 0, stock: 0 }, SOLD_OUT],
    [
      'checks the maximum before the stock',
      { line_quantity: 3, addition: 9, max_sale_qty: 5, stock: 4 },
      refuseAbove(5),
    ],
    [
      '"Zero or negative quantity is an error": zero',
      { line_quantity: 3, addition: 0, max_sale_qty: 5, stock: 9 },
      NOT_POSITIVE,
    ],
    [
      '"Zero or negative quantity is an error": negative',
      { line_quantity: 3, addition: -1, max_sale_qty: 5, stock: 9 },
      NOT_POSITIVE,
    ],
  ])('%s', (_, quantities, expected) => {
    expect(checkQuantity({ ...quantities, keep_available: false })).toEqual(expected);
  });

  test('"and continuous selling is off": with it stock limits nothing, the maximum still does', () => {
    const quantities = { line_quantity: 3, stock: 0, keep_available: true };
    expect(checkQuantity({ ...quantities, addition: 50, max_sale_qty: 0 })).toBeNull();
    expect(checkQuantity({ ...quantities, addition: 3, max_sale_qty: 5 })).toEqual(refuseAbove(5));
  });
});

const makeLine = (quantity: number, limits: object = {}) => ({
  quantity,
  min_sale_qty: 1,
  max_sale_qty: 0,
  stock: 9,
  keep_available: false,
  ...limits,
});

describe('docs/readings.md#5: quantities of a line', () => {
  test.each([
    ['0 removes', makeLine(0, { min_sale_qty: 3 }), null],
    ['negative', makeLine(-1), NOT_POSITIVE],
    ['at the minimum', makeLine(3, { min_sale_qty: 3 }), null],
    ['below the minimum', makeLine(2, { min_sale_qty: 3 }), refusal('cart.min_quantity', { min: 3 })],
    ['above the maximum', makeLine(6, { max_sale_qty: 5 }), refuseAbove(5)],
    ['above the stock', makeLine(10), refuseAbove(9)],
    ['"a line with the last unit is a good line"', makeLine(9), null],
    ['sold out', makeLine(1, { stock: 0 }), SOLD_OUT],
  ])('%s', (_, line, expected) => {
    expect(checkLineQuantity(line)).toEqual(expected);
  });

  test.each([
    ['the first step takes the minimum', makeLine(0, { min_sale_qty: 3 }), 3],
    ['one more', makeLine(3, { min_sale_qty: 3 }), 4],
  ])('up: %s', (_, line, quantity) => {
    expect(stepUp(line)).toBe(quantity);
  });

  test.each([
    ['one less', makeLine(4, { min_sale_qty: 3 }), 3],
    ['"One step down from min_sale_qty removes the line"', makeLine(3, { min_sale_qty: 3 }), 0],
    ['the last piece', makeLine(1), 0],
    ['down to what may still be bought', makeLine(9, { max_sale_qty: 5 }), 5],
    ['nothing may be bought any more', makeLine(9, { stock: 0 }), 0],
  ])('down: %s', (_, line, quantity) => {
    expect(stepDown(line)).toBe(quantity);
  });

  test('the plus has a reason once no more may be added', () => {
    expect(checkStepUp(makeLine(4, { max_sale_qty: 5 }))).toBeNull();
    expect(checkStepUp(makeLine(5, { max_sale_qty: 5 }))).toEqual(refuseAbove(5));
    expect(checkStepUp(makeLine(9))).toEqual(refuseAbove(9));
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
    fc.property(anyLine, fc.integer({ min: -3, max: 40 }), (line, addition) => {
      if (checkQuantity({ ...line, line_quantity: line.quantity, addition }) === null) {
        expect(line.quantity + addition).toBeLessThanOrEqual(computeMaxQuantity(line));
        expect(addition).toBeGreaterThan(0);
      }
      const isAllowed = checkLineQuantity(line) === null;
      const isWithin = line.quantity >= line.min_sale_qty && line.quantity <= computeMaxQuantity(line);
      expect(isAllowed).toBe(line.quantity === 0 || isWithin);
    }),
  );
});

test('a step down leads to an allowed quantity, or removes the line', () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      const quantity = stepDown(line);
      expect(checkLineQuantity({ ...line, quantity })).toBeNull();
      if (line.quantity > 0) expect(quantity).toBeLessThan(line.quantity);
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
