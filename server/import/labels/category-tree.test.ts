import { expect, test } from 'vitest';
import { buildCategoryTree, findByPath, findExactPath, planPath } from './category-tree.ts';

const node = (slug: string, parent: string | null, name_en: string, name_zh: string | null = null) => {
  return { slug, parent, name_en, name_zh };
};
const nodes = [
  node('drinks', null, 'Drinks', '饮料'),
  node('soft-drinks', 'drinks', 'Soft drinks & juice'),
  node('pantry', null, 'Pantry'),
  node('others', 'pantry', 'Others'),
];
const shop = () => ({ tree: buildCategoryTree(nodes), before: buildCategoryTree(nodes) });
const toSlug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

test.each([
  ['a name anywhere', ['Soft drinks & juice'], ['soft-drinks']],
  ['a slug', ['soft-drinks'], ['soft-drinks']],
  ['a path in the shop’s own words', ['Drinks', 'Soft drinks & juice'], ['soft-drinks']],
  ['a path in Chinese', ['饮料', 'Soft drinks & juice'], ['soft-drinks']],
  ['a known leaf below parents that the shop lacks', ['Food', 'Beverages', 'soft drinks & JUICE'], ['soft-drinks']],
  ['the same name below another parent', ['Drinks', 'Others'], []],
  ['an unknown name', ['Toys'], []],
])('finds %s', (_, path, expected) => {
  expect(findByPath(shop(), path)).toEqual(expected);
});

test('plans missing steps below the deepest known one, each once', () => {
  const tree = shop();
  expect(planPath(tree, ['Food', 'Snacks', 'Chips'], toSlug)).toEqual([
    { slug: 'food', name_en: 'Food', name_zh: null, parent: null },
    { slug: 'snacks', name_en: 'Snacks', name_zh: null, parent: 'food' },
    { slug: 'chips', name_en: 'Chips', name_zh: null, parent: 'snacks' },
  ]);
  expect(planPath(tree, ['Food', 'Snacks', 'Chips'], toSlug)).toEqual([]);
  expect(findByPath(tree, ['Food', 'Snacks', 'Chips'])).toEqual(['chips']);
  expect(planPath(tree, ['Drinks', 'Others'], toSlug)).toEqual([
    { slug: 'drinks-others', name_en: 'Others', name_zh: null, parent: 'drinks' },
  ]);
  expect(findByPath(tree, ['Pantry', 'Others'])).toEqual(['others']);
});

test('a name in several branches is ambiguous alone; its path names one, and a root of that name is itself a path', () => {
  const nodes = [node('pantry', null, 'Pantry'), node('rice', 'pantry', 'Rice'), node('frozen', null, 'Frozen')];
  const twice = buildCategoryTree([...nodes, node('frozen-rice', 'frozen', 'Rice')]);
  const categories = { tree: twice, before: twice };
  expect(findByPath(categories, ['Rice'])).toEqual(['rice', 'frozen-rice']);
  expect(findByPath(categories, ['Frozen', 'Rice'])).toEqual(['frozen-rice']);
  const rooted = buildCategoryTree([...nodes, node('rice-2', null, 'Rice')]);
  expect(findByPath({ tree: rooted, before: rooted }, ['Rice'])).toEqual(['rice-2']);
});

test('siblings of one name differ by their slugs', () => {
  const tree = buildCategoryTree([node('a', null, 'Rice'), node('b', null, 'rice'), node('c', 'b', 'x > y')]);
  expect(findByPath({ tree, before: tree }, ['RICE'])).toEqual(['a', 'b']);
  expect(['a', 'b', 'c'].map((slug) => findExactPath(tree, slug))).toEqual([['a'], ['b'], ['b', 'c']]);
});
