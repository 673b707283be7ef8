/**
 * Measures uncached catalogue calls as the catalogue grows (in process, PostgreSQL warm): our processor and that of
 * PostgreSQL. Also the index's memory.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointName } from '@shop/contract/api/endpoint-paths';
import { prepareShop, readDatabaseTime } from './databases.ts';
import { type InProcess, openInProcess } from './in-process.ts';
import { makeLimitRow, makePlainRow, median, type ReportRow } from './report.ts';

const CATALOGUE_SIZES = [1_000, 10_000, 100_000] as const;

/** Targets of docs/benchmarks.md for 100,000 products: how many times the cost at 10,000, milliseconds, statements. */
const MAX_GROWTH_FACTOR = 3;
const MAX_MS = 30;
const MAX_STATEMENTS = 2;

const WARM_UP_CALLS = 40;
const ROUNDS = 30;
const CALLS_PER_ROUND = 10;
/** Maximum processor time of server and PostgreSQL together, for typical calls. */
const MAX_TYPICAL_MS = 1.5;
const MEGABYTE = 1024 * 1024;

type MeasuredCall = {
  name: string;
  endpoint: EndpointName;
  query: Record<string, string>;
  /** Whether the call scans all names; then only its time has a target. */
  looksThroughAll?: boolean;
  /** Whether it has the target `MAX_TYPICAL_MS`. */
  isTypical?: boolean;
};

/** Typical catalogue calls. */
const CALLS: readonly MeasuredCall[] = [
  { name: 'List, featured first', endpoint: 'catalog.products', query: {}, isTypical: true },
  { name: 'List, by name', endpoint: 'catalog.products', query: { orderBy: 'name' } },
  { name: 'List of a category', endpoint: 'catalog.products', query: { category_slugs: 'snacks' } },
  { name: 'List, page 300', endpoint: 'catalog.products', query: { page: '300', orderBy: 'price' } },
  {
    name: 'List, four filters, cheapest first',
    endpoint: 'catalog.products',
    query: {
      category_slugs: 'snacks',
      dietary: 'vegetarian',
      show_available: 'true',
      max_price: '20',
      orderBy: 'price',
    },
  },
  { name: 'List, part of a name', endpoint: 'catalog.products', query: { search: 'name:an' }, looksThroughAll: true },
  { name: 'Facets', endpoint: 'catalog.facets', query: {} },
  {
    name: 'Facets of a category',
    endpoint: 'catalog.facets',
    query: { category_slugs: 'snacks', dietary: 'vegetarian' },
  },
  { name: 'Search, one word', endpoint: 'catalog.search', query: { keyword: 'coffee' }, isTypical: true },
  { name: 'Search, two words', endpoint: 'catalog.search', query: { keyword: 'instant noodle' } },
  { name: 'Search, a typing error', endpoint: 'catalog.search', query: { keyword: 'instnat noodle' } },
  { name: 'Search, Chinese', endpoint: 'catalog.search', query: { keyword: '快熟面' } },
  {
    name: 'Product',
    endpoint: 'catalog.productBySlug',
    query: { slug: 'nyonya-pot-pandan-kaya' },
    isTypical: true,
  },
  { name: 'Suggestions', endpoint: 'catalog.suggestions', query: { keyword: 'coff' } },
];

type BenchShop = { app: InProcess; url: string };
/** The cost of a call: milliseconds in total, on our processor and on PostgreSQL's, and the number of statements. */
type CallCost = { milliseconds: number; processor: number; database: number; statements: number };

/** Measures the costs of one call at every size, in turns, so that a busy moment affects all sizes. */
async function measureCosts(shops: readonly BenchShop[], { endpoint, query }: MeasuredCall): Promise<CallCost[]> {
  const runs = shops.map(() => ({ times: [] as number[], processor: [] as number[], statements: 0 }));
  for (const { app } of shops) for (let i = 0; i < WARM_UP_CALLS; i++) await app.call(endpoint, { query });
  // Each shop has its own database, whose processes work in its turns alone.
  const before = await Promise.all(shops.map(({ url }) => readDatabaseTime(url)));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { app }] of shops.entries()) {
      const usageBefore = process.cpuUsage();
      for (let i = 0; i < CALLS_PER_ROUND; i++) {
        const startedAt = performance.now();
        const response = await app.call(endpoint, { query });
        runs[index]?.times.push(performance.now() - startedAt);
        Object.assign(runs[index] ?? {}, { statements: response.statements.length });
      }
      const { user, system } = process.cpuUsage(usageBefore);
      runs[index]?.processor.push((user + system) / 1000 / CALLS_PER_ROUND);
    }
  }
  const after = await Promise.all(shops.map(({ url }) => readDatabaseTime(url)));
  return runs.map(({ times, processor, statements }, index) => ({
    milliseconds: median(times),
    processor: median(processor),
    database: ((after[index] ?? 0) - (before[index] ?? 0)) / (ROUNDS * CALLS_PER_ROUND),
    statements,
  }));
}

/** Formats the row of both processors together; empty for a call or size without this target. */
function makeTypicalRows(
  { name, isTypical = false }: MeasuredCall,
  size: number,
  { processor, database }: CallCost,
): ReportRow[] {
  if (!isTypical || size === CATALOGUE_SIZES[0]) return [];
  return [
    makeLimitRow(
      `${name}, ${size.toLocaleString('en')} products, both processors`,
      processor + database,
      MAX_TYPICAL_MS,
      'ms',
      2,
    ),
  ];
}

function makeRow(
  { name, looksThroughAll = false }: MeasuredCall,
  size: number,
  cost: CallCost,
  tenth: CallCost | undefined,
): ReportRow {
  const what = `${name}, ${size.toLocaleString('en')} products`;
  const processors = `${cost.processor.toFixed(2)} + ${cost.database.toFixed(2)} ms of our and PostgreSQL's processor`;
  const times = `${processors}, ${cost.milliseconds.toFixed(2)} ms in all`;
  const measured = `${times}, ${cost.statements} ${cost.statements === 1 ? 'statement' : 'statements'}`;
  if (size !== CATALOGUE_SIZES.at(-1) || tenth === undefined) {
    return { what, measured, target: `≤ ${MAX_STATEMENTS} statements`, met: cost.statements <= MAX_STATEMENTS };
  }
  const ratio = cost.processor / tenth.processor;
  return {
    what,
    measured: `${ratio.toFixed(2)}×: ${measured}`,
    target: looksThroughAll ? `< ${MAX_MS} ms` : `≤ ${MAX_GROWTH_FACTOR}×, < ${MAX_MS} ms`,
    met:
      (looksThroughAll || ratio <= MAX_GROWTH_FACTOR) && cost.processor < MAX_MS && cost.statements <= MAX_STATEMENTS,
  };
}

/** Measures the time to build the index, and its memory, at each size. */
async function measureIndex(app: InProcess, size: number): Promise<ReportRow> {
  const startedAt = performance.now();
  await app.index.waitForBuild();
  const seconds = (performance.now() - startedAt) / 1000;
  const { columns, words } = await app.index.estimateMemory();
  const formatMegabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`;
  const memoryText = `${formatMegabytes(columns)} of columns and orders, ${formatMegabytes(words)} of words`;
  return makePlainRow(
    `Index of ${size.toLocaleString('en')} products`,
    `made in ${seconds.toFixed(1)} s: ${memoryText}`,
  );
}

/** Measures the calls at every size. */
export async function measureScale(fresh: boolean): Promise<ReportRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  const shops: BenchShop[] = [];
  try {
    for (const size of CATALOGUE_SIZES) {
      const url = await prepareShop(size, fresh);
      shops.push({ url, app: await openInProcess(url, join(dataDir, String(size))) });
    }
    const rows: ReportRow[] = [];
    for (const [index, { app }] of shops.entries()) rows.push(await measureIndex(app, CATALOGUE_SIZES[index] ?? 0));
    for (const call of CALLS) {
      const costs = await measureCosts(shops, call);
      for (const [index, cost] of costs.entries()) {
        const size = CATALOGUE_SIZES[index] ?? 0;
        rows.push(makeRow(call, size, cost, costs[index - 1]), ...makeTypicalRows(call, size, cost));
      }
    }
    return rows;
  } finally {
    for (const { app } of shops) await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
