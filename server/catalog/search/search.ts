/** Searching by words: ranked results with their facets, and what is suggested while typing. */
import type { ProductQuery, Suggestions } from '@shop/contract/catalog';
import { textIn } from '../../content/bilingual.ts';
import { type Ctx, showsUntil } from '../../context.ts';
import { pageOfChoice, presentSlots } from '../catalog.ts';
import { presentCategory } from '../catalog.view.ts';
import type { CatalogIndex, Catalogue } from '../index/catalog-index.ts';
import { countFound, facetsOfChoice } from '../index/facets.ts';
import { countLabels } from '../index/label-counts.ts';
import { chooseProducts } from '../index/product-filter.ts';
import { cutListing, DEFAULT_ORDER } from '../index/product-order.ts';
import { piecesOf } from './words.ts';
import type { Misses } from './zero-result-searches.ts';

/** Products that are suggested (contract: "At most four"). */
const PRODUCTS = 4;
const KEYWORDS = 6;
const LABELS = 4;

/** What matches `keyword`, best first, with what it can be narrowed by; one statement. What finds nothing is noted. */
export async function search(ctx: Ctx, index: CatalogIndex, misses: Misses, query: ProductQuery) {
  ctx.shows.list = true;
  const catalogue = await index.current();
  const choice = await chooseProducts(ctx, catalogue, query);
  if (choice.isMiss) {
    misses.note(query.keyword ?? '', ctx.lang);
    // Each search in vain counts, so none is answered by what is kept.
    showsUntil(ctx.shows, ctx.now);
  }
  const facets = facetsOfChoice(ctx, catalogue, choice);
  const page = await pageOfChoice(ctx, catalogue, query, choice);
  return { ...page, facets, corrected: choice.corrected };
}

const textsOf = (text: string): string[] => piecesOf(text).map((piece) => piece.text);

/** Whether every word that was typed begins one of the label's. */
function isMeant(typed: readonly string[], ...names: readonly (string | null)[]): boolean {
  const words = names.flatMap((name) => textsOf(name ?? ''));
  return typed.every((part) =>
    words.some((word) => word.startsWith(part) || (word.includes(part) && /\p{Script=Han}/u.test(part))),
  );
}

/** Labels whose names are meant first, then those that most of the products found carry. */
function meantLabels<Label extends { id: number }>(
  labels: Iterable<Label>,
  found: ReadonlyMap<number, number>,
  meant: (label: Label) => boolean,
): Label[] {
  const rank = (label: Label) => (meant(label) ? Number.POSITIVE_INFINITY : (found.get(label.id) ?? 0));
  const ranked = [...labels].map((label) => ({ label, rank: rank(label) })).filter(({ rank }) => rank > 0);
  return ranked
    .sort((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank))
    .slice(0, LABELS)
    .map(({ label }) => label);
}

/** The aisles that hold something of what was found: those without further ones below. */
function aislesOf({ labels }: Catalogue) {
  const parents = new Set([...labels.categories.values()].map(({ parent_id }) => parent_id));
  return [...labels.categories.values()].filter(({ id }) => !parents.has(id));
}

/** What to suggest while a keyword is typed; nothing before there is a word. One statement. */
export async function suggest(ctx: Ctx, index: CatalogIndex, keyword: string): Promise<Suggestions> {
  ctx.shows.list = true;
  const typed = textsOf(keyword);
  if (typed.length === 0) return { keywords: [], categories: [], brands: [], products: [] };
  const catalogue = await index.current();
  const choice = await chooseProducts(ctx, catalogue, { keyword });
  const found = countFound(catalogue, choice);
  const inShop = countLabels(catalogue);
  const { labels, rows, text } = catalogue;
  const isNamed = ({ name_en, name_zh }: { name_en: string; name_zh: string | null }) =>
    isMeant(typed, name_en, name_zh);
  const named = [...labels.categories.values()].filter(isNamed);
  const categories = meantLabels(new Set([...named, ...aislesOf(catalogue)]), found.categories, isNamed);
  const brands = meantLabels(labels.brands.values(), found.brands, ({ name }) => isMeant(typed, name));
  const { slots } = cutListing(rows, choice, null, { parts: DEFAULT_ORDER }, 0, PRODUCTS);
  return {
    keywords: text.complete(keyword, KEYWORDS),
    categories: categories.map((row) => {
      const { id, name, slug, ancestors } = presentCategory(ctx.lang, row, labels.categories, 0);
      return { id, name, slug, ancestors, count: inShop.categories.get(row.id) ?? 0 };
    }),
    brands: brands.map(({ id, name, slug }) => {
      return { id: String(id), name: textIn(ctx.lang, name, null), slug, count: inShop.brands.get(id) ?? 0 };
    }),
    products: await presentSlots(ctx, catalogue, slots),
  };
}
