/**
 * Measures what each call of a guest checkout costs: statements, and processor of the server and of PostgreSQL; and how
 * long orders take at a steady rate.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { onClone, onDatabase, readDatabaseTime } from './databases.ts';
import { runLoad } from './load.ts';
import { readProcessorTime, type StartedProcess, startShop } from './processes.ts';
import { makeLimitRow, makePlainRow, percentile, type ReportRow, reportProgress } from './report.ts';
import { checkOut, listWantedLines, type ShopperVisit, TRUST_PROXY, type WantedLine } from './shoppers.ts';
import { countCheckout } from './statements.ts';

const SHOP_PORT = 3576;
const PRODUCT_COUNT = 1_000;
const CONNECTIONS = 4;
const MEASURED_VISITS = 1_000;
/** Compiling the code of a visit takes thousands of visits. */
const WARM_UP_VISITS = 2_000;

/** The calls of `checkOut`, in their order. */
const CALLS = ['GET /cart', 'PUT /cart', 'GET /shippings', 'PUT /checkout', 'POST /orders/checkout'];
/** Limits of a whole visit without a coupon. */
const MAX_STATEMENTS = 18;
const MAX_SERVER_MS = 3;
const MAX_DATABASE_MS = 3;

const ORDERS_PER_SECOND = 50;
const ORDER_SECONDS = 60;
const ORDER_CONNECTIONS = 32;
const MAX_ORDER_P99_MS = 800;

/** Milliseconds of processor. */
type RequestCost = { server: number; database: number };

export type VisitStep = { visit: ShopperVisit; request: Buffer };

/** Sends the next request of every visit; returns the visits that go on. */
export async function sendStep(port: number, steps: readonly VisitStep[]): Promise<VisitStep[]> {
  const waiting = [...steps];
  const visitByConnection = new Map<number, ShopperVisit>();
  const following: VisitStep[] = [];
  await runLoad({
    port,
    connections: CONNECTIONS,
    seconds: 120,
    keepBody: true,
    next(connection, response) {
      const visit = visitByConnection.get(connection);
      const after = response === null ? undefined : visit?.next(response);
      if (visit !== undefined && after?.done === false) following.push({ visit, request: after.value });
      const next = waiting.pop();
      if (next === undefined) return null;
      visitByConnection.set(connection, next.visit);
      return next.request;
    },
  });
  return following;
}

/** Begins a visit; it is at its first request. */
export function beginVisit(visit: ShopperVisit): VisitStep {
  const first = visit.next();
  if (first.done === true) throw new Error('A visit without calls');
  return { visit, request: first.value };
}

const beginVisits = (wanted: readonly WantedLine[], visits: number): VisitStep[] =>
  Array.from({ length: visits }, () => beginVisit(checkOut(wanted)));

/** Runs `visits` visits in parallel, call by call; returns the cost of each call. */
async function measureCalls(
  url: string,
  shop: StartedProcess,
  wanted: readonly WantedLine[],
  visits: number,
): Promise<RequestCost[]> {
  const measure = async () => ({
    server: readProcessorTime(shop.pid) ?? Number.NaN,
    database: await readDatabaseTime(url),
  });
  let steps = beginVisits(wanted, visits);
  const costs: RequestCost[] = [];
  while (steps.length > 0) {
    const before = await measure();
    steps = await sendStep(shop.port, steps);
    const after = await measure();
    costs.push({
      server: (after.server - before.server) / visits,
      database: (after.database - before.database) / visits,
    });
  }
  return costs;
}

type OrderRate = { ordersPerSecond: number; seconds: number };

/**
 * Prepares carts and orders them at a steady rate; returns the milliseconds of each order, and the number of those that
 * failed. An order's time begins when it is due, so that a server that falls behind is measured too.
 */
export async function orderAtRate(
  port: number,
  visits: readonly VisitStep[],
  { ordersPerSecond, seconds }: OrderRate,
): Promise<{ times: number[]; unplaced: number }> {
  let ready = [...visits];
  for (let call = 1; call < CALLS.length; call++) ready = await sendStep(port, ready);
  const times: number[] = [];
  const dueAt = new Map<number, number>();
  let nextDue = performance.now();
  const { failed } = await runLoad({
    port,
    connections: ORDER_CONNECTIONS,
    seconds: 2 * seconds,
    next(connection, response) {
      const due = dueAt.get(connection);
      if (response !== null && due !== undefined) times.push(performance.now() - due);
      const step = ready.pop();
      if (step === undefined) return null;
      const dueTime = nextDue;
      nextDue += 1_000 / ordersPerSecond;
      dueAt.set(connection, dueTime);
      return sleep(Math.max(0, dueTime - performance.now()), step.request);
    },
  });
  return { times, unplaced: visits.length - times.length + failed };
}

async function measureOrderRate({ port }: StartedProcess, wanted: readonly WantedLine[]): Promise<ReportRow[]> {
  const rate = { ordersPerSecond: ORDERS_PER_SECOND, seconds: ORDER_SECONDS };
  const visits = beginVisits(wanted, ORDERS_PER_SECOND * ORDER_SECONDS);
  const { times, unplaced } = await orderAtRate(port, visits, rate);
  const formatPercentile = (percent: number) => `${percentile(times, percent).toFixed()} ms`;
  return [
    makeLimitRow(
      `${ORDERS_PER_SECOND} orders a second for ${ORDER_SECONDS} s: p99`,
      percentile(times, 99),
      MAX_ORDER_P99_MS,
      'ms',
    ),
    makePlainRow('  p50 and the longest', `${formatPercentile(50)} and ${formatPercentile(100)}`),
    makeLimitRow('  Orders not placed', unplaced, 0, ''),
  ];
}

const formatCost = ({ server, database }: RequestCost): string => `${server.toFixed(2)} + ${database.toFixed(2)} ms`;

/** Measures statements and processor (server + PostgreSQL) by call and in total, and orders at a steady rate. */
export function measureCheckout(fresh: boolean): Promise<ReportRow[]> {
  return onClone(PRODUCT_COUNT, fresh, async (url) => {
    const statements = await countCheckout(url);
    const shop = await startShop(url, SHOP_PORT, { env: TRUST_PROXY });
    try {
      const wantedLines = await listWantedLines(SHOP_PORT);
      reportProgress('  warming up');
      await measureCalls(url, shop, wantedLines, WARM_UP_VISITS);
      // As autovacuum does within a minute: plans made while the tables were empty read too much.
      await onDatabase(url, (client) => client.query('vacuum analyze orders, order_lines, carts, cart_lines'));
      reportProgress('  measuring');
      const costs = await measureCalls(url, shop, wantedLines, MEASURED_VISITS);
      reportProgress('  ordering at a steady rate');
      const rateRows = await measureOrderRate(shop, wantedLines);
      const visitCost = costs.reduce((sum, { server, database }) => ({
        server: sum.server + server,
        database: sum.database + database,
      }));
      const inAll = statements.reduce((sum, count) => sum + count, 0);
      return [
        ...CALLS.map((name, at) => {
          const cost = costs[at];
          return makePlainRow(
            name,
            `${statements[at]} statements, ${cost === undefined ? 'not measured' : formatCost(cost)}`,
          );
        }),
        {
          what: 'All five, server + PostgreSQL',
          measured: `${inAll} statements, ${formatCost(visitCost)}`,
          target: `≤ ${MAX_STATEMENTS}, ${MAX_SERVER_MS} + ${MAX_DATABASE_MS} ms`,
          met: inAll <= MAX_STATEMENTS && visitCost.server <= MAX_SERVER_MS && visitCost.database <= MAX_DATABASE_MS,
        },
        ...rateRows,
      ];
    } finally {
      await shop.stop();
    }
  });
}
