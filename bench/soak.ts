/**
 * Measures whether anything grows while a shop runs: memory, open files, connections and latency, at a third of the
 * requests that it can answer. `BENCH_SOAK_MINUTES` shortens it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { listDatabaseProcesses, onClone } from './databases.ts';
import { type Load, runLoad } from './load.ts';
import { beginGuestVisit } from './memory.ts';
import { countOpenFiles, readResidentMemory, type StartedProcess, startShop } from './processes.ts';
import { makeLimitRow, makePlainRow, median, percentile, type ReportRow, reportProgress } from './report.ts';
import { fetchJson, listWantedLines, repeatVisits, type ShopperVisit, TRUST_PROXY } from './shoppers.ts';

const SHOP_PORT = 3581;
const PRODUCT_COUNT = 1_000;
const CONNECTIONS = 16;
const MINUTES = Number(process.env.BENCH_SOAK_MINUTES ?? 40);
/** Full load: the first time fills caches, the second one measures the capacity. */
const CAPACITY_SECONDS = 30;
const LOAD_SHARE = 1 / 3;
/** Parts of the time that are compared: the last with the second, because the first still fills caches. */
const QUARTERS = 4;
const SAMPLE_MS = 10_000;
const MEGABYTE = 1024 * 1024;
const MAX_MEMORY_GROWTH_MEGABYTES = 20;
const MAX_LATENCY_RATIO = 1.25;

/** Resident memory in MB and open files of the shop (null without /proc), and its connections to PostgreSQL. */
type Sample = { memory: number | null; files: number | null; connections: number };

/** Delays the requests of a load to `perSecond` over all connections, and records how long each response took. */
function paceLoad(load: Pick<Load, 'next'>, perSecond: number, record: (ms: number) => void): Pick<Load, 'next'> {
  const intervalMs = (1000 * CONNECTIONS) / perSecond;
  const sentAt = new Map<number, number>();
  const dueAt = new Map<number, number>();
  return {
    next(connection, response) {
      const now = performance.now();
      const previous = sentAt.get(connection);
      if (response !== null && previous !== undefined) record(now - previous);
      const request = load.next(connection, response);
      if (request === null || request instanceof Promise) return request;
      // The first requests are spread over one interval.
      const due = (dueAt.get(connection) ?? now - intervalMs * (1 - connection / CONNECTIONS)) + intervalMs;
      dueAt.set(connection, Math.max(due, now - intervalMs));
      return sleep(Math.max(0, due - now)).then(() => {
        sentAt.set(connection, performance.now());
        return request;
      });
    },
  };
}

/** Ends a visit that the shop refuses: the load counts its response as failed. */
function* endOnRefusal(visit: ShopperVisit): ShopperVisit {
  try {
    yield* visit;
  } catch (error) {
    reportProgress(`  ${error}`);
  }
}

async function soak(shop: StartedProcess, url: string): Promise<ReportRow[]> {
  const wanted = await listWantedLines(shop.port);
  const { data } = await fetchJson(shop.port, '/api/products?limit=100');
  const slugs: string[] = data.map(({ slug }: { slug: string }) => slug);
  const visits = repeatVisits(() => endOnRefusal(beginGuestVisit(slugs, wanted)));
  const options = { port: shop.port, connections: CONNECTIONS, keepBody: true };
  reportProgress('  measuring the capacity');
  await runLoad({ ...options, ...visits.load(), seconds: CAPACITY_SECONDS });
  const capacity = await runLoad({ ...options, ...visits.load(), seconds: CAPACITY_SECONDS });

  const latencies: number[][] = Array.from({ length: QUARTERS }, () => []);
  const samples: Sample[][] = Array.from({ length: QUARTERS }, () => []);
  const durationMs = MINUTES * 60_000;
  const startedAt = performance.now();
  const findQuarter = () =>
    Math.min(QUARTERS - 1, Math.floor(((performance.now() - startedAt) / durationMs) * QUARTERS));
  let isRunning = true;
  const watch = async () => {
    while (isRunning) {
      const memory = readResidentMemory(shop.pid);
      const sample: Sample = {
        memory: memory && memory / MEGABYTE,
        files: countOpenFiles(shop.pid),
        connections: (await listDatabaseProcesses(url)).length,
      };
      samples[findQuarter()]?.push(sample);
      await sleep(SAMPLE_MS);
    }
  };
  const watching = watch();
  const paced = paceLoad(visits.load(), capacity.perSecond * LOAD_SHARE, (ms) => latencies[findQuarter()]?.push(ms));
  reportProgress(`  ${MINUTES} minutes at ${(capacity.perSecond * LOAD_SHARE).toFixed()} requests a second`);
  const result = await runLoad({ ...options, ...paced, seconds: durationMs / 1000 }).finally(() => {
    isRunning = false;
  });
  await watching;

  const ofQuarter = (quarter: number, value: (sample: Sample) => number | null): number | null => {
    const values = (samples[quarter] ?? []).map(value).filter((each) => each !== null);
    return values.length > 0 ? median(values) : null;
  };
  const growthOf = (value: (sample: Sample) => number | null): number | null => {
    const [early, late] = [ofQuarter(1, value), ofQuarter(QUARTERS - 1, value)];
    return early === null || late === null ? null : late - early;
  };
  const latencyOf = (quarter: number, percent: number) => percentile(latencies[quarter] ?? [], percent);
  const last = QUARTERS - 1;
  return [
    makePlainRow('Requests', `${result.requests.toLocaleString('en')} at ${result.perSecond.toFixed()}/s`),
    makePlainRow('Memory in the second quarter', `${ofQuarter(1, ({ memory }) => memory)?.toFixed() ?? '?'} MB`),
    makeLimitRow(
      '  Growth to the last quarter',
      growthOf(({ memory }) => memory),
      MAX_MEMORY_GROWTH_MEGABYTES,
      'MB',
    ),
    makeLimitRow(
      'Open files and sockets, growth',
      growthOf(({ files }) => files),
      0,
      '',
    ),
    makeLimitRow(
      'Connections to PostgreSQL, growth',
      growthOf(({ connections }) => connections),
      0,
      '',
    ),
    makePlainRow(
      'p95 in the second quarter',
      `${latencyOf(1, 95).toFixed(1)} ms, p99 ${latencyOf(1, 99).toFixed(1)} ms`,
    ),
    makeLimitRow(
      '  p95 in the last quarter, to that',
      latencyOf(last, 95) / latencyOf(1, 95),
      MAX_LATENCY_RATIO,
      '',
      2,
    ),
    makeLimitRow('Failed requests', result.failed, 0, ''),
  ];
}

/** Measures memory, open files, connections and latency over `MINUTES`. */
export const measureSoak = (fresh: boolean): Promise<ReportRow[]> =>
  onClone(PRODUCT_COUNT, fresh, async (url) => {
    const shop = await startShop(url, SHOP_PORT, { env: TRUST_PROXY });
    try {
      return await soak(shop, url);
    } finally {
      await shop.stop();
    }
  });
