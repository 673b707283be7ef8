/** Builds the rows below the search field, the text that each fills into the field, and the path to which it leads. */

import type { ResponseOf } from '@shop/contract/api/client';
import type { Suggestions } from '@shop/contract/catalog';
import { categoryPath } from '@shop/core/links/category-link';
import { EMPTY_LIST_STATE, formatListState } from '@shop/core/links/list-state';
import { productPath, productsPath } from '@shop/core/links/paths';

type SuggestionsResponse = ResponseOf<'catalog.suggestions'>;
type SuggestedCategory = { name: string; slug: string; ancestors: readonly string[] };

export type SearchRow =
  | { kind: 'recent'; text: string }
  | { kind: 'term'; text: string }
  /** A search inside a category: "kaya in Spreads". */
  | { kind: 'scope'; keyword: string; category: SuggestedCategory }
  | { kind: 'category'; category: SuggestedCategory }
  | { kind: 'brand'; brand: Suggestions['brands'][number] }
  | { kind: 'product'; product: SuggestionsResponse['products'][number] };

export type TextRow = Exclude<SearchRow, { kind: 'product' }>;
export type ProductSuggestion = Extract<SearchRow, { kind: 'product' }>;

/** docs/ux.md#rule-13: "≤6 rows on mobile, ≤10 desktop", products included. */
export const MAX_ROWS = { phone: 6, desktop: 10 } as const;

const MAX_PRODUCTS = 4;

const normalize = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Takes rows from each list in turn, so that a short list has rows of every kind; returns them in list order. */
function takeInTurn(lists: readonly (readonly TextRow[])[], maxRows: number): TextRow[] {
  const counts = lists.map(() => 0);
  let rowsLeft = maxRows;
  for (let turn = 0; rowsLeft > 0 && lists.some((list) => list.length > turn); turn += 1) {
    for (const [index, list] of lists.entries()) {
      if (rowsLeft > 0 && list.length > turn) {
        counts[index] = turn + 1;
        rowsLeft -= 1;
      }
    }
  }
  return lists.flatMap((list, index) => list.slice(0, counts[index]));
}

/** The maximum of recent searches, and of popular terms, below an empty field. */
const MAX_STARTING_TERMS = 5;

type PopularProduct = { categories: readonly { slug: string; name: string }[] };

/**
 * Returns the names of the deepest categories of popular products, without root categories: the most popular first,
 * once each.
 */
export function listPopularTerms(products: readonly PopularProduct[], roots: readonly SuggestedCategory[]): string[] {
  const rootSlugs = new Set(roots.map(({ slug }) => slug));
  const names = products.flatMap(({ categories }) => {
    const deepest = categories.at(-1);
    return deepest === undefined || rootSlugs.has(deepest.slug) ? [] : [deepest.name];
  });
  return [...new Set(names)].slice(0, MAX_STARTING_TERMS);
}

/** The rows of an empty field: recent searches, popular terms that are not among them, then all root categories. */
export function buildStartingRows(
  recent: readonly string[],
  popular: readonly string[],
  roots: readonly SuggestedCategory[],
): TextRow[] {
  const recents = recent.slice(0, MAX_STARTING_TERMS);
  const recentTexts = new Set(recents.map(normalize));
  return [
    ...recents.map((text) => ({ kind: 'recent', text }) as const),
    ...popular.filter((text) => !recentTexts.has(normalize(text))).map((text) => ({ kind: 'term', text }) as const),
    ...roots.map((category) => ({ kind: 'category', category }) as const),
  ];
}

/**
 * Lists at most `maxRows` rows for a typed text. docs/ux.md#rule-13: "Order: recent (×) → terms → aisles → 4 products",
 * brands before the products. Leaves out terms that equal a product's name or another row.
 */
export function buildSuggestedRows(
  typedText: string,
  suggestions: SuggestionsResponse,
  recent: readonly string[],
  maxRows: number,
): { texts: TextRow[]; products: ProductSuggestion[] } {
  const normalizedText = normalize(typedText);
  const products = suggestions.products
    .slice(0, MAX_PRODUCTS)
    .map((product): ProductSuggestion => ({ kind: 'product', product }));
  const listedTexts = new Set([
    normalizedText,
    ...products.flatMap(({ product }) => [normalize(product.name), normalize(product.title)]),
  ]);
  const isNew = (text: string) => !listedTexts.has(normalize(text)) && listedTexts.add(normalize(text)) !== undefined;

  const recents = recent.filter((text) => normalize(text).startsWith(normalizedText) && isNew(text));
  const terms = suggestions.keywords.filter(isNew);
  // Without any term, the typed text becomes one, so that a tap leads to all results.
  if (recents.length + terms.length === 0) terms.push(typedText.trim());
  const texts = takeInTurn(
    [
      recents.map((text) => ({ kind: 'recent', text })),
      terms.map((text) => ({ kind: 'term', text })),
      suggestions.categories.map((category) =>
        normalize(category.name).includes(normalizedText)
          ? { kind: 'category', category }
          : { kind: 'scope', keyword: typedText.trim(), category },
      ),
      suggestions.brands.map((brand) => ({ kind: 'brand', brand })),
    ],
    maxRows - products.length,
  );
  return { texts, products };
}

/** Returns the field's text for an active row. */
export function formatRowText(row: SearchRow): string {
  switch (row.kind) {
    case 'recent':
    case 'term':
      return row.text;
    case 'scope':
      return row.keyword;
    case 'category':
      return row.category.name;
    case 'brand':
      return row.brand.name;
    case 'product':
      return row.product.name;
  }
}

const searchPath = (keyword: string, categories: readonly string[] = []): string =>
  productsPath(formatListState({ ...EMPTY_LIST_STATE, keyword, categories }));

/** Returns the path to which a row leads. */
export function buildRowPath(row: SearchRow): string {
  switch (row.kind) {
    case 'recent':
    case 'term':
      return searchPath(row.text);
    case 'scope':
      return searchPath(row.keyword, [...row.category.ancestors, row.category.slug]);
    case 'category':
      return categoryPath({ ...row.category, show_in_brand: false });
    case 'brand':
      return productsPath(formatListState({ ...EMPTY_LIST_STATE, brands: [row.brand.id] }));
    case 'product':
      return productPath(row.product.slug);
  }
}

export type TextPart = { text: string; isTyped: boolean };

/** Finds where a typed word starts a word of the text, -1 if nowhere; Chinese words can start anywhere. */
function findWordStart(word: string, text: string): number {
  const position = text.indexOf(word);
  if (position <= 0 || /\p{Script=Han}/u.test(word)) return position;
  for (let from = position; from >= 0; from = text.indexOf(word, from + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text[from - 1] ?? '')) return from;
  }
  return -1;
}

/**
 * Splits a text into typed and predicted parts. docs/ux.md#rule-13: "typed text regular and the predicted rest bold".
 */
export function splitPrediction(typedText: string, text: string): TextPart[] {
  const lower = text.toLowerCase();
  // Characters with a longer lower case would shift the positions.
  const words = lower.length === text.length ? normalize(typedText).split(' ').filter(Boolean) : [];
  const typedPositions = new Array<boolean>(text.length).fill(false);
  const phrase = normalize(typedText);
  const spans = phrase !== '' && findWordStart(phrase, lower) >= 0 ? [phrase] : words;
  for (const word of spans) {
    const start = findWordStart(word, lower);
    if (start >= 0) typedPositions.fill(true, start, start + word.length);
  }
  const parts: TextPart[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const last = parts.at(-1);
    const isTyped = typedPositions[index] ?? false;
    if (last?.isTyped === isTyped) last.text += text[index];
    else parts.push({ text: text[index] ?? '', isTyped });
  }
  return parts;
}
