import { goods } from './catalogue.ts';
import { categories } from './categories.ts';
import type { SeedCollection, SeedProduct } from './types.ts';

/** What a grocery run is: everything but snacks and household. */
const GROCERY_ROOTS = new Set(['fresh', 'bakery-breakfast', 'pantry', 'chilled-frozen', 'drinks']);

const rootOf = new Map(categories.map((category) => [category.slug, category.parent ?? category.slug]));

function top(count: (product: SeedProduct) => number, among: SeedProduct[]): string[] {
  return among
    .toSorted((a, b) => count(b) - count(a) || (a.slug < b.slug ? -1 : 1))
    .slice(0, 40)
    .map((product) => product.slug);
}

const grocery = goods.filter((product) => GROCERY_ROOTS.has(rootOf.get(product.aisle) ?? ''));

/** The named collections of api.md. The two picked ones follow the seeded counts, until orders say otherwise. */
export const collections: SeedCollection[] = [
  {
    key: 'best_seller',
    name: { en: 'Best sellers', zh: '热卖商品' },
    rule: { by: 'best_sellers' },
    max_items: 40,
    products: [],
  },
  {
    key: 'best_seller_grocery',
    name: { en: 'Best-selling groceries', zh: '热卖杂货' },
    rule: { by: 'picked' },
    max_items: 40,
    products: top((product) => product.sold_count, grocery),
  },
  {
    key: 'popular',
    name: { en: 'Popular now', zh: '近期人气' },
    rule: { by: 'picked' },
    max_items: 40,
    products: top((product) => product.sold_recently, goods),
  },
  {
    key: 'cookies',
    name: { en: 'Cookies', zh: '曲奇' },
    rule: { by: 'category', category_slug: 'cookies-biscuits' },
    max_items: null,
    products: [],
  },
  {
    key: 'chips',
    name: { en: 'Chips', zh: '薯片' },
    rule: { by: 'category', category_slug: 'potato-cassava-chips' },
    max_items: null,
    products: [],
  },
  {
    key: 'popcorn_jerky',
    name: { en: 'Popcorn & jerky', zh: '爆米花与肉干' },
    rule: { by: 'category', category_slug: 'popcorn-jerky' },
    max_items: null,
    products: [],
  },
  {
    key: 'fresh_vegetables',
    name: { en: 'Fresh vegetables', zh: '新鲜蔬菜' },
    rule: { by: 'category', category_slug: 'fresh-vegetables' },
    max_items: null,
    products: [],
  },
  {
    key: 'new_arrivals',
    name: { en: 'New arrivals', zh: '新品上架' },
    rule: { by: 'newest' },
    max_items: 24,
    products: [],
  },
  {
    key: 'shocking_deals',
    name: { en: 'Shocking deals', zh: '惊喜特价' },
    rule: { by: 'deals' },
    max_items: null,
    products: [],
  },
  { key: 'bundles', name: { en: 'Bundles', zh: '超值配套' }, rule: { by: 'bundles' }, max_items: null, products: [] },
];
