import { expect, test } from 'vitest';
import { editDistance, maxEditDistance } from './spelling.ts';
import { pluralFormsOf, segmentText, stemOf, tokensOf, wordsOf, zeroResultKey } from './words.ts';

const textsOf = (text: string) => wordsOf(text).map((word) => word.text);

test.each([
  ['1l', '#1000ml'],
  ['1 L', '#1000ml'],
  ['1000ml', '#1000ml'],
  ['1,000 ml', '#1000ml'],
  ['1公升', '#1000ml'],
  ['５００克', '#500g'],
  ['0.5 kg', '#500g'],
  ['0,5kg', '#500g'],
  ['1.2 kilo', '#1200g'],
  ['30s', '#30pc'],
  ["30's", '#30pc'],
  ['30粒', '#30pc'],
])('%s is the size %s', (text, size) => {
  expect(textsOf(text)).toEqual([size]);
});

test('what follows a Chinese unit is a word of its own', () => {
  expect(textsOf('1升牛奶')).toEqual(['#1000ml', '牛奶']);
  expect(textsOf('30 s')).toEqual(['30', 's']);
});

test('case, accents, width, apostrophes and traditional characters are the same', () => {
  expect(textsOf("Café GRANDMA'S")).toEqual(['cafe', 'grandmas']);
  expect(textsOf('雞蛋麵 ｋｏｐｉ')).toEqual(['鸡蛋面', 'kopi']);
  expect(segmentText('Kopi-O 3in1').map(({ text, joined }) => [text, joined])).toEqual([
    ['kopi', ''],
    ['o', '-'],
    ['3', ''],
    ['in', 'glued'],
    ['1', 'glued'],
  ]);
});

test.each([
  ['cookies', 'cookie'],
  ['berries', 'berry'],
  ['tomatoes', 'tomato'],
  ['dishes', 'dish'],
  ['noodles', 'noodle'],
])('%s and %s are one', (plural, singular) => {
  expect(stemOf(plural)).toBe(stemOf(singular));
  expect(pluralFormsOf(singular)).toContain(plural);
  expect(pluralFormsOf(plural)).toContain(singular);
});

test('words that end in s are not all plural', () => {
  expect(tokensOf(segmentText('bilis asparagus swiss gas'))).toEqual(['bilis', 'asparagus', 'swiss', 'gas']);
});

test.each([
  ['instnat', 'instant', 1],
  ['noodel', 'noodle', 1],
  ['chocolte', 'chocolate', 1],
  ['chocklate', 'chocolate', 1],
  ['milk', 'milk', 0],
  ['abcd', 'wxyz', 3],
])('%s is %s but for %i errors', (typed, word, errors) => {
  expect(editDistance(typed, word, 2)).toBe(errors);
  expect(editDistance(word, typed, 2)).toBe(errors);
});

test('a beginning is compared with a beginning', () => {
  expect(editDistance('instna', 'instant', 1, true)).toBe(1);
  expect(editDistance('instna', 'instant', 1)).toBe(2);
});

test('no error is forgiven in short words and in what has digits, two from eight letters on', () => {
  expect(['tea', 'milk', 'noodles', 'biscuits', 'b12x', '5000'].map(maxEditDistance)).toEqual([0, 1, 1, 2, 0, 0]);
});

test('a search in vain is counted by its words, at most 100 characters of it', () => {
  expect(zeroResultKey('  Dragon-Fruit！ 火龍果 ')).toBe('dragon fruit 火龙果');
  expect(zeroResultKey('😀')).toBe('');
  expect(zeroResultKey('𠮷'.repeat(200))).toBe('𠮷'.repeat(100));
});
