/** The 24 shocking deals, and when each runs (docs/ux.md#4, docs/readings.md#41). Pure functions of the day. */
import { DAY_MS } from '@shop/core/time';
import type { SeedDeal, SeedDealWindow } from './types.ts';

type DealRow = [slug: string, salePrice: number];

/** Deals that run for a day: four at a time, each every fourth day. */
const dailyDeals: DealRow[] = [
  ['krupkrap-potato-waves-sea-salt', 290],
  ['kokonut-co-dark-chocolate-70', 690],
  ['tok-lada-light-soy-sauce', 390],
  ['perah-lane-coconut-water', 590],
  ['warung-wan-spicy-murukku', 450],
  ['nenek-bakes-pineapple-tarts', 1190],
  ['bijirin-bay-corn-flakes', 790],
  ['kilat-kita-serai-floor-cleaner', 750],
  ['letup-letup-butter-family-bucket', 990],
  ['kuah-kita-mi-goreng-pedas', 420],
  ['buah-bukit-pisang-berangan', 550],
  ['gebu-awan-soft-tissue-3-ply', 890],
  ['manis-lane-coffee-candy', 290],
  ['rempah-rimba-rendang-paste', 490],
  ['ombak-bay-sardines-in-tomato-425g', 590],
  ['kopi-lorong-teh-tarik-3-in-1', 950],
];

/** Deals that run for a week: four at a time, each every other week. */
const weeklyDeals: DealRow[] = [
  ['kampung-cream-durian-tub', 1490],
  ['kilat-kita-laundry-liquid', 1690],
  ['reban-ria-eggs-grade-a', 1090],
  ['padi-lima-organic-brown-rice', 1350],
  ['ombak-bay-prawn-dumplings', 990],
  ['buah-bukit-pineapple-jam', 450],
  ['kopi-lorong-kopi-o-bags', 890],
  ['gebu-awan-bathroom-rolls', 1390],
];

const CONCURRENT_DEALS = 4;
/** 20:00 in Kuala Lumpur is 12:00 UTC, all year round. */
const CLOSING_UTC_MS = 12 * 3_600_000;

/**
 * All 24 deals.
 *
 * @internal For their test.
 */
export const deals: SeedDeal[] = [
  ...dailyDeals.map(([product_slug, sale_price]): SeedDeal => ({ product_slug, sale_price, rhythm: 'day' })),
  ...weeklyDeals.map(([product_slug, sale_price]): SeedDeal => ({ product_slug, sale_price, rhythm: 'week' })),
];

function countDays(day: string): number {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(at)) throw new Error(`Not a day: ${day}.`);
  return at / DAY_MS;
}

function computeWindows(rows: DealRow[], turn: number, endDay: number, days: number): SeedDealWindow[] {
  const turns = rows.length / CONCURRENT_DEALS;
  const first = (((turn % turns) + turns) % turns) * CONCURRENT_DEALS;
  const ends = endDay * DAY_MS + CLOSING_UTC_MS;
  return rows.slice(first, first + CONCURRENT_DEALS).map(([product_slug, sale_price]) => ({
    product_slug,
    sale_price,
    starts_at: new Date(ends - days * DAY_MS).toISOString(),
    ends_at: new Date(ends).toISOString(),
  }));
}

/**
 * Returns the windows of a Malaysian day (`YYYY-MM-DD`): four that end that day at 20:00, four that end on its Sunday
 * at 20:00. Each begins when the previous one of its kind ends, so some are always running. After 20:00 the next day's
 * windows run, so callers need today's and tomorrow's. Product and start identify a window.
 */
export function listDealWindows(day: string): SeedDealWindow[] {
  const number = countDays(day);
  // 1 January 1970 was a Thursday: day 3 was the first Sunday.
  const week = Math.ceil((number - 3) / 7);
  return [...computeWindows(dailyDeals, number, number, 1), ...computeWindows(weeklyDeals, week, week * 7 + 3, 7)];
}
