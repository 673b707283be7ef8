import type { SeedCustomerGroup, SeedLabel } from './types.ts';

/**
 * The ten dietary needs of `/dietary` (docs/ux.md#4). Halal is shown as text with the certificate's number, never as a
 * logo.
 */
export const dietary: SeedLabel[] = [
  { slug: 'vegetarian', name: { en: 'Vegetarian', zh: '素食' } },
  { slug: 'vegan', name: { en: 'Vegan', zh: '全素' } },
  { slug: 'halal', name: { en: 'Halal', zh: '清真' } },
  { slug: 'organic', name: { en: 'Organic', zh: '有机' } },
  { slug: 'gluten-free', name: { en: 'Gluten-free', zh: '无麸质' } },
  { slug: 'mediterranean', name: { en: 'Mediterranean', zh: '地中海饮食' } },
  { slug: 'low-sugar', name: { en: 'Low sugar', zh: '低糖' } },
  { slug: 'high-protein', name: { en: 'High protein', zh: '高蛋白' } },
  { slug: 'dairy-free', name: { en: 'Dairy-free', zh: '无乳制品' } },
  { slug: 'nut-free', name: { en: 'Nut-free', zh: '无坚果' } },
];

/** The allergens that products may contain, separate from dietary needs (docs/ux.md#4). */
export const allergens: SeedLabel[] = [
  { slug: 'milk', name: { en: 'Milk', zh: '牛奶' } },
  { slug: 'egg', name: { en: 'Egg', zh: '鸡蛋' } },
  { slug: 'peanut', name: { en: 'Peanut', zh: '花生' } },
  { slug: 'tree-nut', name: { en: 'Tree nut', zh: '坚果' } },
  { slug: 'fish', name: { en: 'Fish', zh: '鱼类' } },
  { slug: 'shellfish', name: { en: 'Shellfish', zh: '虾蟹贝类' } },
  { slug: 'soy', name: { en: 'Soy', zh: '大豆' } },
  { slug: 'wheat', name: { en: 'Wheat', zh: '小麦' } },
  { slug: 'sesame', name: { en: 'Sesame', zh: '芝麻' } },
];

export const tags: SeedLabel[] = [
  { slug: 'pedas', name: { en: 'Pedas (spicy)', zh: '辣' } },
  { slug: 'manis', name: { en: 'Manis (sweet)', zh: '甜' } },
  { slug: 'masin', name: { en: 'Masin (savoury)', zh: '咸' } },
  { slug: 'segar', name: { en: 'Segar (fresh)', zh: '鲜' } },
  { slug: 'new', name: { en: 'New', zh: '新品' } },
  { slug: 'best-seller', name: { en: 'Best seller', zh: '热销' } },
  { slug: 'festive', name: { en: 'Festive', zh: '佳节' } },
  { slug: 'bundle', name: { en: 'Bundle', zh: '配套' } },
  { slug: 'voucher', name: { en: 'Voucher', zh: '礼券' } },
];

/** Customer groups with their own prices, which the membership tiers with these codes set. */
export const customerGroups: SeedCustomerGroup[] = [
  { code: 'tunas', name: { en: 'Tunas', zh: '幼苗' } },
  { code: 'emas', name: { en: 'Emas', zh: '金穗' } },
];
