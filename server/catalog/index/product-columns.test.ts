/** Compares the index's columns with plain sorting and scanning. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteTexts } from './byte-texts.ts';
import type { IndexRow } from './catalog-index.sql.ts';
import { LabelSets } from './label-sets.ts';
import { ProductColumns, type SortPart } from './product-columns.ts';

const makeProduct = (product_id: number, product: Partial<IndexRow>): IndexRow => ({
  product_id,
  type: 'simple',
  price_now: 100,
  on_sale: false,
  is_deal: false,
  is_bundle: false,
  in_stock: true,
  deal_ends_at: null,
  brand_id: null,
  category_ids: [1],
  tag_slugs: [],
  dietary_slugs: [],
  name_key_en: 'a',
  name_key_zh: 'a',
  names: 'a\n',
  featured: null,
  sales_count: 0,
  orders_count: 0,
  created_at: new Date(0),
  name: { en: 'A', zh: null },
  title: { en: 'A', zh: null },
  variant: null,
  options: [],
  sounds: null,
  ...product,
});

const few = fc.integer({ min: 0, max: 5 });
const change = fc.record({
  id: fc.integer({ min: 1, max: 40 }),
  isRemoved: fc.boolean(),
  price_now: few,
  sales_count: few,
  featured: fc.option(few, { nil: null }),
  name_key_en: fc.constantFrom('', 'a', 'ab', 'b', 'é', '班'),
});

/** Sorts as SQL does: by `parts`, then by id in the direction of the first. */
function sortPlainly(products: Iterable<IndexRow>, parts: readonly SortPart[]): number[] {
  const bytes = (text: string) => Buffer.from(text);
  const by = (column: SortPart['column']) => (a: IndexRow, b: IndexRow) => {
    if (column === 'price') return a.price_now - b.price_now;
    if (column === 'name_en') return Buffer.compare(bytes(a.name_key_en), bytes(b.name_key_en));
    const [first, second] = [a.featured ?? 2 ** 31, b.featured ?? 2 ** 31];
    return first - second || b.sales_count - a.sales_count;
  };
  const last = parts[0]?.descending ? -1 : 1;
  return [...products]
    .sort((a, b) => {
      for (const { column, descending } of parts) {
        const order = by(column)(a, b);
        if (order !== 0) return descending ? -order : order;
      }
      return last * (a.product_id - b.product_id);
    })
    .map((product) => product.product_id);
}

describe('docs/spec.md §9 "Sort options", maintained while products change', () => {
  const orders: SortPart[][] = [
    [{ column: 'price', descending: false }],
    [{ column: 'price', descending: true }],
    [{ column: 'name_en', descending: false }],
    [{ column: 'featured', descending: false }],
    [
      { column: 'price', descending: true },
      { column: 'name_en', descending: false },
    ],
  ];
  test('every order equals a full sort', () => {
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 8 }), (batches) => {
        const columns = new ProductColumns();
        const truth = new Map<number, IndexRow>();
        for (const batch of batches) {
          for (const { id, isRemoved, ...values } of batch) {
            if (isRemoved) {
              columns.remove(id);
              truth.delete(id);
            } else {
              const product = makeProduct(id, values);
              columns.put(product);
              truth.set(id, product);
            }
          }
          for (const parts of orders) {
            const { rows, reversed } = columns.sortRows(parts);
            const ids = [...rows].map((row) => columns.ids[row]);
            expect(reversed ? ids.reverse() : ids).toEqual(sortPlainly(truth.values(), parts));
          }
        }
      }),
    );
  });

  test('thousands of products, most of them changed at once', () => {
    const columns = new ProductColumns();
    for (let id = 1; id <= 3000; id++) columns.put(makeProduct(id, { price_now: (id * 7919) % 1000 }));
    const listPrices = () =>
      [...columns.sortRows([{ column: 'price', descending: false }]).rows].map((row) => columns.price[row]);
    expect(listPrices()).toEqual(listPrices().toSorted((a, b) => (a ?? 0) - (b ?? 0)));
    for (let id = 1; id <= 2000; id++) columns.put(makeProduct(id, { price_now: (id * 31) % 777 }));
    expect(listPrices()).toEqual(listPrices().toSorted((a, b) => (a ?? 0) - (b ?? 0)));
    expect(listPrices()).toHaveLength(3000);
  });
});

test('finds part of a text in all current texts and in no previous one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(few, fc.string({ unit: fc.constantFrom('a', 'b', '班', '兰', '\n'), maxLength: 6 })), {
        maxLength: 40,
      }),
      fc.string({ unit: fc.constantFrom('a', 'b', '班', '兰'), minLength: 1, maxLength: 3 }),
      (writes, part) => {
        const texts = new ByteTexts(true);
        const truth = new Map<number, string>();
        for (const [row, text] of writes) {
          texts.set(row, text);
          truth.set(row, text);
        }
        const matches: number[] = [];
        texts.eachContaining(part, (row) => matches.push(row));
        const expected = [...truth].filter(([, text]) => text.includes(part)).map(([row]) => row);
        expect(matches.sort()).toEqual(expected.sort());
        texts.trim();
        for (const [row, text] of truth) expect(texts.text(row)).toBe(text);
        matches.length = 0;
        texts.eachContaining(part, (row) => matches.push(row));
        expect(matches.sort()).toEqual(expected);
      },
    ),
  );
});

test('rewritten texts do not accumulate', () => {
  const texts = new ByteTexts(true);
  for (let round = 0; round < 200; round++) {
    for (let row = 0; row < 100; row++) texts.set(row, `${round} ${'x'.repeat(100)} ${row}`);
  }
  expect(texts.bytes).toBeLessThan(200_000);
  expect(texts.text(7)).toBe(`199 ${'x'.repeat(100)} 7`);
  const matches: number[] = [];
  texts.eachContaining(' 42', (row) => matches.push(row));
  expect(matches).toEqual([42]);
});

test('a label set has one number for every order of its labels', () => {
  const sets = new LabelSets<number>();
  expect([sets.numberOf([]), sets.numberOf([3, 1]), sets.numberOf([1, 3]), sets.numberOf([13])]).toEqual([0, 1, 1, 2]);
  expect([...sets.markSetsWith([3])]).toEqual([0, 1, 0]);
  expect(sets.countLabels(Uint32Array.of(9, 2, 5))).toEqual(
    new Map([
      [1, 2],
      [3, 2],
      [13, 5],
    ]),
  );
});
