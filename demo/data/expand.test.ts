import { describe, expect, test } from 'vitest';
import { bundles } from './bundles.ts';
import { products } from './catalogue.ts';
import { expandCatalogue } from './expand.ts';

const hanzi = /\p{Script=Han}/u;
const demoCount = products.length + bundles.length;

describe('"`npm run seed -- --products 10000` expands it deterministically for scale"', () => {
  const catalogue = [...expandCatalogue(10_000)];
  const addedProducts = catalogue.slice(demoCount);

  test('returns the requested number, the demo shop’s products first, never fewer than those', () => {
    expect(catalogue).toHaveLength(10_000);
    expect(catalogue.slice(0, demoCount)).toEqual([...products, ...bundles]);
    expect([...expandCatalogue(5)]).toHaveLength(demoCount);
  });

  test('returns the same products again, and a larger shop begins with the smaller one', () => {
    expect([...expandCatalogue(1_000)]).toEqual(catalogue.slice(0, 1_000));
  });

  test('slugs, SKUs and titles are unique, up to 30,000', () => {
    const slugs = new Set<string>();
    const titles = new Set<string>();
    const skus = new Set<string>();
    let options = 0;
    for (const product of expandCatalogue(30_000)) {
      slugs.add(product.slug);
      titles.add(product.title.en);
      options += product.options.length;
      for (const option of product.options) skus.add(option.sku);
    }
    expect([slugs.size, titles.size, skus.size]).toEqual([30_000, 30_000, options]);
  });

  test('prices end in 0 or 5 sen, sales are lower, tiers descend, the first option is the cheapest', () => {
    for (const product of addedProducts) {
      expect(product.price % 5).toBe(0);
      if (product.sale_price !== null) expect(product.sale_price).toBeLessThan(product.price);
      const prices = [product.price, ...product.tier_prices.map(({ tier_price }) => tier_price)];
      expect(prices).toEqual([...new Set(prices)].toSorted((a, b) => b - a));
      for (const option of product.options) {
        expect(option.price % 5).toBe(0);
        expect(option.price).toBeGreaterThanOrEqual(product.price);
        if (option.sale_price !== null) expect(option.sale_price).toBeLessThan(option.price);
      }
      expect(product.max_sale_qty === 0 || product.max_sale_qty >= product.min_sale_qty).toBe(true);
    }
  });

  test('stock patterns keep their shares within a point', () => {
    const simpleProducts = addedProducts.filter((product) => product.inventory !== null);
    const computeShare = (list: typeof addedProducts, test: (product: (typeof addedProducts)[number]) => boolean) =>
      (100 * list.filter(test).length) / list.length;
    const soldOutShare = computeShare(
      simpleProducts,
      (p) => p.inventory?.quantity === 0 && !p.inventory.is_continuous_selling,
    );
    const cappedShare = computeShare(addedProducts, (p) => p.max_sale_qty > 0);
    expect(Math.abs(soldOutShare - 8)).toBeLessThan(1);
    expect(Math.abs(cappedShare - 6)).toBeLessThan(1);
  });

  test('names in both languages, pictures shared with the demo shop', () => {
    const drawings = new Set(catalogue.flatMap((product) => product.images.map((image) => JSON.stringify(image))));
    const demoDrawings = new Set(
      [...products, ...bundles].flatMap((product) => product.images.map((i) => JSON.stringify(i))),
    );
    expect(drawings).toEqual(demoDrawings);
    for (const product of addedProducts) expect(product.name.zh).toMatch(hanzi);
  });
});
