import { expect, test } from 'vitest';
import { capGroupPrices, listBundleSales, type PricedBundleItem } from './bundle-sales.ts';
import { findRunningSale } from './running-sale.ts';

const sale = (sale_price: number, starts_at: string, ends_at: string | null, option: number | null = null) => {
  return { option, sale_price, starts_at, ends_at, is_deal: true };
};
const item = (price: number, ...sales: PricedBundleItem['sales']): PricedBundleItem => {
  return { option: null, quantity: 1, price, tier_prices: [], group_prices: {}, sales };
};
const priceAt = (price: number, items: PricedBundleItem[], at: string) =>
  findRunningSale(listBundleSales(price, items, PERCENT), null, price, new Date(at))?.sale_price ?? price;

/** Minimum saving of a bundle, in percent. */
const PERCENT = 3;

const NOON = '2027-03-01T12:00:00.000Z';
const EVENING = '2027-03-01T18:00:00.000Z';
const NIGHT = '2027-03-01T23:00:00.000Z';

test('a bundle cheaper than its parts has no sale', () => {
  expect(listBundleSales(2_900, [item(2_000), item(1_000)], PERCENT)).toEqual([]);
  expect(listBundleSales(2_900, [], PERCENT)).toEqual([]);
});

test('a bundle follows the sales of its parts, each for as long as it lasts', () => {
  const items = [item(2_000, sale(1_700, NOON, NIGHT)), item(1_000, sale(900, EVENING, null))];
  expect(priceAt(2_900, items, '2027-03-01T11:59:59.999Z')).toBe(2_900);
  expect(priceAt(2_900, items, NOON)).toBe(2_615);
  expect(priceAt(2_900, items, EVENING)).toBe(2_520);
  expect(priceAt(2_900, items, NIGHT)).toBe(2_810);
  expect(priceAt(2_900, items, '2030-01-01T00:00:00.000Z')).toBe(2_810);
});

test('a bundle dearer than its parts at their regular prices is capped at all times, in one period', () => {
  expect(listBundleSales(3_100, [item(2_000), item(1_000)], PERCENT)).toMatchObject([
    { sale_price: 2_910, ends_at: null },
  ]);
  const other = sale(1, NOON, NIGHT, 7);
  // Another option's sale changes nothing.
  expect(listBundleSales(3_100, [item(2_000, other), item(1_000)], PERCENT)).toMatchObject([
    { sale_price: 2_910, ends_at: null },
  ]);
});

test('a bundle follows the group prices of its parts, for each group', () => {
  const items: PricedBundleItem[] = [
    { ...item(2_000), group_prices: { tunas: 1_800, padi: 1_500 } },
    { ...item(1_000), group_prices: { tunas: 950 } },
  ];
  // The tunas' items cost RM27.50, the padi's RM25.00.
  expect(capGroupPrices(2_700, {}, items, PERCENT)).toEqual({ tunas: 2_665, padi: 2_425 });
  expect(capGroupPrices(2_700, { padi: 2_300, raya: 2_600 }, items, PERCENT)).toEqual({
    tunas: 2_665,
    padi: 2_300,
    raya: 2_600,
  });
  expect(capGroupPrices(2_400, {}, items, PERCENT)).toEqual({});
  expect(capGroupPrices(2_400, { padi: 2_300 }, [], PERCENT)).toEqual({ padi: 2_300 });
});
