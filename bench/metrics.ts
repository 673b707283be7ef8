/**
 * Measures what the metrics cost a cached response: two processes on one database, one with `METRICS_PORT`, take short
 * turns, and a scraper reads the metrics meanwhile. Pairs of new processes take turns in being started first, since two
 * equal processes differ by 1 % too.
 */
import { findFreePort } from '../server/testing/processes/free-port.ts';
import { onClone } from './databases.ts';
import { runLoad, serializeRequest } from './load.ts';
import { readProcessorTime, type StartedProcess, startShop } from './processes.ts';
import { CONNECTIONS } from './ratios.ts';
import { makeLimitRow, makePlainRow, median, type ReportRow } from './report.ts';

const SHOP_PORT = 3580;
const MEASURED_PORT = 3600;
const PRODUCT_COUNT = 1_000;
const PAIR_COUNT = 5;
const WARM_UP_SECONDS = 4;
const TURNS_PER_PROCESS = 20;
const TURN_SECONDS = 0.5;
/** How many of a process's fastest turns count: other programs make turns slower, never faster. */
const FASTEST_TURNS = 5;
/** Interval of scrapes, as Prometheus usually has it. */
const SCRAPE_EVERY_MS = 15_000;

const CACHED_LIST = serializeRequest('GET', '/api/products', { 'Accept-Encoding': 'br' });

/** Returns the processor time of a cached response, in milliseconds. */
async function timeCachedResponse({ port, pid }: StartedProcess, seconds: number): Promise<number> {
  const before = readProcessorTime(pid) ?? 0;
  const { requests } = await runLoad({ port, connections: CONNECTIONS, seconds, next: () => CACHED_LIST });
  return ((readProcessorTime(pid) ?? 0) - before) / requests;
}

function averageFastest(turns: readonly number[]): number {
  const fastest = turns.toSorted((a, b) => a - b).slice(0, FASTEST_TURNS);
  return fastest.reduce((sum, each) => sum + each, 0) / fastest.length;
}

type MeasuredPair = { without: number; withMetrics: number };

/** Measures a pair of new processes. */
async function measurePair(url: string, measuredFirst: boolean): Promise<MeasuredPair> {
  const metricsPort = await findFreePort();
  const starts: { port: number; env: Record<string, string> }[] = [
    { port: SHOP_PORT, env: {} },
    { port: MEASURED_PORT, env: { METRICS_PORT: String(metricsPort) } },
  ];
  const servers: StartedProcess[] = [];
  let scraper: NodeJS.Timeout | undefined;
  try {
    for (const { port, env } of measuredFirst ? starts.toReversed() : starts) {
      servers.push(await startShop(url, port, { env }));
    }
    const scrape = () => fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((response) => response.text());
    await scrape();
    scraper = setInterval(scrape, SCRAPE_EVERY_MS);
    for (const server of servers) await timeCachedResponse(server, WARM_UP_SECONDS);
    const times = servers.map((): number[] => []);
    for (let turn = 0; turn < TURNS_PER_PROCESS; turn++) {
      for (const [index, server] of servers.entries())
        times[index]?.push(await timeCachedResponse(server, TURN_SECONDS));
    }
    const [first = Number.NaN, second = Number.NaN] = times.map(averageFastest);
    return measuredFirst ? { withMetrics: first, without: second } : { without: first, withMetrics: second };
  } finally {
    clearInterval(scraper);
    for (const server of servers) await server.stop();
  }
}

/** Measures the pairs; the median of their differences counts. */
export function measureMetrics(fresh: boolean): Promise<ReportRow[]> {
  return onClone(PRODUCT_COUNT, fresh, async (url) => {
    const pairs: MeasuredPair[] = [];
    for (let pair = 0; pair < PAIR_COUNT; pair++) pairs.push(await measurePair(url, pair % 2 === 1));
    const additions = pairs.map(({ without, withMetrics }) => (withMetrics / without - 1) * 100);
    const formatMilliseconds = (values: readonly number[]) => `${median(values).toFixed(4)} ms of processor`;
    return [
      makePlainRow('A cached list without metrics', formatMilliseconds(pairs.map(({ without }) => without))),
      makePlainRow('The same with metrics', formatMilliseconds(pairs.map(({ withMetrics }) => withMetrics))),
      makePlainRow('More in each pair', additions.map((each) => `${each.toFixed(1)} %`).join(', ')),
      makeLimitRow('What metrics add', median(additions), 2, '%', 1),
    ];
  });
}
