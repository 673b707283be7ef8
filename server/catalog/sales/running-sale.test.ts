import { expect, test } from 'vitest';
import type { ListingSale } from '../listing/listing-document.ts';
import { unitsAvailable } from '../listing/offers.ts';
import { findNextSaleChange, findRunningSale } from './running-sale.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
const sale = (sale_price: number, from: number, to: number | null, option: number | null = null): ListingSale => ({
  option,
  sale_price,
  starts_at: at(from).toISOString(),
  ends_at: to === null ? null : at(to).toISOString(),
  is_deal: false,
});

test('docs/readings.md#29: selects the lowest sale running at the time, from its start until its end', () => {
  const sales = [sale(800, 0, null), sale(700, 2, 4), sale(600, 2, 4, 9), sale(1200, 0, null)];
  expect(findRunningSale(sales, null, 1000, at(1))).toEqual({ sale_price: 800, ends_at: null });
  expect(findRunningSale(sales, null, 1000, at(2))).toEqual({ sale_price: 700, ends_at: at(4) });
  expect(findRunningSale(sales, null, 1000, at(4))).toEqual({ sale_price: 800, ends_at: null });
  expect(findRunningSale(sales, 9, 1000, at(3))).toEqual({ sale_price: 600, ends_at: at(4) });
  expect(findRunningSale(sales, null, 700, at(3))).toBeNull();
  expect(findRunningSale([sale(700, 0, 3), sale(700, 0, 5)], null, 1000, at(1))?.ends_at).toEqual(at(5));
});

test('finds the next start or end of any sale', () => {
  const sales = [sale(800, 0, null), sale(700, 2, 4)];
  expect(findNextSaleChange(sales, at(1))).toEqual(at(2));
  expect(findNextSaleChange(sales, at(2))).toEqual(at(4));
  expect(findNextSaleChange(sales, at(4))).toBeNull();
});

test('docs/readings.md#30: the scarcest part limits the units, net of min_qty', () => {
  const row = (quantity: number, per_unit = 1, min_qty = 0, is_continuous_selling = false) => {
    return { inventory_id: 1, quantity, per_unit, min_qty, is_continuous_selling };
  };
  expect(unitsAvailable([])).toBe(0);
  expect(unitsAvailable([row(7, 1, 2)])).toBe(5);
  expect(unitsAvailable([row(7, 2, 2), row(100)])).toBe(2);
  expect(unitsAvailable([row(1, 1, 4)])).toBe(0);
  expect(unitsAvailable([row(0, 1, 0, true), row(3)])).toBe(3);
  expect(unitsAvailable([row(0, 1, 0, true)])).toBe(Number.POSITIVE_INFINITY);
});
