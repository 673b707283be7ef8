import { expect, test } from 'vitest';
import { segmentText, tokensOf } from '../../server/catalog/search/words.ts';
import { synonyms } from './synonyms.ts';

const keyOf = (term: string) => tokensOf(segmentText(term)).join(' ');

test('every group has terms of at least two spellings, each once', () => {
  expect(synonyms.length).toBeGreaterThan(150);
  for (const terms of synonyms) {
    expect(terms.length, terms.join()).toBeGreaterThan(1);
    expect(
      terms.every((term) => keyOf(term) !== ''),
      terms.join(),
    ).toBe(true);
    expect(new Set(terms).size, terms.join()).toBe(terms.length);
  }
});

test('no two groups have all their terms in common', () => {
  const keys = synonyms.map((terms) => [...new Set(terms.map(keyOf))].toSorted().join('|'));
  expect(new Set(keys).size).toBe(keys.length);
});

test('single characters stand for nothing inside other words', () => {
  const single = synonyms.flat().filter((term) => [...term].length === 1);
  expect(single).toEqual(['素']);
});
