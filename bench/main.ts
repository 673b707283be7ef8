/**
 * `npm run bench` measures everything but the soak, `npm run bench -- api scale` some parts; `--fresh` rebuilds the
 * shops. Prints tables with their targets. A missed target is printed and does not end the run.
 */
import { measureAbuse } from './abuse.ts';
import { measureApi } from './api.ts';
import { measureBundle } from './bundle.ts';
import { measureCampaign } from './campaign.ts';
import { measureCheckout } from './checkout.ts';
import { measureGrowth } from './growth.ts';
import { measureImport } from './import.ts';
import { measureMemory } from './memory.ts';
import { measureMetrics } from './metrics.ts';
import { measureOffice } from './office.ts';
import { measureOverload } from './overload.ts';
import { measurePages } from './pages.ts';
import { measurePush } from './push.ts';
import { printTable, type ReportRow, reportProgress } from './report.ts';
import { measureScale } from './scale.ts';
import { measureSearch } from './search.ts';
import { measureSoak } from './soak.ts';
import { measureStores } from './stores.ts';

type Benchmark = {
  name: string;
  title: string;
  /** Whether it runs only if it is named. */
  onlyByName?: boolean;
  measure(fresh: boolean): Promise<ReportRow[]>;
};

const BENCHMARKS: readonly Benchmark[] = [
  { name: 'api', title: 'Rates, to bare node:http, and SQL statements', measure: measureApi },
  { name: 'checkout', title: 'A guest checkout, call by call', measure: measureCheckout },
  { name: 'scale', title: 'Cold lists, facets and searches as the catalogue grows', measure: measureScale },
  { name: 'search', title: 'Queries that find something', measure: measureSearch },
  { name: 'stores', title: 'Cold calls of the store locator', measure: measureStores },
  { name: 'bundle', title: 'What a browser loads, gzip', measure: measureBundle },
  { name: 'pages', title: 'Pages in Chromium at 4× processor slowdown, 1.6 Mbit/s and 150 ms', measure: measurePages },
  { name: 'memory', title: 'The server process on PostgreSQL', measure: measureMemory },
  { name: 'metrics', title: 'What metrics cost a cached response, on PostgreSQL', measure: measureMetrics },
  { name: 'growth', title: 'Pages that statements read in a shop of years, on PostgreSQL', measure: measureGrowth },
  {
    name: 'office',
    title: 'Lists of the office at 100,000 customers and 300,000 orders, processor of server and PostgreSQL',
    measure: measureOffice,
  },
  { name: 'import', title: 'A catalogue of another shop, on PostgreSQL', measure: measureImport },
  { name: 'abuse', title: 'Memory and waiting under abuse, on PostgreSQL', measure: measureAbuse },
  { name: 'overload', title: 'Checkouts at twice the capacity, on PostgreSQL', measure: measureOverload },
  { name: 'campaign', title: 'Browsing while a campaign fans out, on PostgreSQL', measure: measureCampaign },
  { name: 'push', title: 'Orders while FCM fails, on PostgreSQL', measure: measurePush },
  {
    name: 'soak',
    title: 'Forty minutes at a third of the capacity, on PostgreSQL',
    onlyByName: true,
    measure: measureSoak,
  },
];

const args = process.argv.slice(2);
const fresh = args.includes('--fresh');
const names = args.filter((each) => each !== '--fresh');
const unknown = names.filter((name) => !BENCHMARKS.some((part) => part.name === name));
if (unknown.length > 0) {
  reportProgress(`There is no part ${unknown.join(', ')}; there are ${BENCHMARKS.map((part) => part.name).join(', ')}`);
  process.exit(1);
}

for (const { name, title, onlyByName = false, measure } of BENCHMARKS) {
  if (names.length > 0 ? !names.includes(name) : onlyByName) continue;
  reportProgress(`Measuring: ${name}`);
  printTable(title, await measure(fresh));
}
