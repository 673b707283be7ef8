/**
 * The demo shop's products: the 120 of docs/ux.md#4 in the order of their subcategories, and the voucher products
 * beside them.
 */

import { breadBuns } from './products/bread-buns.ts';
import { cannedFood } from './products/canned-food.ts';
import { cerealOats } from './products/cereal-oats.ts';
import { chocolateCandy } from './products/chocolate-candy.ts';
import { cleaningLaundry } from './products/cleaning-laundry.ts';
import { coffeeTea } from './products/coffee-tea.ts';
import { cookiesBiscuits } from './products/cookies-biscuits.ts';
import { eggsTofu } from './products/eggs-tofu.ts';
import { freshFruit } from './products/fresh-fruit.ts';
import { freshVegetables } from './products/fresh-vegetables.ts';
import { frozenFood } from './products/frozen-food.ts';
import { iceCream } from './products/ice-cream.ts';
import { instantNoodles } from './products/instant-noodles.ts';
import { kerepekKeropok } from './products/kerepek-keropok.ts';
import { milkYogurt } from './products/milk-yogurt.ts';
import { nutsDriedFruit } from './products/nuts-dried-fruit.ts';
import { oilCoconutMilk } from './products/oil-coconut-milk.ts';
import { popcornJerky } from './products/popcorn-jerky.ts';
import { potatoCassavaChips } from './products/potato-cassava-chips.ts';
import { riceNoodles } from './products/rice-noodles.ts';
import { saucesPastes } from './products/sauces-pastes.ts';
import { softDrinksJuice } from './products/soft-drinks-juice.ts';
import { spreadsKaya } from './products/spreads-kaya.ts';
import { tissuePaper } from './products/tissue-paper.ts';
import { type CategoryRows, expandRows } from './seed-rows.ts';
import type { SeedProduct } from './types.ts';
import { vouchers } from './vouchers.ts';

const subcategories: CategoryRows[] = [
  potatoCassavaChips,
  popcornJerky,
  cookiesBiscuits,
  chocolateCandy,
  nutsDriedFruit,
  kerepekKeropok,
  freshVegetables,
  freshFruit,
  eggsTofu,
  breadBuns,
  spreadsKaya,
  cerealOats,
  riceNoodles,
  instantNoodles,
  saucesPastes,
  oilCoconutMilk,
  cannedFood,
  milkYogurt,
  frozenFood,
  iceCream,
  softDrinksJuice,
  coffeeTea,
  cleaningLaundry,
  tissuePaper,
];

/** Products of the home page's first row, in order. */
const FEATURED = [
  'krupkrap-cassava-crackle-sambal',
  'nyonya-pot-pandan-kaya',
  'kuah-kita-curry-laksa-cup',
  'lembu-lane-fresh-milk',
  'nenek-bakes-pandan-coconut-cookies',
  'padi-lima-fragrant-rice',
  'kampung-cream-durian-tub',
  'buih-buih-mango-fizz',
  'letup-letup-gula-melaka-popcorn',
  'kopi-lorong-white-coffee',
  'ombak-bay-seaweed-thins',
  'reban-ria-eggs-grade-a',
];

/** The 120 products (docs/ux.md#4). */
export const goods: SeedProduct[] = subcategories.flatMap(expandRows).map((product) => {
  const place = FEATURED.indexOf(product.slug);
  return place < 0 ? product : { ...product, featured: place + 1 };
});

/** All products except bundles, whose prices derive from these. */
export const products: SeedProduct[] = [...goods, ...vouchers];

const bySlug = new Map(products.map((product) => [product.slug, product]));

/** Finds a product by its slug; throws for an unknown one, which is an error in the data. */
export function productBySlug(slug: string): SeedProduct {
  const product = bySlug.get(slug);
  if (!product) throw new Error(`No product ${slug}.`);
  return product;
}
