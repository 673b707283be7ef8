/**
 * Measures the lists of the office in a shop of 100,000 customers and 300,000 orders (in process, PostgreSQL warm): the
 * processor time of the server and of PostgreSQL for one call, every filter, search and sort by itself.
 * `BENCH_DATABASE_URL` names a server where the role is a superuser.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointName } from '@shop/contract/api/endpoint-paths';
import { DAY_MS, dayOf } from '@shop/core/time';
import type { Actor } from '../server/context.ts';
import { FILL_STOCK, prepareShop, readDatabaseTime } from './databases.ts';
import { type GrowthSize, listGrowthStatements, makeCustomerName, makeOrderNumber } from './growth-data.ts';
import { type InProcess, openInProcess } from './in-process.ts';
import { type ReportRow, reportProgress } from './report.ts';

const SHOP_SIZE: GrowthSize = { customers: 100_000, orders: 300_000, products: 10_000 };

/** Processor time within which every list responds (docs/benchmarks.md). */
const MAX_MS = 100;
const WARM_UP_CALLS = 3;
/** The system counts the processor time of PostgreSQL's processes in steps of 10 ms. */
const RUNS_PER_CALL = 10;
/** A call that takes longer runs only once more. */
const SLOW_MS = 500;

/** The owner, who may open every list. */
export const OWNER: Actor = {
  kind: 'staff',
  id: null,
  email: 'owner@example.com',
  roles: ['owner'],
  outlet: null,
  hasSecondFactor: true,
  restriction: null,
  session: null,
  tokenHash: '',
};

type ListCall = { endpoint: EndpointName; query?: Record<string, string>; params?: Record<string, string> };

const searchFor = (text: string) => ({ search: text, searchJoin: 'and' });
const listCallsOf = (endpoint: EndpointName, ...queries: Record<string, string>[]): ListCall[] =>
  [{}, ...queries].map((query) => ({ endpoint, query }));
const listSorts = (fields: readonly string[]) =>
  fields.flatMap((orderBy) => ['asc', 'desc'].map((sortedBy) => ({ orderBy, sortedBy })));

/** Lists the calls of the office's screens (office/api/data-provider.ts). */
function listCalls(now: Date): ListCall[] {
  const number = SHOP_SIZE.orders - 1_000;
  const [today, lastMonth] = [dayOf(now), dayOf(new Date(now.getTime() - 30 * DAY_MS))];
  const [day, order] = [{ slot_date: lastMonth }, makeOrderNumber(number)];
  const name = makeCustomerName(12_345);
  const months = { from: dayOf(new Date(now.getTime() - 90 * DAY_MS)), to: today };
  return [
    ...listCallsOf(
      'staff.orders',
      { page: '300' },
      ...listSorts(['created_at', 'slot', 'payment_method', 'payment_status', 'delivery_method']),
      ...['status:pending', 'status:complete', 'payment_status:paid', 'payment_method:cod', 'type:delivery'].map(
        searchFor,
      ),
      { ...searchFor('status:complete'), orderBy: 'slot', sortedBy: 'desc' },
      { ...searchFor('status:packed,delivery'), searchFields: 'status:in' },
      ...[
        'delivery_method:standard',
        `order_number:${order}`,
        `contact:customer${number % SHOP_SIZE.customers}@example.com`,
      ].map(searchFor),
      ...[`name:${name}`, 'name:Tan', 'name:Mei Ling', 'name:an', 'item:kaya', 'item:a '].map(searchFor),
      ...[order, name, 'Tan', 'kaya', '+60120012345'].map(searchFor),
      day,
      { ...day, orderBy: 'slot', sortedBy: 'asc' },
      { ready: '1' },
      { ready: '1', orderBy: 'slot', sortedBy: 'asc' },
      { late: '1' },
      { expiring: '1' },
    ),
    { endpoint: 'staff.order', params: { id: order } },
    ...listCallsOf(
      'staff.customers',
      { page: '300' },
      ...[name, 'Tan', 'an', 'Mei Ling', '+601200', '012 0012345', 'customer12345@example.com', 'customer', order].map(
        searchFor,
      ),
      ...['name:Tan', 'phone:0120012', 'email:customer12', `order_number:${order}`].map(searchFor),
    ),
    ...listCallsOf(
      'staff.audit',
      { page: '300' },
      { subject: `order:${order}` },
      ...['action:staff.advanceOrder', 'staff_email:packer7@example.com', `subject:order ${order}`].map(searchFor),
      { ...searchFor('action:staff.advanceOrder'), staff_email: 'packer7@example.com' },
      months,
      { ...months, ...searchFor('staff_email:packer7@example.com') },
    ),
    ...listCallsOf('staff.runs', searchFor('driver:Driver 3'), { day: today }, { open: '1' }, { page: '400' }),
    ...listCallsOf('staff.driverCash', searchFor('driver:Driver 3'), { day: today }, { differs: '1' }),
    ...listCallsOf(
      'staff.cancellations',
      ...['state:requested', 'state:approved', `order_number:${order}`].map(searchFor),
    ),
    ...listCallsOf(
      'staff.paymentRefunds',
      ...['state:requested', 'state:settled', `order_number:${order}`, 'reference:T20'].map(searchFor),
      { unsettled: '1' },
      months,
    ),
    ...listCallsOf(
      'staff.attempts',
      ...['state:paid', 'state:failed', `order_number:${order}`, `reference:${order}-1`].map(searchFor),
      { unresolved: '1' },
      { unsettled: '1' },
      months,
      { ...months, ...searchFor('state:paid') },
    ),
    ...listCallsOf('staff.cashDifferences', searchFor(`order_number:${order}`)),
    ...listCallsOf('staff.approvals', searchFor('state:pending')),
    ...listCallsOf('staff.sessions'),
    ...listCallsOf('staff.accounts'),
    ...listCallsOf('staff.campaigns'),
    ...listCallsOf('staff.lowStock', { negative: '1' }),
    ...listCallsOf('staff.goods', searchFor('kaya'), searchFor('9551234567890'), { off_sale: '1' }),
    ...listCallsOf('staff.searchMisses', { recent: '1' }),
    ...listCallsOf('staff.failedNotifications', { recent: '1' }, searchFor('channel:email')),
    ...listCallsOf('staff.pickBatches'),
    { endpoint: 'staff.manifest', query: { day: today } },
    { endpoint: 'staff.today' },
    { endpoint: 'staff.closing', query: { day: today } },
    { endpoint: 'staff.closing', query: { day: lastMonth } },
    { endpoint: 'staff.walletLiability' },
    { endpoint: 'staff.wallets', params: { customer: 'customer12345@example.com' } },
  ];
}

/** Measures one call: milliseconds of processor of the server and of PostgreSQL. */
async function measureCall(app: InProcess, url: string, { endpoint, ...options }: ListCall): Promise<[number, number]> {
  const call = () => app.call(endpoint, { actor: OWNER, ...options });
  const startedAt = performance.now();
  for (let i = 0; i < WARM_UP_CALLS; i++) await call();
  const runs = performance.now() - startedAt > SLOW_MS * WARM_UP_CALLS ? 1 : RUNS_PER_CALL;
  const before = await readDatabaseTime(url);
  const usageBefore = process.cpuUsage();
  for (let i = 0; i < runs; i++) await call();
  const { user, system } = process.cpuUsage(usageBefore);
  return [(user + system) / 1000 / runs, ((await readDatabaseTime(url)) - before) / runs];
}

const formatCall = ({ endpoint, query = {} }: ListCall): string =>
  [endpoint, ...Object.entries(query).map(([name, value]) => (name === 'searchJoin' ? '' : `${name}=${value}`))]
    .filter(Boolean)
    .join(' ');

/** Formats the row of one call; a call that fails, such as by the time limit of statements, misses its target. */
async function makeRow(app: InProcess, url: string, call: ListCall): Promise<ReportRow> {
  const [what, target] = [formatCall(call), `≤ ${MAX_MS} ms`];
  try {
    const [server, database] = await measureCall(app, url, call);
    return {
      what,
      measured: `${server.toFixed(1)} + ${database.toFixed(1)} ms`,
      target,
      met: server + database <= MAX_MS,
    };
  } catch (error) {
    return { what, measured: `failed: ${error instanceof Error ? error.message : String(error)}`, target, met: false };
  }
}

/** Measures every list. */
export async function measureOffice(fresh: boolean): Promise<ReportRow[]> {
  const completion = { name: 'bench_office', statements: [FILL_STOCK, ...listGrowthStatements(SHOP_SIZE)] };
  const url = await prepareShop(SHOP_SIZE.products, fresh, completion);
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  const app = await openInProcess(url, dataDir);
  try {
    const rows: ReportRow[] = [];
    for (const call of listCalls(new Date())) {
      const row = await makeRow(app, url, call);
      reportProgress(`  ${row.what}: ${row.measured}`);
      rows.push(row);
    }
    return rows;
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
