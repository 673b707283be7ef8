import { describe, expect, test } from 'vitest';
import { bundles } from './bundles.ts';
import { products } from './catalogue.ts';
import { expandCatalogue } from './expand.ts';

const hanzi = /\p{Script=Han}/u;
const demo = products.length + bundles.length;

describe('"`npm run seed -- --products 10000` expands it deterministically for scale"', () => {
  const many = [...expandCatalogue(10_000)];
  const made = many.slice(demo);

  test('returns the requested number, the demo shop’s products first, never fewer than those', () => {
    expect(many).toHaveLength(10_000);
    expect(many.slice(0, demo)).toEqual([...products, ...bundles]);
    expect([...expandCatalogue(5)]).toHaveLength(demo);
  });

  test('returns the same products again, and a larger shop begins with the smaller one', () => {
    expect([...expandCatalogue(1_000)]).toEqual(many.slice(0, 1_000));
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
    for (const product of made) {
      expect(product.price % 5).toBe(0);
      if (product.sale_price !== null) expect(product.sale_price).toBeLessThan(product.price);
      for (const tier of product.tier_prices) expect(tier.tier_price).toBeLessThan(product.price);
      for (const option of product.options) {
        expect(option.price % 5).toBe(0);
        expect(option.price).toBeGreaterThanOrEqual(product.price);
        if (option.sale_price !== null) expect(option.sale_price).toBeLessThan(option.price);
      }
      expect(product.max_sale_qty === 0 || product.max_sale_qty >= product.min_sale_qty).toBe(true);
    }
  });

  test('stock patterns keep their shares within a point', () => {
    const simple = made.filter((product) => product.inventory !== null);
    const share = (of: typeof made, test: (product: (typeof made)[number]) => boolean) =>
      (100 * of.filter(test).length) / of.length;
    const gone = share(simple, (p) => p.inventory?.quantity === 0 && !p.inventory.is_continuous_selling);
    const capped = share(made, (p) => p.max_sale_qty > 0);
    expect(Math.abs(gone - 8)).toBeLessThan(1);
    expect(Math.abs(capped - 6)).toBeLessThan(1);
  });

  test('names in both languages, pictures shared with the demo shop', () => {
    const drawings = new Set(many.flatMap((product) => product.images.map((image) => JSON.stringify(image))));
    const own = new Set([...products, ...bundles].flatMap((product) => product.images.map((i) => JSON.stringify(i))));
    expect(drawings).toEqual(own);
    for (const product of made) expect(product.name.zh).toMatch(hanzi);
  });
});
