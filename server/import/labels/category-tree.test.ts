import { expect, test } from 'vitest';
import { categoryTree, findByPath, planPath } from './category-tree.ts';

const node = (slug: string, parent: string | null, name_en: string, name_zh: string | null = null) => {
  return { slug, parent, name_en, name_zh };
};
const nodes = [
  node('drinks', null, 'Drinks', '饮料'),
  node('soft-drinks', 'drinks', 'Soft drinks & juice'),
  node('pantry', null, 'Pantry'),
  node('others', 'pantry', 'Others'),
];
const shop = () => ({ tree: categoryTree(nodes), before: categoryTree(nodes) });
const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

test.each([
  ['a name anywhere', ['Soft drinks & juice'], 'soft-drinks'],
  ['a slug', ['soft-drinks'], 'soft-drinks'],
  ['a path in the shop’s own words', ['Drinks', 'Soft drinks & juice'], 'soft-drinks'],
  ['a path in Chinese', ['饮料', 'Soft drinks & juice'], 'soft-drinks'],
  ['a known leaf below parents that the shop lacks', ['Food', 'Beverages', 'soft drinks & JUICE'], 'soft-drinks'],
  ['the same name below another parent', ['Drinks', 'Others'], undefined],
  ['an unknown name', ['Toys'], undefined],
])('finds %s', (_, path, expected) => {
  expect(findByPath(shop(), path)).toBe(expected);
});

test('plans missing steps below the deepest known one, each once', () => {
  const tree = shop();
  expect(planPath(tree, ['Food', 'Snacks', 'Chips'], slugOf)).toEqual([
    { slug: 'food', name_en: 'Food', name_zh: null, parent: null },
    { slug: 'snacks', name_en: 'Snacks', name_zh: null, parent: 'food' },
    { slug: 'chips', name_en: 'Chips', name_zh: null, parent: 'snacks' },
  ]);
  expect(planPath(tree, ['Food', 'Snacks', 'Chips'], slugOf)).toEqual([]);
  expect(findByPath(tree, ['Food', 'Snacks', 'Chips'])).toBe('chips');
  expect(planPath(tree, ['Drinks', 'Others'], slugOf)).toEqual([
    { slug: 'drinks-others', name_en: 'Others', name_zh: null, parent: 'drinks' },
  ]);
  expect(findByPath(tree, ['Pantry', 'Others'])).toBe('others');
});
