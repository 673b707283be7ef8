/**
 * Measures how many real queries find a fitting product on the first page, and have the right kind of product first.
 */
import {
  FIRST_RESULTS,
  listWrongTopResults,
  makeSearchableShops,
} from '../server/testing/catalog/first-result-queries.ts';
import { buildSearchCorpus, listMissedQueries, SEARCH_QUERIES } from '../server/testing/catalog/search-queries.ts';
import { plainRow, type ReportRow } from './report.ts';

const MIN_SHARE = 0.95;

/** Runs the queries of the tests on the demo and imported products. */
export async function measureSearch(): Promise<ReportRow[]> {
  const missed = listMissedQueries(buildSearchCorpus());
  const share = 1 - missed.length / SEARCH_QUERIES.length;
  const { count, others } = listWrongTopResults(makeSearchableShops());
  const begin = 1 - others.length / count;
  return [
    {
      what: `${SEARCH_QUERIES.length} queries in English, Malay and Chinese, misspelt ones among them`,
      measured: `${(share * 100).toFixed(1)} % find a fitting product on the first page`,
      target: `≥ ${MIN_SHARE * 100} %`,
      met: share >= MIN_SHARE,
    },
    {
      what: `${FIRST_RESULTS.length} queries in the demo shop and in an imported one (${count} in all)`,
      measured: `${(begin * 100).toFixed(1)} % begin with the kind that is meant`,
      target: `≥ ${MIN_SHARE * 100} %`,
      met: begin >= MIN_SHARE,
    },
    plainRow('Queries without a fitting product', missed.join(', ')),
    plainRow('Queries that begin with another kind', others.join(', ')),
  ];
}
