/** Measures how many real queries find a fitting product on the first page. */
import { missedQueries, QUERIES, searchCorpus } from '../server/testing/catalog/search-queries.ts';
import { plainRow, type Row } from './report.ts';

const LEAST_SHARE = 0.95;

/** Runs the queries of the tests on the demo and imported products. */
export async function measureSearch(): Promise<Row[]> {
  const missed = missedQueries(searchCorpus());
  const share = 1 - missed.length / QUERIES.length;
  return [
    {
      what: `${QUERIES.length} queries in English, Malay and Chinese, misspelt ones among them`,
      measured: `${(share * 100).toFixed(1)} % find a fitting product on the first page`,
      target: `≥ ${LEAST_SHARE * 100} %`,
      met: share >= LEAST_SHARE,
    },
    plainRow('Queries without a fitting product', missed.join(', ')),
  ];
}
