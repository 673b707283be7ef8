import { DAY_MS } from '@shop/core/time';
import { describe, expect, test } from 'vitest';
import { goods, productBySlug } from './catalogue.ts';
import { deals, listDealWindows } from './deals.ts';
import { soldOutSlugs } from './stock.ts';

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

describe('docs/ux.md#4 "Shocking deals: 24 rotating, 20–45% off, ends_at 20:00 same day or Sunday"', () => {
  test('24, each of a simple product that can be bought and has no other sale', () => {
    expect(new Set(deals.map((deal) => deal.product_slug)).size).toBe(24);
    for (const deal of deals) {
      const product = productBySlug(deal.product_slug);
      expect(goods).toContain(product);
      expect([product.type, product.sale_price]).toEqual(['simple', null]);
      expect(soldOutSlugs as readonly string[]).not.toContain(product.slug);
    }
  });

  test('20–45% off, ending in 0 or 5 sen', () => {
    for (const deal of deals) {
      const discount = 1 - deal.sale_price / productBySlug(deal.product_slug).price;
      expect(discount, deal.product_slug).toBeGreaterThanOrEqual(0.2);
      expect(discount, deal.product_slug).toBeLessThanOrEqual(0.45);
      expect(deal.sale_price % 5).toBe(0);
    }
  });

  test('windows end at 20:00 in Kuala Lumpur, that day or that Sunday', () => {
    // 2026-11-20 is a Friday.
    const ends = new Set(listDealWindows('2026-11-20').map((window) => window.ends_at));
    expect([...ends]).toEqual(['2026-11-20T12:00:00.000Z', '2026-11-22T12:00:00.000Z']);
    const endsOnSunday = new Set(listDealWindows('2026-11-22').map((window) => window.ends_at));
    expect([...endsOnSunday]).toEqual(['2026-11-22T12:00:00.000Z']);
  });

  test('docs/readings.md#41: "one is always running", at every half hour of a month, and no product twice', () => {
    const start = Date.parse('2026-10-25T16:00:00Z');
    for (let at = start; at < start + 35 * DAY_MS; at += DAY_MS / 48) {
      const today = toDay(at + 8 * 3_600_000);
      const tomorrow = toDay(at + 8 * 3_600_000 + DAY_MS);
      const windows = new Map(
        [...listDealWindows(today), ...listDealWindows(tomorrow)].map((window) => [
          `${window.product_slug} ${window.starts_at}`,
          window,
        ]),
      );
      const runningWindows = [...windows.values()].filter(
        (window) => Date.parse(window.starts_at) <= at && at < Date.parse(window.ends_at),
      );
      expect(runningWindows).toHaveLength(8);
      expect(new Set(runningWindows.map((window) => window.product_slug)).size).toBe(8);
    }
  });

  test('runs every deal within a fortnight, and returns the same deals for the same day', () => {
    const productSlugs = new Set<string>();
    for (let day = 0; day < 14; day++) {
      const today = toDay(Date.parse('2026-11-16T00:00:00Z') + day * DAY_MS);
      expect(listDealWindows(today)).toEqual(listDealWindows(today));
      for (const window of listDealWindows(today)) productSlugs.add(window.product_slug);
    }
    expect(productSlugs.size).toBe(24);
  });

  test('refuses an invalid day', () => {
    expect(() => listDealWindows('2026-13-40')).toThrow();
    expect(() => listDealWindows('today')).toThrow();
  });
});
