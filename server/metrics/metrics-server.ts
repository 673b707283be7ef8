/**
 * Serves the metrics to Prometheus, on a port of its own. Loaded only if `METRICS_PORT` is set. Each scrape copies the
 * numbers of `measurements.ts`, so that nothing but plain additions runs while shoppers wait.
 */
import { readdirSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type pg from 'pg';
import { Counter, Gauge, Registry } from 'prom-client';
import { CommandFailed } from '../command-line.ts';
import type { Db } from '../db/database.ts';
import type { ChangeFeed } from '../http/cache/change-feed.ts';
import type { ResponseCache } from '../http/cache/response-cache.ts';
import { createServer } from '../http/node-http.ts';
import { type EventLoopLag, watchEventLoop } from './event-loop.ts';
import {
  breakerStates,
  finishedJobs,
  lastWalletCheck,
  listRequests,
  listStatements,
  partnerCalls,
  partnerSeconds,
  placedOrders,
  REQUEST_BUCKETS,
  refusedNotices,
  rehearsedOrders,
  type Tally,
} from './measurements.ts';
import { createStateReader, type ShopState } from './shop-state.ts';

export type MetricsSources = {
  db: Db;
  /** The pools by name: `main`, and `replica` if there is one. */
  pools: Readonly<Record<string, pg.Pool>>;
  cache: ResponseCache;
  feed: ChangeFeed;
  log: { warn(details: object, message: string): void };
};

type MetricLabels = Readonly<Record<string, string>>;
type Sample = readonly [labels: MetricLabels, value: number];

const REQUESTS_METRIC = 'http_request_duration_seconds';

/**
 * Writes the histogram of requests as Prometheus reads it. The library's own histogram sorts and joins its labels
 * for every observation.
 */
function renderRequestHistogram(): string {
  const lines = [
    `# HELP ${REQUESTS_METRIC} Requests by endpoint, method and status.`,
    `# TYPE ${REQUESTS_METRIC} histogram`,
  ];
  for (const { endpoint, method, status, buckets, seconds } of listRequests()) {
    const labels = `endpoint="${endpoint}",method="${method}",status="${status}"`;
    let count = 0;
    for (const [index, requests] of buckets.entries()) {
      count += requests;
      lines.push(`${REQUESTS_METRIC}_bucket{le="${REQUEST_BUCKETS[index] ?? '+Inf'}",${labels}} ${count}`);
    }
    lines.push(`${REQUESTS_METRIC}_sum{${labels}} ${seconds}`, `${REQUESTS_METRIC}_count{${labels}} ${count}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Returns functions that register a gauge or counter, whose values are read at each scrape. */
function createDefiners(register: Registry) {
  const options = (name: string, help: string, labels: readonly string[]) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [register],
  });
  return {
    gauge(name: string, help: string, labels: readonly string[], read: () => readonly Sample[]): void {
      new Gauge({
        ...options(name, help, labels),
        collect() {
          this.reset();
          // The library sets a gauge without labels to 0; an unknown value must not look like one.
          if (labels.length === 0) this.remove();
          for (const [of, value] of read()) this.set(of, value);
        },
      });
    },
    counter(name: string, help: string, labels: readonly string[], read: () => readonly Sample[]): void {
      new Counter({
        ...options(name, help, labels),
        collect() {
          this.reset();
          for (const [of, value] of read()) this.inc(of, value);
        },
      });
    },
  };
}

const samplesOf = <Label extends string>(tally: Tally<Label>): Sample[] =>
  tally.list().map(({ labels, count }) => [labels, count]);

/** Counts the open files; null where the system does not list them. */
function countOpenFiles(): number | null {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return null;
  }
}

/**
 * Defines metrics of the process under the names of the library's default metrics. Those are not used, because their
 * observer of garbage collections costs a cached response 1 %.
 */
function defineProcessMetrics(register: Registry, currentLag: () => EventLoopLag): void {
  const { gauge, counter } = createDefiners(register);
  const startedAt = Date.now() / 1_000 - process.uptime();
  gauge('process_start_time_seconds', 'Time of the start.', [], () => [[{}, startedAt]]);
  gauge('process_resident_memory_bytes', 'Resident memory.', [], () => [[{}, process.memoryUsage.rss()]]);
  gauge('nodejs_heap_size_used_bytes', 'Used memory of the heap.', [], () => [[{}, process.memoryUsage().heapUsed]]);
  counter('process_cpu_seconds_total', 'Processor time.', [], () => {
    const { user, system } = process.cpuUsage();
    return [[{}, (user + system) / 1e6]];
  });
  gauge('process_open_fds', 'Open files and connections.', [], () => {
    const files = countOpenFiles();
    return files === null ? [] : [[{}, files]];
  });
  const lag = 'Time between two ticks of a timer of 10 ms, since the scrape before';
  gauge('nodejs_eventloop_lag_mean_seconds', `${lag}: mean.`, [], () => [[{}, currentLag().mean]]);
  gauge('nodejs_eventloop_lag_p99_seconds', `${lag}: 99th percentile.`, [], () => [[{}, currentLag().p99]]);
  gauge('nodejs_eventloop_lag_max_seconds', `${lag}: longest.`, [], () => [[{}, currentLag().max]]);
}

function defineDatabaseMetrics(register: Registry, { pools, cache, feed }: MetricsSources): void {
  const { gauge, counter } = createDefiners(register);
  const samplePools = (read: (pool: pg.Pool) => number) => () =>
    Object.entries(pools).map(([pool, each]): Sample => [{ pool }, read(each)]);
  const pool = ['pool'];
  gauge(
    'shop_db_pool_connections',
    'Open connections.',
    pool,
    samplePools((each) => each.totalCount),
  );
  gauge(
    'shop_db_pool_connections_max',
    'Maximum connections.',
    pool,
    samplePools(({ options }) => options.max),
  );
  gauge(
    'shop_db_pool_idle',
    'Idle connections.',
    pool,
    samplePools((each) => each.idleCount),
  );
  gauge(
    'shop_db_pool_waiting',
    'Callers that wait for a connection.',
    pool,
    samplePools((each) => each.waitingCount),
  );

  const sampleStatements =
    (read: (tally: { calls: number; errors: number; rows: number; seconds: number }) => number) => () =>
      [...listStatements()].map(([statement, tally]): Sample => [{ statement }, read(tally)]);
  const statement = ['statement'];
  counter(
    'shop_db_statements_total',
    'Statements by name.',
    statement,
    sampleStatements(({ calls }) => calls),
  );
  counter(
    'shop_db_statement_seconds_total',
    'Time from sending a statement to its result.',
    statement,
    sampleStatements(({ seconds }) => seconds),
  );
  counter(
    'shop_db_statement_rows_total',
    'Rows read or written.',
    statement,
    sampleStatements(({ rows }) => rows),
  );
  counter(
    'shop_db_statement_errors_total',
    'Failed statements.',
    statement,
    sampleStatements(({ errors }) => errors),
  );

  counter('shop_cache_requests_total', 'Reads of the response cache: hit, joined or miss.', ['result'], () =>
    Object.entries(cache.counts).map(([result, count]): Sample => [{ result }, count]),
  );
  gauge('shop_cache_responses', 'Cached responses.', [], () => [[{}, cache.size]]);
  gauge('shop_cache_bytes', 'Size of the cached responses.', [], () => [[{}, cache.bytes]]);
  gauge('shop_change_feed_delay_seconds', 'Time since the change feed was read.', [], () => [
    [{}, feed.behindMs() / 1_000],
  ]);
}

function defineShopMetrics(register: Registry, currentState: () => ShopState | null): void {
  const { gauge, counter } = createDefiners(register);
  counter(
    'shop_orders_total',
    'Orders by payment method and their states when they were placed.',
    ['payment_method', 'status', 'payment_status'],
    () => samplesOf(placedOrders),
  );
  counter(
    'shop_payment_notices_refused_total',
    'Reports of payment gateways that were not believed.',
    ['gateway', 'source', 'reason'],
    () => samplesOf(refusedNotices),
  );
  counter('shop_order_checks_total', 'Order checks by their outcome.', ['outcome'], () => samplesOf(rehearsedOrders));
  counter('shop_jobs_total', 'Jobs of this process by their outcome.', ['queue', 'outcome'], () =>
    samplesOf(finishedJobs),
  );
  counter('shop_partner_calls_total', 'Calls of partners by their outcome.', ['partner', 'outcome'], () =>
    samplesOf(partnerCalls),
  );
  counter('shop_partner_seconds_total', 'Time of calls of partners.', ['partner'], () => samplesOf(partnerSeconds));
  gauge('shop_partner_breaker_open', '1 while calls are rejected, 0.5 while one is tried.', ['partner'], () =>
    [...breakerStates].map(([partner, state]) => [{ partner }, { closed: 0, half_open: 0.5, open: 1 }[state]]),
  );
  gauge('shop_wallets_wrong', 'Wallets that do not follow from their entries, by the last daily check.', [], () =>
    lastWalletCheck === null ? [] : [[{}, lastWalletCheck.wrong]],
  );
  gauge('shop_wallets_checked_timestamp_seconds', 'Time of the last daily check of wallets.', [], () =>
    lastWalletCheck === null ? [] : [[{}, lastWalletCheck.at.getTime() / 1_000]],
  );

  const queues = () => currentState()?.queues ?? [];
  gauge('shop_queue_jobs', 'Jobs by queue and state.', ['queue', 'state'], () =>
    queues().flatMap(({ name: queue, waiting, retrying, active, failed }) =>
      Object.entries({ waiting, retrying, active, failed }).map(([state, jobs]): Sample => [{ queue, state }, jobs]),
    ),
  );
  gauge('shop_queue_oldest_seconds', 'Age of the oldest job that is due or is retried.', ['queue'], () =>
    queues().map(({ name, oldest_seconds }) => [{ queue: name }, oldest_seconds]),
  );
  const payments = () => currentState()?.payments;
  gauge('shop_payments_waiting', 'Payments without a result.', [], () => {
    const unresolved = payments()?.unresolved_count;
    return unresolved === undefined ? [] : [[{}, unresolved]];
  });
  gauge('shop_payments_waiting_oldest_seconds', 'Age of the oldest payment without a result.', [], () => {
    const oldest = payments()?.oldest_seconds;
    return oldest === undefined ? [] : [[{}, oldest]];
  });
  gauge('shop_state_readable', '1 if queues and payments could be read from the database.', [], () => [
    [{}, currentState() === null ? 0 : 1],
  ]);
}

/** Starts the server. Throws `CommandFailed` if the port cannot be listened on. */
export async function serveMetrics(
  { port, host }: { port: number; host: string },
  sources: MetricsSources,
): Promise<{ close(): Promise<void> }> {
  const register = new Registry();
  const readState = createStateReader(sources.db, (error) =>
    sources.log.warn({ err: error }, 'queues and payments could not be read for the metrics'),
  );
  const eventLoop = watchEventLoop();
  let state: ShopState | null = null;
  let lag = eventLoop.read();
  defineProcessMetrics(register, () => lag);
  defineDatabaseMetrics(register, sources);
  defineShopMetrics(register, () => state);

  const answer = async ({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> => {
    if ((method !== 'GET' && method !== 'HEAD') || url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    state = await readState();
    lag = eventLoop.read();
    const text = `${renderRequestHistogram()}\n${await register.metrics()}`;
    response.writeHead(200, { 'Content-Type': register.contentType, 'Cache-Control': 'no-store' });
    response.end(method === 'HEAD' ? undefined : text);
  };
  const server: Server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      sources.log.warn({ err: error }, 'the metrics could not be read');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new CommandFailed(`METRICS_PORT ${port} cannot be listened on: ${error.message}`)),
    );
    server.listen(port, host, resolve);
  });
  return {
    async close() {
      eventLoop.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
