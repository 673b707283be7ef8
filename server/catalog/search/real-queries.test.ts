import { expect, test } from 'vitest';
import { missedQueries, QUERIES, searchCorpus } from '../../testing/catalog/search-queries.ts';

/** Share of queries that may miss. */
const MAX_MISSED = 0.05;

test('95 % of real queries find a fitting product on the first page', () => {
  expect(QUERIES.length).toBeGreaterThanOrEqual(60);
  const missed = missedQueries(searchCorpus());
  expect(missed.length / QUERIES.length, `missed: ${missed.join(', ')}`).toBeLessThanOrEqual(MAX_MISSED);
});
