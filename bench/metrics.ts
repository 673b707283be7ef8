/**
 * Measures what the metrics cost a cached response: two processes on one database, one with `METRICS_PORT`, take short
 * turns, and a scraper reads the metrics meanwhile.
 */
import { freePort } from '../server/testing/processes/free-port.ts';
import { onClone } from './databases.ts';
import { request, runLoad } from './load.ts';
import { processorTime, type Started, startShop } from './processes.ts';
import { CONNECTIONS } from './ratios.ts';
import { atMostRow, median, plainRow, type Row } from './report.ts';

const PORT = 3580;
const MEASURED_PORT = 3600;
const PRODUCTS = 1_000;
const WARM_UP_SECONDS = 5;
const TURNS = 24;
const TURN_SECONDS = 1;
/** As Prometheus usually does. */
const SCRAPE_EVERY_MS = 15_000;

const CACHED_LIST = request('GET', '/api/products', { 'Accept-Encoding': 'br' });

/** Returns the processor time of a cached response, in milliseconds. */
async function timeOfCached({ port, pid }: Started, seconds: number): Promise<number> {
  const before = processorTime(pid) ?? 0;
  const { requests } = await runLoad({ port, connections: CONNECTIONS, seconds, next: () => CACHED_LIST });
  return ((processorTime(pid) ?? 0) - before) / requests;
}

/** Measures both processes in turns, each first in half of them. */
export function measureMetrics(fresh: boolean): Promise<Row[]> {
  return onClone(PRODUCTS, fresh, async (url) => {
    const metricsPort = await freePort();
    const servers: Started[] = [];
    let scraper: NodeJS.Timeout | undefined;
    try {
      const plain = await startShop(url, PORT);
      servers.push(plain);
      const measured = await startShop(url, MEASURED_PORT, { env: { METRICS_PORT: String(metricsPort) } });
      servers.push(measured);
      const scrape = () => fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((response) => response.text());
      await scrape();
      scraper = setInterval(scrape, SCRAPE_EVERY_MS);
      for (const server of servers) await timeOfCached(server, WARM_UP_SECONDS);
      const without: number[] = [];
      const withMetrics: number[] = [];
      for (let turn = 0; turn < TURNS; turn++) {
        const first = turn % 2 === 0;
        if (first) without.push(await timeOfCached(plain, TURN_SECONDS));
        withMetrics.push(await timeOfCached(measured, TURN_SECONDS));
        if (!first) without.push(await timeOfCached(plain, TURN_SECONDS));
      }
      const more = median(withMetrics.map((each, turn) => each / (without[turn] ?? each) - 1)) * 100;
      return [
        plainRow('A cached list without metrics', `${median(without).toFixed(4)} ms of processor`),
        plainRow('The same with metrics', `${median(withMetrics).toFixed(4)} ms of processor`),
        atMostRow('What metrics add', more, 2, '%', 1),
      ];
    } finally {
      clearInterval(scraper);
      for (const server of servers) await server.stop();
    }
  });
}
