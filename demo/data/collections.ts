import type { SeedCollection } from './types.ts';

/** What a grocery run is: everything but snacks and household. */
const GROCERY_ROOTS = 'fresh,bakery-breakfast,pantry,chilled-frozen,drinks';

/** The named collections of docs/api.md. Each follows a rule, so that orders and times decide. */
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
    rule: { by: 'best_sellers', category_slug: GROCERY_ROOTS },
    max_items: 40,
    products: [],
  },
  {
    key: 'popular',
    name: { en: 'Popular now', zh: '近期人气' },
    rule: { by: 'popular' },
    max_items: 40,
    products: [],
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
