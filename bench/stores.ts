/** Measures uncached calls of the store locator as the number of outlets grows (in process). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointName } from '@shop/contract/api/endpoint-paths';
import { onClone, onDatabase } from './databases.ts';
import { type InProcessOptions, openInProcess } from './in-process.ts';
import { makeLimitRow, median, type ReportRow } from './report.ts';

const PRODUCT_COUNT = 1_000;
const OUTLET_COUNTS = [700, 10_000];
const WARM_UP_CALLS = 50;
const ROUNDS = 9;
const CALLS_PER_ROUND = 40;
/** Maximum processor time of the server. */
const MAX_MS = 1.5;

type StoreCall = InProcessOptions & { name: string; endpoint: EndpointName };

const CALLS: readonly StoreCall[] = [
  { name: 'Stores, first page', endpoint: 'stores.list' },
  {
    name: 'Stores near a position, open now',
    endpoint: 'stores.list',
    query: { near: '3.139,101.687', open_now: '1' },
  },
  {
    name: 'Stores near a postcode, of a state, with parking',
    endpoint: 'stores.list',
    query: { near_zip: '47300', state: 'MY-10', services: 'parking' },
  },
  { name: 'Stores by a word', endpoint: 'stores.list', query: { search: 'jalan' } },
  { name: 'Every store, for the map', endpoint: 'stores.map' },
  { name: 'A store', endpoint: 'stores.one', params: { id: 'OUTLET1' } },
];

/** Replaces the outlets by `count` copies of the demo's outlets, each moved a little from the one that it copies. */
const setOutlets = (url: string, count: number) =>
  onDatabase(url, async (client) => {
    await client.query('create temp table towns as select row_number() over (order by id) as at, * from outlets');
    await client.query('delete from outlets');
    await client.query(
      `insert into outlets (code, name_en, name_zh, street_address, postcode, state_id, latitude, longitude, phone, hours,
         exceptions, services, opened_on)
       select 'OUTLET' || n, t.name_en || ' ' || n, t.name_zh || n, t.street_address, t.postcode, t.state_id,
         t.latitude + (n % 97) / 5000.0, t.longitude + (n % 89) / 5000.0, t.phone, t.hours, t.exceptions, t.services,
         t.opened_on
       from generate_series(1, $1::int) n join towns t on t.at = 1 + n % (select count(*) from towns)`,
      [count],
    );
  });

async function measureSize(url: string, size: number): Promise<ReportRow[]> {
  await setOutlets(url, size);
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  const app = await openInProcess(url, dataDir);
  try {
    const rows: ReportRow[] = [];
    for (const { name, endpoint, ...options } of CALLS) {
      for (let i = 0; i < WARM_UP_CALLS; i++) await app.call(endpoint, options);
      const processor: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const usageBefore = process.cpuUsage();
        for (let i = 0; i < CALLS_PER_ROUND; i++) await app.call(endpoint, options);
        const { user, system } = process.cpuUsage(usageBefore);
        processor.push((user + system) / 1000 / CALLS_PER_ROUND);
      }
      rows.push(makeLimitRow(`${name}, ${size.toLocaleString('en')} outlets`, median(processor), MAX_MS, 'ms', 2));
    }
    return rows;
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const measureStores = (fresh: boolean): Promise<ReportRow[]> =>
  onClone(PRODUCT_COUNT, fresh, async (url) => {
    const rows: ReportRow[] = [];
    for (const size of OUTLET_COUNTS) rows.push(...(await measureSize(url, size)));
    return rows;
  });
