/**
 * Measures the shop under attack: its memory, and how long honest shoppers wait. All load is bounded and local; each
 * section starts its own shop.
 */
import net from 'node:net';
import { onClone } from './databases.ts';
import { measureFlashSale } from './flash-sale.ts';
import { serializeRequest } from './load.ts';
import { readPeakMemory, readResidentMemory, type StartedProcess, startShop } from './processes.ts';
import { makeLimitRow, makePlainRow, percentile, type ReportRow, reportProgress } from './report.ts';

const SHOP_PORT = 3574;
const PRODUCT_COUNT = 1_000;
const MEGABYTE = 1024 * 1024;

const HEADERS = { 'Accept-Encoding': 'br' };

/** Sends bytes on a new connection and reads until the server closes it; the status is 0 if the server drops it. */
function sendAndRead(
  bytes: Buffer,
  localAddress?: string,
): Promise<{ took: number; status: number; received: number }> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const socket = net.connect({ port: SHOP_PORT, host: '127.0.0.1', ...(localAddress && { localAddress }) });
    let receivedBytes = 0;
    let status = 0;
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      if (receivedBytes === 0) status = Number(chunk.toString('latin1', 9, 12));
      receivedBytes += chunk.length;
    });
    // The server resets a connection that sends too much.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve({ took: performance.now() - startedAt, status, received: receivedBytes }));
  });
}

const requestPage = (path: string, localAddress?: string) =>
  sendAndRead(serializeRequest('GET', path, { ...HEADERS, Connection: 'close' }), localAddress);

/** Measures a request that must succeed, in milliseconds. */
async function timeRequest(path: string, localAddress?: string): Promise<number> {
  const { status, took } = await requestPage(path, localAddress);
  if (status !== 200) throw new Error(`${path} is answered with ${status}`);
  return took;
}

/**
 * Returns the growth of the process's peak memory since `before`, in megabytes; null if the system does not report it.
 */
function measurePeakGrowth(shop: StartedProcess, before: number | null): number | null {
  const peak = readPeakMemory(shop.pid);
  return peak === null || before === null ? null : (peak - before) / MEGABYTE;
}

/** Pipelines a hundred uncached requests on each of many connections. */
async function measurePipelining(url: string): Promise<ReportRow[]> {
  const shop = await startShop(url, SHOP_PORT);
  try {
    await timeRequest('/');
    const before = readResidentMemory(shop.pid);
    const last = serializeRequest('GET', '/products?page=2', { ...HEADERS, Connection: 'close' });
    const bytes = Buffer.concat([
      ...Array<Buffer>(99).fill(serializeRequest('GET', '/products?page=2', HEADERS)),
      last,
    ]);
    await Promise.all(Array.from({ length: 20 }, () => sendAndRead(bytes)));
    const growth = measurePeakGrowth(shop, before);
    const honestTimes = await Promise.all(Array.from({ length: 500 }, () => timeRequest('/products?page=3')));
    return [
      makeLimitRow('Memory for 20 × 100 pipelined requests of one new address', growth, 150, 'MB'),
      makeLimitRow('500 requests of one new address at once, p95', percentile(honestTimes, 95), 500, 'ms'),
    ];
  } finally {
    await shop.stop();
  }
}

/** Returns a local address for an attacker: Linux accepts all of 127.0.0.0/8. */
const makeAttackerAddress = (index: number) => `127.0.1.${1 + (index % 20)}`;
const SHOPPER_ADDRESS = '127.0.2.1';

/** Opens a connection that sends bytes and never reads. Resolves when it is open or refused. */
function openConnection(bytes: Buffer | null, localAddress: string): Promise<net.Socket> {
  return new Promise((resolve) => {
    const socket = net.connect({ port: SHOP_PORT, host: '127.0.0.1', localAddress });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(socket));
    socket.on('connect', () => {
      if (bytes !== null) socket.pause().write(bytes);
      resolve(socket);
    });
  });
}

const SILENT_CONNECTIONS = 20_000;
const UNREAD_CONNECTIONS = 1_000;
const BATCH_SIZE = 100;

/** Holds idle connections open while a shopper keeps making new ones. */
async function measureHeldConnections(url: string): Promise<ReportRow[]> {
  const shop = await startShop(url, SHOP_PORT);
  const connections: net.Socket[] = [];
  const release = () => {
    for (const socket of connections.splice(0)) socket.destroy();
  };
  try {
    await timeRequest('/');
    const rows: ReportRow[] = [];
    for (const [name, count, bytes, most] of [
      ['silent', SILENT_CONNECTIONS, null, 200],
      ['unread', UNREAD_CONNECTIONS, Buffer.concat(Array<Buffer>(3).fill(serializeRequest('GET', '/', HEADERS))), 100],
    ] as const) {
      const before = readResidentMemory(shop.pid);
      const honestTimes: number[] = [];
      let refusals = 0;
      for (let first = 0; first < count; first += BATCH_SIZE) {
        const batch = Array.from({ length: BATCH_SIZE }, (_, index) =>
          openConnection(bytes, makeAttackerAddress(first + index)),
        );
        connections.push(...(await Promise.all(batch)));
        await timeRequest('/', SHOPPER_ADDRESS).then(
          (took) => honestTimes.push(took),
          () => refusals++,
        );
      }
      const after = readResidentMemory(shop.pid);
      const growth = before === null || after === null ? null : (after - before) / MEGABYTE;
      rows.push(
        makeLimitRow(`Memory for ${count.toLocaleString('en')} ${name} connections`, growth, most, 'MB'),
        makeLimitRow(`Honest visits meanwhile, p95`, percentile(honestTimes, 95), 250, 'ms'),
        makeLimitRow(`Honest visits that were refused`, refusals, 0, ''),
      );
      release();
    }
    return rows;
  } finally {
    release();
    await shop.stop();
  }
}

const QUERY_VARIANTS = 3_000;
const UNCACHED_SEARCHES = 400;

/** Requests made-up URLs: other parameters of one page, then pages that no one else requests. */
async function measureInventedUrls(url: string): Promise<ReportRow[]> {
  const shop = await startShop(url, SHOP_PORT, { env: { RATE_LIMIT_PAGES: '100' } });
  try {
    await timeRequest('/', SHOPPER_ADDRESS);
    await timeRequest('/', SHOPPER_ADDRESS);
    const before = readResidentMemory(shop.pid);
    const startedAt = performance.now();
    for (let i = 0; i < QUERY_VARIANTS; i += BATCH_SIZE) {
      await Promise.all(
        Array.from({ length: BATCH_SIZE }, (_, index) => timeRequest(`/?x=${i + index}`, makeAttackerAddress(0))),
      );
    }
    const perRequest = (performance.now() - startedAt) / QUERY_VARIANTS;
    const honestTimes: number[] = [];
    let refusals = 0;
    for (let i = 0; i < UNCACHED_SEARCHES; i += 4) {
      const batch = Array.from({ length: 4 }, (_, index) =>
        requestPage(`/products?keyword=x${i + index}`, makeAttackerAddress(0)),
      );
      const [took] = await Promise.all([timeRequest('/', SHOPPER_ADDRESS), ...batch.map((each) => each.then(count))]);
      honestTimes.push(took);
    }
    function count({ status }: { status: number }): void {
      if (status === 429) refusals++;
    }
    return [
      makeLimitRow(`${QUERY_VARIANTS.toLocaleString('en')} made-up parameters, each`, perRequest, 5, 'ms', 1),
      makeLimitRow('Memory for all of them', measurePeakGrowth(shop, before), 100, 'MB'),
      makeLimitRow(
        `Home page while one address makes up ${UNCACHED_SEARCHES} searches, p95`,
        percentile(honestTimes, 95),
        250,
        'ms',
      ),
      makePlainRow('Searches refused with 429', String(refusals)),
    ];
  } finally {
    await shop.stop();
  }
}

const SECTIONS: readonly ((url: string) => Promise<ReportRow[]>)[] = [
  measurePipelining,
  measureHeldConnections,
  measureInventedUrls,
  measureFlashSale,
];

/** Runs every section on a clone of the same shop. */
export function measureAbuse(fresh: boolean): Promise<ReportRow[]> {
  return onClone(PRODUCT_COUNT, fresh, async (url) => {
    const rows: ReportRow[] = [];
    for (const section of SECTIONS) {
      reportProgress(`  ${section.name}`);
      rows.push(...(await section(url)));
    }
    return rows;
  });
}
