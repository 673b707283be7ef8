import { expect, test } from 'vitest';
import { bundleGroupPrices, bundleSales, type PricedPart } from './bundle-sales.ts';
import { runningSale } from './running-sale.ts';

const sale = (sale_price: number, starts_at: string, ends_at: string | null, option: number | null = null) => {
  return { option, sale_price, starts_at, ends_at, is_deal: true };
};
const part = (price: number, ...sales: PricedPart['sales']): PricedPart => {
  return { option: null, quantity: 1, price, tier_prices: [], group_prices: {}, sales };
};
const priceAt = (price: number, parts: PricedPart[], at: string) =>
  runningSale(bundleSales(price, parts, PERCENT), null, price, new Date(at))?.sale_price ?? price;

/** Minimum saving of a bundle, in percent. */
const PERCENT = 3;

const NOON = '2027-03-01T12:00:00.000Z';
const EVENING = '2027-03-01T18:00:00.000Z';
const NIGHT = '2027-03-01T23:00:00.000Z';

test('a bundle cheaper than its parts has no sale', () => {
  expect(bundleSales(2_900, [part(2_000), part(1_000)], PERCENT)).toEqual([]);
  expect(bundleSales(2_900, [], PERCENT)).toEqual([]);
});

test('a bundle follows the sales of its parts, each for as long as it lasts', () => {
  const parts = [part(2_000, sale(1_700, NOON, NIGHT)), part(1_000, sale(900, EVENING, null))];
  expect(priceAt(2_900, parts, '2027-03-01T11:59:59.999Z')).toBe(2_900);
  expect(priceAt(2_900, parts, NOON)).toBe(2_615);
  expect(priceAt(2_900, parts, EVENING)).toBe(2_520);
  expect(priceAt(2_900, parts, NIGHT)).toBe(2_810);
  expect(priceAt(2_900, parts, '2030-01-01T00:00:00.000Z')).toBe(2_810);
});

test('a bundle dearer than its parts at their regular prices is capped at all times, in one period', () => {
  expect(bundleSales(3_100, [part(2_000), part(1_000)], PERCENT)).toMatchObject([{ sale_price: 2_910, ends_at: null }]);
  const other = sale(1, NOON, NIGHT, 7);
  // Another option's sale changes nothing.
  expect(bundleSales(3_100, [part(2_000, other), part(1_000)], PERCENT)).toMatchObject([
    { sale_price: 2_910, ends_at: null },
  ]);
});

test('a bundle follows the group prices of its parts, for each group', () => {
  const parts: PricedPart[] = [
    { ...part(2_000), group_prices: { tunas: 1_800, padi: 1_500 } },
    { ...part(1_000), group_prices: { tunas: 950 } },
  ];
  // The tunas' parts cost RM27.50, the padi's RM25.00.
  expect(bundleGroupPrices(2_700, {}, parts, PERCENT)).toEqual({ tunas: 2_665, padi: 2_425 });
  expect(bundleGroupPrices(2_700, { padi: 2_300, raya: 2_600 }, parts, PERCENT)).toEqual({
    tunas: 2_665,
    padi: 2_300,
    raya: 2_600,
  });
  expect(bundleGroupPrices(2_400, {}, parts, PERCENT)).toEqual({});
  expect(bundleGroupPrices(2_400, { padi: 2_300 }, [], PERCENT)).toEqual({ padi: 2_300 });
});
