/** What a cold list of 30 products costs as the catalogue grows: in process, nothing kept, PostgreSQL warm. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shopOf } from './databases.ts';
import { type InProcess, openInProcess } from './in-process.ts';
import { median, plainRow, type Row } from './report.ts';

const SIZES = [1_000, 10_000, 100_000] as const;

/** How many times its cost at the smallest size a list may cost. */
const MOST: Readonly<Record<number, number>> = { 10000: 1.3, 100000: 2 };

const WARM_UP = 40;
const ROUNDS = 30;
const CALLS_PER_ROUND = 5;

/** Lists that shoppers ask for; of the last ones only the figure is told. */
const LISTS: readonly { name: string; query: Record<string, string>; hasTarget: boolean }[] = [
  { name: 'featured first', query: {}, hasTarget: true },
  { name: 'cheapest first', query: { orderBy: 'price', sortedBy: 'asc' }, hasTarget: true },
  { name: 'of a category', query: { category_slugs: 'snacks' }, hasTarget: true },
  { name: 'the tenth page', query: { page: '10' }, hasTarget: true },
  {
    name: 'in stock, of a category, cheapest first',
    query: { category_slugs: 'snacks', show_available: 'true', orderBy: 'price', sortedBy: 'asc' },
    hasTarget: false,
  },
  { name: 'found by a word', query: { keyword: 'coffee' }, hasTarget: false },
];

type Cost = { milliseconds: number; processor: number; statements: number };

/** The costs of one list at every size, measured in turns so that a busy moment falls on all of them. */
async function costsOf(apps: readonly InProcess[], query: Record<string, string>): Promise<Cost[]> {
  const times = apps.map((): number[] => []);
  const processor = apps.map(() => 0);
  const statements = apps.map(() => 0);
  for (const app of apps) for (let i = 0; i < WARM_UP; i++) await app.call('catalog.products', { query });
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, app] of apps.entries()) {
      const used = process.cpuUsage();
      for (let i = 0; i < CALLS_PER_ROUND; i++) {
        const begun = performance.now();
        const answer = await app.call('catalog.products', { query });
        times[index]?.push(performance.now() - begun);
        statements[index] = answer.statements.length;
      }
      const { user, system } = process.cpuUsage(used);
      processor[index] = (processor[index] ?? 0) + (user + system) / 1000;
    }
  }
  return apps.map((_, index) => ({
    milliseconds: median(times[index] ?? []),
    processor: (processor[index] ?? 0) / (ROUNDS * CALLS_PER_ROUND),
    statements: statements[index] ?? 0,
  }));
}

function rowOf(name: string, size: number, cost: Cost, smallest: Cost, hasTarget: boolean): Row {
  const what = `List ${name}, ${size.toLocaleString('en')} products`;
  const ratio = cost.milliseconds / smallest.milliseconds;
  const times = `${cost.milliseconds.toFixed(2)} ms, ${cost.processor.toFixed(2)} ms of our processor`;
  const measured = `${times}, ${cost.statements} ${cost.statements === 1 ? 'statement' : 'statements'}`;
  const most = MOST[size];
  if (most === undefined || !hasTarget)
    return plainRow(what, most === undefined ? measured : `${ratio.toFixed(2)}×: ${measured}`);
  return {
    what,
    measured: `${ratio.toFixed(2)}×: ${measured}`,
    target: `≤ ${most}×`,
    met: ratio <= most && cost.statements <= 2,
  };
}

/** Measures the lists at every size. */
export async function measureScale(fresh: boolean): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  const apps: InProcess[] = [];
  try {
    for (const size of SIZES) apps.push(await openInProcess(await shopOf(size, fresh), join(dataDir, String(size))));
    const rows: Row[] = [];
    for (const { name, query, hasTarget } of LISTS) {
      const costs = await costsOf(apps, query);
      for (const [index, cost] of costs.entries()) {
        rows.push(rowOf(name, SIZES[index] ?? 0, cost, costs[0] ?? cost, hasTarget));
      }
    }
    return rows;
  } finally {
    for (const app of apps) await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
