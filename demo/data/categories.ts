import type { Backdrop } from '@shop/core/catalog/backdrops';
import type { SeedCategory, SeedText } from './types.ts';

/** Subcategories with products of several brands. */
const SHARED_BY_BRANDS = new Set([
  'potato-cassava-chips',
  'popcorn-jerky',
  'cookies-biscuits',
  'chocolate-candy',
  'nuts-dried-fruit',
  'eggs-tofu',
  'spreads-kaya',
  'sauces-pastes',
  'oil-coconut-milk',
  'canned-food',
  'milk-yogurt',
  'frozen-food',
  'soft-drinks-juice',
]);

type Subcategory = {
  slug: string;
  en: string;
  zh: string;
  /** Whole ringgit. */
  range: readonly [number, number];
  tile: string;
  stage?: Backdrop;
};

function makeRoot(
  position: number,
  slug: string,
  name: SeedText,
  stage: Backdrop,
  tile: string,
  subcategories: Subcategory[],
): SeedCategory[] {
  return [
    {
      slug,
      parent: null,
      name,
      position,
      stage,
      tile_product: tile,
      price_range: null,
      show_in_sidemenu: true,
      show_in_footer: true,
      show_in_brand: false,
    },
    ...subcategories.map(
      (category, index): SeedCategory => ({
        slug: category.slug,
        parent: slug,
        name: { en: category.en, zh: category.zh },
        position: index + 1,
        stage: category.stage ?? stage,
        tile_product: category.tile,
        price_range: [category.range[0] * 100, category.range[1] * 100],
        show_in_sidemenu: true,
        show_in_footer: false,
        show_in_brand: SHARED_BY_BRANDS.has(category.slug),
      }),
    ),
  ];
}

/**
 * 7 roots and their 24 subcategories, each root before its subcategories (docs/ux.md#4 "Tree", docs/readings.md#41).
 */
export const categories: SeedCategory[] = [
  ...makeRoot(1, 'snacks', { en: 'Snacks', zh: '零食' }, 'snack', 'krupkrap-cassava-crackle-sambal', [
    {
      slug: 'potato-cassava-chips',
      en: 'Chips',
      zh: '薯片脆片',
      range: [2, 9],
      tile: 'krupkrap-cassava-crackle-sambal',
    },
    {
      slug: 'popcorn-jerky',
      en: 'Popcorn & jerky',
      zh: '爆米花与肉干',
      range: [5, 16],
      tile: 'letup-letup-butter-family-bucket',
    },
    {
      slug: 'cookies-biscuits',
      en: 'Cookies & biscuits',
      zh: '曲奇饼干',
      range: [4, 22],
      tile: 'nenek-bakes-pandan-coconut-cookies',
      stage: 'sweet',
    },
    {
      slug: 'chocolate-candy',
      en: 'Chocolate & candy',
      zh: '巧克力糖果',
      range: [2, 15],
      tile: 'kokonut-co-dark-chocolate-70',
      stage: 'sweet',
    },
    {
      slug: 'nuts-dried-fruit',
      en: 'Nuts & dried fruit',
      zh: '坚果干果',
      range: [5, 30],
      tile: 'kacang-kampit-lightly-salted-cashews',
    },
    {
      slug: 'kerepek-keropok',
      en: 'Kerepek & keropok',
      zh: '传统小食',
      range: [3, 15],
      tile: 'warung-wan-fish-keropok-crisps',
    },
  ]),
  ...makeRoot(2, 'fresh', { en: 'Fresh', zh: '生鲜' }, 'fresh', 'kebun-kabus-sawi', [
    { slug: 'fresh-vegetables', en: 'Vegetables', zh: '新鲜蔬菜', range: [1, 8], tile: 'kebun-kabus-sawi' },
    { slug: 'fresh-fruit', en: 'Fruit', zh: '新鲜水果', range: [3, 35], tile: 'buah-bukit-pisang-berangan' },
    { slug: 'eggs-tofu', en: 'Eggs & tofu', zh: '鸡蛋豆腐', range: [2, 16], tile: 'reban-ria-eggs-grade-a' },
  ]),
  ...makeRoot(3, 'bakery-breakfast', { en: 'Bakery & breakfast', zh: '面包与早餐' }, 'pantry', 'oven-pagi-wholemeal', [
    { slug: 'bread-buns', en: 'Bread & buns', zh: '面包包点', range: [3, 14], tile: 'oven-pagi-wholemeal' },
    { slug: 'spreads-kaya', en: 'Spreads & kaya', zh: '咖椰与抹酱', range: [5, 30], tile: 'nyonya-pot-pandan-kaya' },
    {
      slug: 'cereal-oats',
      en: 'Cereal & oats',
      zh: '麦片燕麦',
      range: [8, 25],
      tile: 'bijirin-bay-organic-rolled-oats',
    },
  ]),
  ...makeRoot(4, 'pantry', { en: 'Pantry', zh: '厨房干货' }, 'pantry', 'padi-lima-fragrant-rice', [
    { slug: 'rice-noodles', en: 'Rice & noodles', zh: '白米面食', range: [3, 70], tile: 'padi-lima-fragrant-rice' },
    { slug: 'instant-noodles', en: 'Instant noodles', zh: '快熟面', range: [2, 12], tile: 'kuah-kita-curry-laksa-cup' },
    { slug: 'sauces-pastes', en: 'Sauces & pastes', zh: '酱料香料', range: [3, 15], tile: 'tok-lada-light-soy-sauce' },
    {
      slug: 'oil-coconut-milk',
      en: 'Oil & coconut milk',
      zh: '食油椰浆',
      range: [3, 40],
      tile: 'minyak-mentari-cooking-oil',
    },
    {
      slug: 'canned-food',
      en: 'Canned food',
      zh: '罐头食品',
      range: [3, 12],
      tile: 'ombak-bay-sardines-in-tomato-155g',
    },
  ]),
  ...makeRoot(5, 'chilled-frozen', { en: 'Chilled & frozen', zh: '冷藏冷冻' }, 'dairy', 'lembu-lane-fresh-milk', [
    { slug: 'milk-yogurt', en: 'Milk & yogurt', zh: '牛奶优格', range: [2, 20], tile: 'lembu-lane-fresh-milk' },
    { slug: 'frozen-food', en: 'Frozen food', zh: '冷冻食品', range: [5, 35], tile: 'ombak-bay-prawn-dumplings' },
    {
      slug: 'ice-cream',
      en: 'Ice cream',
      zh: '冰淇淋',
      range: [2, 25],
      tile: 'kampung-cream-durian-tub',
      stage: 'sweet',
    },
  ]),
  ...makeRoot(6, 'drinks', { en: 'Drinks', zh: '饮料' }, 'drink', 'buih-buih-mango-fizz', [
    {
      slug: 'soft-drinks-juice',
      en: 'Soft drinks & juice',
      zh: '汽水果汁',
      range: [2, 15],
      tile: 'buih-buih-mango-fizz',
    },
    { slug: 'coffee-tea', en: 'Coffee & tea', zh: '咖啡与茶', range: [5, 25], tile: 'kopi-lorong-white-coffee' },
  ]),
  ...makeRoot(7, 'household', { en: 'Household', zh: '家居用品' }, 'home', 'kilat-kita-laundry-liquid', [
    {
      slug: 'cleaning-laundry',
      en: 'Cleaning & laundry',
      zh: '清洁洗衣',
      range: [3, 35],
      tile: 'kilat-kita-laundry-liquid',
    },
    { slug: 'tissue-paper', en: 'Tissue & paper', zh: '纸巾', range: [4, 25], tile: 'gebu-awan-soft-tissue-3-ply' },
  ]),
];
