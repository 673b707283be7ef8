import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildDemoIndex, collectWords } from '../../testing/catalog/demo-words.ts';
import { TextIndex, type TextSource } from './text-index.ts';

const { products, index } = buildDemoIndex(400);

const makeSource = (names: string[]): TextSource => {
  return { names, brand: null, categories: [], tags: [], dietary: [], sizes: [], optionTitles: [] };
};

test('no input throws, and rows ascend', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc
      .array(fc.constantFrom('milk', '快熟面', '1l', ' ', '-', '&', 'x', '3', '\u0000', '\u200f', 'segera', '咖'), {
        maxLength: 60,
      })
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(anyText, (keyword) => {
      const { rows, scores } = index.find(keyword);
      index.complete(keyword, 6);
      return scores.length === rows.length && rows.every((row, at) => at === 0 || row > (rows[at - 1] ?? 0));
    }),
    { numRuns: 200 },
  );
});

test('every product is found by its names, by each word of them, and by any two characters of its Chinese name', () => {
  for (const [row, { name, title }] of products.entries()) {
    const runs = name.zh.match(/\p{Script=Han}+/gu) ?? [];
    const pairs = runs.flatMap((run) => [...run].slice(1).map((character, at) => `${[...run][at] ?? ''}${character}`));
    const words = name.en.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
    for (const keyword of [name.en, name.zh, title.en, title.zh, ...words, ...runs, ...pairs]) {
      expect(index.find(keyword).rows.includes(row), `${name.en}: ${keyword}`).toBe(true);
    }
  }
});

test('a full name ranks first', () => {
  for (const [row, { name }] of products.entries()) {
    const { rows, scores } = index.find(name.en);
    expect(scores[rows.indexOf(row)], name.en).toBe(Math.max(...scores));
  }
});

test('put and remove in any order leave no stale results', () => {
  const name = fc.string({ unit: fc.constantFrom(...'abcé 12-面包奶茶麵\u0301'), minLength: 1, maxLength: 20 });
  const step = fc.record({
    row: fc.nat(9),
    names: fc.option(fc.array(name, { minLength: 1, maxLength: 3 }), { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const shop = new TextIndex([['bread', '面包']]);
      const namesByRow = new Map<number, string[]>();
      for (const { row, names } of steps) {
        if (names === null) {
          shop.remove(row);
          namesByRow.delete(row);
        } else {
          shop.put(row, makeSource(names));
          namesByRow.set(row, names);
        }
      }
      for (const names of steps.flatMap((each) => each.names ?? [])) {
        if ([...shop.find(names).rows].some((row) => !namesByRow.has(row))) return false;
      }
      for (const row of [...namesByRow.keys()]) shop.remove(row);
      const all = steps.flatMap((each) => each.names ?? []);
      return all.every((each) => shop.find(each).rows.length === 0 && shop.complete(each, 5).length === 0);
    }),
    { numRuns: 200 },
  );
});

test('compacts thousands of removed products and still finds the others', () => {
  const shop = new TextIndex([]);
  for (let row = 0; row < 1000; row++) shop.put(row, makeSource([`stays number${row}`]));
  const before = shop.bytes;
  for (let round = 0; round < 12; round++) {
    for (let row = 1000; row < 2000; row++) shop.put(row, makeSource([`goes round${round} unique${round}x${row}`]));
  }
  for (let row = 1000; row < 2000; row++) shop.remove(row);
  for (let row = 0; row < 1000; row += 2) shop.put(row, makeSource([`stays changed number${row}`]));
  for (let row = 1000; row < 4000; row++) shop.put(row, makeSource(['last']));
  for (let row = 1000; row < 4000; row++) shop.remove(row);
  expect(shop.find('stays').rows).toHaveLength(1000);
  expect(shop.find('changed').rows).toHaveLength(500);
  expect([...shop.find('number7').rows]).toContain(7);
  expect(shop.find('round3').rows).toHaveLength(0);
  expect(shop.bytes).toBeLessThan(before * 8);
});

test('indexes a product in under 400 microseconds', () => {
  const sources = products.map(collectWords);
  const shop = new TextIndex([]);
  const start = process.cpuUsage();
  for (let row = 0; row < 4000; row++) shop.put(row, sources[row % sources.length] ?? makeSource(['']));
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 4000).toBeLessThan(400);
});
