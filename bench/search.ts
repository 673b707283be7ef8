/**
 * Measures how many real queries find a fitting product on the first page, and have the right kind of product first.
 */
import {
  FIRST_RESULTS,
  listWrongTopResults,
  makeSearchableShops,
} from '../server/testing/catalog/first-result-queries.ts';
import { buildSearchCorpus, listMissedQueries, SEARCH_QUERIES } from '../server/testing/catalog/search-queries.ts';
import { makePlainRow, type ReportRow } from './report.ts';

const MIN_SHARE = 0.95;

/** Runs the queries of the tests on the demo and imported products. */
export async function measureSearch(): Promise<ReportRow[]> {
  const missedQueries = listMissedQueries(buildSearchCorpus());
  const fittingShare = 1 - missedQueries.length / SEARCH_QUERIES.length;
  const { count, others } = listWrongTopResults(makeSearchableShops());
  const rightKindShare = 1 - others.length / count;
  return [
    {
      what: `${SEARCH_QUERIES.length} queries in English, Malay and Chinese, misspelt ones among them`,
      measured: `${(fittingShare * 100).toFixed(1)} % find a fitting product on the first page`,
      target: `≥ ${MIN_SHARE * 100} %`,
      met: fittingShare >= MIN_SHARE,
    },
    {
      what: `${FIRST_RESULTS.length} queries in the demo shop and in an imported one (${count} in all)`,
      measured: `${(rightKindShare * 100).toFixed(1)} % begin with the kind that is meant`,
      target: `≥ ${MIN_SHARE * 100} %`,
      met: rightKindShare >= MIN_SHARE,
    },
    makePlainRow('Queries without a fitting product', missedQueries.join(', ')),
    makePlainRow('Queries that begin with another kind', others.join(', ')),
  ];
}
