/**
 * Products that are sold out, nearly sold out, limited or bulky: picked by hand, so that tests and demonstrations can
 * rely on it (docs/decisions/0002).
 */
import { between } from './random.ts';
import type { SeedInventory } from './types.ts';

/** Sold-out products: 8% of the 120. */
export const soldOutSlugs = [
  'letup-letup-teh-tarik-popcorn',
  'nenek-bakes-almond-london-mini',
  'kacang-kampit-mixed-nuts-seeds',
  'kebun-kabus-okra',
  'buah-bukit-sekaki-papaya',
  'oven-pagi-gluten-free-rice-loaf',
  'kuah-kita-white-curry-noodles',
  'tok-lada-button-mushrooms',
  'kampung-cream-cendol-cones',
  'gebu-awan-wet-wipes',
] as const;

/** Products with 1 to 9 units left: 10%. */
export const lowStock: Readonly<Record<string, number>> = {
  'salai-senja-rendang-mushroom-jerky': 8,
  'kokonut-co-choc-wafer': 6,
  'buah-bukit-seedless-watermelon': 3,
  'tauhu-tua-silken-tofu': 9,
  'tauhu-tua-organic-tempeh': 3,
  'oven-pagi-coconut-buns': 6,
  'oven-pagi-red-bean-pau': 9,
  'buah-bukit-kelulut-honey': 2,
  'bijirin-bay-gula-melaka-granola': 4,
  'minyak-mentari-extra-virgin-olive-oil': 5,
  'lembu-lane-cheddar-slices': 4,
  'ombak-bay-tuna-in-olive-oil': 1,
};

/** Products that sell without stock, with the stock that they have: 5%. */
export const continuousStock: Readonly<Record<string, number>> = {
  'kebun-kabus-kangkung': 6,
  'oven-pagi-wholemeal': 0,
  'oven-pagi-white-sandwich-loaf': 14,
  'padi-lima-local-white-rice': 0,
  'kopi-lorong-kopi-o-bags': 8,
  'kilat-kita-bleach': 0,
};

/** Products with a maximum quantity in one cart: 6%. */
export const maxSaleQty: Readonly<Record<string, number>> = {
  'kokonut-co-dark-chocolate-70': 10,
  'nyonya-pot-pandan-kaya': 5,
  'padi-lima-local-white-rice': 2,
  'kuah-kita-curry-laksa-cup': 12,
  'beku-bros-chicken-nuggets': 4,
  'kampung-cream-durian-tub': 3,
  'gebu-awan-bathroom-rolls': 6,
};

/** Products with a minimum quantity in one cart: 2%. */
export const minSaleQty: Readonly<Record<string, number>> = {
  'manis-lane-ginger-chews': 2,
  'santan-senandung-coconut-milk-200ml': 3,
};

/** Sold-out options: five of the 34 variable products have one. */
export const soldOutOptions = new Set([
  'ombak-bay-seaweed-thins-200g',
  'warung-wan-kuih-kapit-gula-melaka',
  'tok-lada-chilli-sauce-1kg',
  'lembu-lane-greek-yogurt-mango',
  'kopi-lorong-white-coffee-durian',
]);

/** SKUs of bulky options: 1%. */
export const bulkySkus = new Set(['padi-lima-fragrant-rice-10kg', 'buih-buih-mango-fizz-carton-24']);

/** Units reserved for shoppers in the store (`min_qty`). */
const minQty: Readonly<Record<string, number>> = { 'kebun-kabus-sawi': 5, 'lembu-lane-low-fat-uht-milk': 12 };

/** Stock that browser stories and tests rely on. */
const largeStock: Readonly<Record<string, number>> = {
  'nyonya-pot-pandan-kaya': 240,
  'krupkrap-cassava-crackle-sambal-120g': 180,
  'kuah-kita-curry-laksa-cup': 300,
  'santan-senandung-coconut-milk-200ml': 150,
};

const soldOut = new Set<string>(soldOutSlugs);

/**
 * Returns the stock of a simple product (by slug) or of an option (by SKU): 24 to 220 units, except those in the tables
 * above.
 */
export function makeInventory(sku: string): SeedInventory {
  const always = continuousStock[sku];
  if (always !== undefined) return { quantity: always, min_qty: 0, is_continuous_selling: true };
  const quantity =
    soldOut.has(sku) || soldOutOptions.has(sku) ? 0 : (lowStock[sku] ?? largeStock[sku] ?? between(sku, 24, 220));
  return { quantity, min_qty: minQty[sku] ?? 0, is_continuous_selling: false };
}

/** Returns the minimum and maximum quantity of a product in one cart. */
export function limitsOf(slug: string): { min_sale_qty: number; max_sale_qty: number } {
  return { min_sale_qty: minSaleQty[slug] ?? 1, max_sale_qty: maxSaleQty[slug] ?? 0 };
}
