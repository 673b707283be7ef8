import { expect, test } from 'vitest';
import { FIRST_RESULTS, listWrongTopResults, makeSearchableShops } from '../../testing/catalog/first-result-queries.ts';
import { buildSearchCorpus, listMissedQueries, SEARCH_QUERIES } from '../../testing/catalog/search-queries.ts';

/** Largest share of queries that may miss. */
const MAX_MISSED = 0.05;

test('95 % of real queries find a fitting product on the first page', () => {
  expect(SEARCH_QUERIES.length).toBeGreaterThanOrEqual(60);
  const misses = listMissedQueries(buildSearchCorpus());
  expect(misses.length / SEARCH_QUERIES.length, `missed: ${misses.join(', ')}`).toBeLessThanOrEqual(MAX_MISSED);
});

test('95 % of real queries begin with the kind that is meant, in the demo shop and in an imported one', () => {
  expect(FIRST_RESULTS.length).toBeGreaterThanOrEqual(60);
  const { count, others } = listWrongTopResults(makeSearchableShops());
  expect(others.length / count, others.join('\n')).toBeLessThanOrEqual(MAX_MISSED);
});
