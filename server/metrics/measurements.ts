/**
 * Counts and times of this process, as plain numbers without a library. `metrics-server.ts` renders them if
 * `METRICS_PORT` is set. Every label comes from a fixed set, such as endpoints, statements and queues: no part of a
 * request or of a customer's data becomes one.
 */
import type { EndpointName } from '@shop/contract/api/endpoint-paths';

/** The target of a request: an endpoint of the contract, a page, or anything else such as pictures and files. */
export type EndpointLabel = EndpointName | 'page' | 'other';

/** Upper bounds of the buckets of requests, in seconds: a cached response takes less than the first. */
export const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Requests of one endpoint, method and status. `buckets` counts each request once; the last has no upper bound. */
export type RequestSeries = {
  endpoint: EndpointLabel;
  method: string;
  status: number;
  buckets: number[];
  seconds: number;
};

const LABELLED_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns a request's method as a label: `other` unless it is one of HTTP's usual ones. */
export const toMethodLabel = (method: string | undefined): string =>
  method !== undefined && LABELLED_METHODS.has(method) ? method : 'other';

/** Series by endpoint, then by method and status. */
const requests = new Map<EndpointLabel, RequestSeries[]>();

let isMeasuringNow = false;

/**
 * Returns whether requests and statements are measured; without a metrics server they are not, since they are so many.
 */
export const isMeasuring = (): boolean => isMeasuringNow;

/** Measures requests and statements from now on. */
export function measureFromNow(): void {
  isMeasuringNow = true;
}

/** Records a finished request. Runs for every cached response, so it allocates nothing after the first of a series. */
export function recordRequest(endpoint: EndpointLabel, method: string | undefined, status: number, ms: number): void {
  if (!isMeasuringNow) return;
  const label = toMethodLabel(method);
  let ofEndpoint = requests.get(endpoint);
  if (ofEndpoint === undefined) {
    ofEndpoint = [];
    requests.set(endpoint, ofEndpoint);
  }
  let series = ofEndpoint.find((each) => each.status === status && each.method === label);
  if (series === undefined) {
    series = { endpoint, method: label, status, buckets: [...REQUEST_BUCKETS.map(() => 0), 0], seconds: 0 };
    ofEndpoint.push(series);
  }
  const seconds = ms / 1_000;
  let at = 0;
  while (at < REQUEST_BUCKETS.length && seconds > (REQUEST_BUCKETS[at] ?? 0)) at++;
  series.buckets[at] = (series.buckets[at] ?? 0) + 1;
  series.seconds += seconds;
}

export const listRequests = (): readonly RequestSeries[] => [...requests.values()].flat();

/** The totals of one statement's runs. */
export type StatementTally = { calls: number; errors: number; rows: number; seconds: number };

const statements = new Map<string, StatementTally>();

/** Records a statement by its name; `rows` is null if it failed. */
export function recordStatement(name: string, rows: number | null, ms: number): void {
  let tally = statements.get(name);
  if (tally === undefined) {
    tally = { calls: 0, errors: 0, rows: 0, seconds: 0 };
    statements.set(name, tally);
  }
  tally.calls++;
  tally.seconds += ms / 1_000;
  if (rows === null) tally.errors++;
  else tally.rows += rows;
}

export const listStatements = (): ReadonlyMap<string, Readonly<StatementTally>> => statements;

/** A count by labels. */
export type Tally<Label extends string> = {
  add(labels: Readonly<Record<Label, string>>, amount?: number): void;
  list(): readonly { labels: Readonly<Record<Label, string>>; count: number }[];
};

function createTally<Label extends string>(): Tally<Label> {
  const counts = new Map<string, { labels: Readonly<Record<Label, string>>; count: number }>();
  return {
    add(labels, amount = 1) {
      const key = JSON.stringify(labels);
      const counted = counts.get(key) ?? { labels, count: 0 };
      counted.count += amount;
      counts.set(key, counted);
    },
    list: () => [...counts.values()],
  };
}

/** Placed orders, by payment method and their states when they were placed. */
export const placedOrders = createTally<'payment_method' | 'status' | 'payment_status'>();

/** Order checks: rehearsed orders that could be placed and canceled, or not. */
export const rehearsedOrders = createTally<'outcome'>();

/** Reports of payment gateways that the shop rejected, by the reason. */
export const refusedNotices = createTally<'gateway' | 'source' | 'reason'>();

/** Jobs by queue: completed, or failed and to be retried. */
export const finishedJobs = createTally<'queue' | 'outcome'>();

/** Calls of partners: `ok`, `failed`, or `rejected` by the circuit breaker without a call. */
export const partnerCalls = createTally<'partner' | 'outcome'>();
export const partnerSeconds = createTally<'partner'>();

export type BreakerState = 'closed' | 'half_open' | 'open';

/** The state of each partner's circuit breaker. */
export const breakerStates = new Map<string, BreakerState>();

/** The last check of all wallets in this process: how many were wrong; null before the first. */
export let lastWalletCheck: { wrong: number; at: Date } | null = null;

export function recordWalletCheck(wrong: number, at: Date): void {
  lastWalletCheck = { wrong, at };
}
