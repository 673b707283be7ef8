import type { Suggestions } from '@shop/contract/catalog';
import { textIn } from '@shop/core/lang';
import type { Ctx } from '../../context.ts';
import { presentProducts } from '../catalog.ts';
import { presentCategory } from '../catalog.view.ts';
import type { CatalogIndex } from '../index/catalog-index.ts';
import type { Labels } from '../index/labels.ts';
import { segmentText } from './split-words.ts';

/** Suggested products (contract: "At most four"). */
const MAX_PRODUCTS = 4;
const MAX_KEYWORDS = 6;
const MAX_LABELS = 4;

const segmentTexts = (text: string): string[] => segmentText(text).map((segment) => segment.text);

/** Returns whether every typed word starts a word of the label; Chinese may also be inside one. */
function matchesName(typed: readonly string[], ...names: readonly (string | null)[]): boolean {
  const words = names.flatMap((name) => segmentTexts(name ?? ''));
  return typed.every((part) =>
    words.some((word) => word.startsWith(part) || (word.includes(part) && /\p{Script=Han}/u.test(part))),
  );
}

/** Ranks labels: those whose names match first, then by the number of matching products. Returns at most `MAX_LABELS`. */
function rankLabels<Label extends { id: number }>(
  labels: Iterable<Label>,
  counts: ReadonlyMap<number, number>,
  isNamed: (label: Label) => boolean,
): Label[] {
  const rank = (label: Label) => (isNamed(label) ? Number.POSITIVE_INFINITY : (counts.get(label.id) ?? 0));
  const ranked = [...labels].map((label) => ({ label, rank: rank(label) })).filter(({ rank }) => rank > 0);
  return ranked
    .sort((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank))
    .slice(0, MAX_LABELS)
    .map(({ label }) => label);
}

/** Lists the categories without children. */
function listLeaves({ categories }: Labels) {
  const parents = new Set([...categories.values()].map(({ parent_id }) => parent_id));
  return [...categories.values()].filter(({ id }) => !parents.has(id));
}

/** Suggests while a keyword is typed; empty without a word. One statement, two if the keyword may be a code. */
export async function suggest(ctx: Ctx, index: CatalogIndex, keyword: string): Promise<Suggestions> {
  const typed = segmentTexts(keyword);
  if (typed.length === 0) return { keywords: [], categories: [], brands: [], products: [] };
  const [labels, inShop, keywords, matches] = await Promise.all([
    index.readLabels(),
    index.countByLabel(),
    index.complete(keyword, MAX_KEYWORDS),
    index.queryWithLabelCounts(ctx, { filters: { keyword, limit: MAX_PRODUCTS } }),
  ]);
  const { categories: byCategory, brands: byBrand } = matches.labelCounts;
  const isNamed = ({ name_en, name_zh }: { name_en: string; name_zh: string | null }) =>
    matchesName(typed, name_en, name_zh);
  const namesakes = [...labels.categories.values()].filter(isNamed);
  const categories = rankLabels(new Set([...namesakes, ...listLeaves(labels)]), byCategory, isNamed);
  const brands = rankLabels(labels.brands.values(), byBrand, ({ name, name_zh }) => matchesName(typed, name, name_zh));
  return {
    keywords,
    categories: categories.map((row) => {
      const { id, name, slug, ancestors } = presentCategory(ctx.lang, row, labels.categories, 0);
      return { id, name, slug, ancestors, count: inShop.categories.get(row.id) ?? 0 };
    }),
    brands: brands.map(({ id, name, slug }) => {
      return { id: String(id), name: textIn(ctx.lang, name, null), slug, count: inShop.brands.get(id) ?? 0 };
    }),
    products: await presentProducts(ctx, matches.ids),
  };
}
