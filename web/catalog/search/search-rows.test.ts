import { describe, expect, test } from 'vitest';
import { productRow } from '../../testing/api-responses.ts';
import { withoutSearch, withSearch } from './recent-searches.ts';
import {
  buildRowPath,
  buildStartingRows,
  buildSuggestedRows,
  formatRowText,
  listPopularTerms,
  MAX_ROWS,
  splitPrediction,
} from './search-rows.ts';

const aisle = (name: string, slug: string) => ({ id: slug, name, slug, ancestors: ['pantry'], count: 3 });
const suggestions = {
  keywords: ['kaya', 'kaya toast', 'kaya balls', 'kayu manis'],
  categories: [aisle('Spreads', 'spreads'), aisle('Cookies', 'cookies')],
  brands: [{ id: '7', name: 'Kaya King', slug: 'kaya-king', count: 4 }],
  products: [1, 2, 3, 4, 5].map((id) => productRow({ id: String(id), slug: `kaya-${id}`, name: `Kaya ${id}` })),
};

describe('docs/ux.md#rule-13: "Order: recent (×) → terms → aisles → 4 products"', () => {
  test('each kind in its order, four products at most', () => {
    const { texts, products } = buildSuggestedRows('ka', suggestions, ['kaya pandan', 'milk'], MAX_ROWS.desktop);
    expect(texts.map(({ kind }) => kind)).toEqual(['recent', 'term', 'term', 'scope', 'scope', 'brand']);
    expect(products).toHaveLength(4);
  });

  test.each(['phone', 'desktop'] as const)('"≤6 rows on mobile, ≤10 desktop": %s', (device) => {
    const { texts, products } = buildSuggestedRows('ka', suggestions, ['kaya pandan'], MAX_ROWS[device]);
    expect(texts.length + products.length).toBe(MAX_ROWS[device]);
  });

  test('lists nothing twice: the typed text, a term that is a recent search, a product with the same name', () => {
    const { texts } = buildSuggestedRows(
      'Kaya',
      { ...suggestions, keywords: ['kaya', 'kaya toast', 'KAYA 1'] },
      ['Kaya toast'],
      10,
    );
    expect(texts.map(formatRowText)).toEqual(['Kaya toast', 'Kaya', 'Kaya', 'Kaya King']);
  });

  test('the typed text is a term if there is no other', () => {
    const { texts } = buildSuggestedRows(' kay ', { ...suggestions, keywords: ['Kaya 2'], brands: [] }, [], 10);
    expect(texts.map(({ kind }) => kind)).toEqual(['term', 'scope', 'scope']);
    expect(texts.map(formatRowText)[0]).toBe('kay');
  });

  test('before anything is typed: five recent searches, popular terms, then every aisle', () => {
    const roots = Array.from({ length: 12 }, (_, index) => aisle(`Aisle ${index}`, `aisle-${index}`));
    const rows = buildStartingRows(['milk', 'kaya', 'tea', 'egg', 'rice', 'oil'], ['Noodles', 'KAYA'], roots);
    expect(rows.map(formatRowText)).toEqual([
      'milk',
      'kaya',
      'tea',
      'egg',
      'rice',
      'Noodles',
      ...roots.map(({ name }) => name),
    ]);
  });

  test('popular terms: the deepest category of each popular product once, without the root aisles', () => {
    const [pantry, noodles, coffee] = [
      { slug: 'pantry', name: 'Pantry' },
      { slug: 'noodles', name: 'Noodles' },
      { slug: 'coffee', name: 'Coffee' },
    ];
    const products = [[pantry, noodles], [pantry], [pantry, coffee], [pantry, noodles], []];
    expect(
      listPopularTerms(
        products.map((categories) => ({ categories })),
        [aisle('Pantry', 'pantry')],
      ),
    ).toEqual(['Noodles', 'Coffee']);
  });
});

describe('the target of a row', () => {
  const rows = buildSuggestedRows('kaya t', suggestions, [], 10).texts;
  test('to the search of a term', () => {
    expect(buildRowPath({ kind: 'term', text: 'kaya toast' })).toBe('/products?keyword=kaya%20toast');
  });
  test('to the search in a category, "kaya in Spreads"', () => {
    const scope = rows.find(({ kind }) => kind === 'scope');
    expect(scope && buildRowPath(scope)).toBe('/products?categories=pantry,spreads&keyword=kaya%20t');
  });
  test('to a category if its name was typed', () => {
    const [row] = buildSuggestedRows(
      'spread',
      { ...suggestions, keywords: [], brands: [] },
      ['spreading'],
      10,
    ).texts.slice(1);
    expect(row && buildRowPath(row)).toBe('/categories/view?categories=pantry,spreads');
  });
  test('to the products of a brand', () => {
    const brand = rows.find(({ kind }) => kind === 'brand');
    expect(brand && buildRowPath(brand)).toBe('/products?brand=7');
  });
});

/** Puts the predicted parts of a text in brackets. */
const markPrediction = (typed: string, text: string) =>
  splitPrediction(typed, text)
    .map((part) => (part.isTyped ? part.text : `[${part.text}]`))
    .join('');

describe('docs/ux.md#rule-13: "typed text regular and the predicted rest bold"', () => {
  test.each([
    ['kay', 'Kaya', 'Kay[a]'],
    ['kay', 'Pandan Kaya', '[Pandan ]Kay[a]'],
    ['aya', 'Kaya', '[Kaya]'],
    ['pan kay', 'Kaya pandan', 'Kay[a ]pan[dan]'],
    ['熟面', '快熟面', '[快]熟面'],
    ['mee segera', 'Instant noodles', '[Instant noodles]'],
    ['.*', 'a.*b', '[a.*b]'],
    ['', 'Kaya', '[Kaya]'],
  ])('%j typed, %j suggested', (typed, text, expected) => {
    expect(markPrediction(typed, text)).toBe(expected);
  });
});

test('recent searches: the newest first, once each, ten at most', () => {
  expect(withSearch(['milk', 'Kaya'], ' kaya ')).toEqual(['kaya', 'milk']);
  expect(withSearch(['milk'], '  ')).toEqual(['milk']);
  expect(withSearch(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'], '11')).toHaveLength(10);
  expect(withoutSearch(['Milk', 'kaya'], 'milk')).toEqual(['kaya']);
});
