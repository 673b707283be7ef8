import { expect, test } from 'vitest';
import { computeEditDistance, maxEditDistance } from './spelling.ts';
import { listNumberForms, segmentText, splitWords, stemWord, toTokens, toZeroResultKey } from './split-words.ts';

const listTexts = (text: string) => splitWords(text).map((word) => word.text);

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
  expect(listTexts(text)).toEqual([size]);
});

test('text after a Chinese unit is a separate word', () => {
  expect(listTexts('1升牛奶')).toEqual(['#1000ml', '牛奶']);
  expect(listTexts('30 s')).toEqual(['30', 's']);
});

test('folds case, accents, width, apostrophes and traditional characters', () => {
  expect(listTexts("Café GRANDMA'S")).toEqual(['cafe', 'grandmas']);
  expect(listTexts('雞蛋麵 ｋｏｐｉ')).toEqual(['鸡蛋面', 'kopi']);
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
  ['loaves', 'loaf'],
  ['knives', 'knife'],
])('%s and %s have the same stem', (plural, singular) => {
  expect(stemWord(plural)).toBe(stemWord(singular));
  expect(listNumberForms(singular)).toContain(plural);
  expect(listNumberForms(plural)).toContain(singular);
});

test('not every word that ends in s is a plural', () => {
  expect(toTokens(segmentText('bilis asparagus swiss gas'))).toEqual(['bilis', 'asparagus', 'swiss', 'gas']);
});

test.each([
  ['instnat', 'instant', 1],
  ['noodel', 'noodle', 1],
  ['chocolte', 'chocolate', 1],
  ['chocklate', 'chocolate', 1],
  ['milk', 'milk', 0],
  ['abcd', 'wxyz', 3],
])('%s differs from %s by %i errors', (input, word, errors) => {
  expect(computeEditDistance(input, word, 2)).toBe(errors);
  expect(computeEditDistance(word, input, 2)).toBe(errors);
});

test('compares a prefix with prefixes', () => {
  expect(computeEditDistance('instna', 'instant', 1, true)).toBe(1);
  expect(computeEditDistance('instna', 'instant', 1)).toBe(2);
});

test('allows no error in short words and codes, two from eight letters', () => {
  expect(['tea', 'milk', 'noodles', 'biscuits', 'b12x', '5000'].map(maxEditDistance)).toEqual([0, 1, 1, 2, 0, 0]);
});

test('counts a zero-result search by its words, at most 100 characters', () => {
  expect(toZeroResultKey('  Dragon-Fruit！ 火龍果 ')).toBe('dragon fruit 火龙果');
  expect(toZeroResultKey('😀')).toBe('');
  expect(toZeroResultKey('𠮷'.repeat(200))).toBe('𠮷'.repeat(100));
});
