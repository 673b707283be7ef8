/**
 * The shop under abuse: what attacks cost it in memory, and how long honest shoppers wait meanwhile. All loads are bounded
 * and on loopback; a section is one function that starts the shop it measures.
 */
import net from 'node:net';
import { onClone } from './databases.ts';
import { request } from './load.ts';
import { peakMemory, residentMemory, type Started, startShop } from './processes.ts';
import { atMostRow, percentile, type Row, say } from './report.ts';

const PORT = 3574;
const PRODUCTS = 1_000;
const MEGABYTE = 1024 * 1024;

const HEADERS = { 'Accept-Encoding': 'br' };

/** Sends bytes on a connection of its own and reads until the server ends it; resolves with the milliseconds it took. */
function exchange(bytes: Buffer, localAddress?: string): Promise<{ took: number; status: number; received: number }> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const socket = net.connect({ port: PORT, host: '127.0.0.1', ...(localAddress && { localAddress }) });
    let received = 0;
    let status = 0;
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      if (received === 0) status = Number(chunk.toString('latin1', 9, 12));
      received += chunk.length;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ took: performance.now() - begun, status, received }));
  });
}

const visit = (path: string, localAddress?: string) =>
  exchange(request('GET', path, { ...HEADERS, Connection: 'close' }), localAddress);

/** Milliseconds of a visit that has to succeed. */
async function milliseconds(path: string, localAddress?: string): Promise<number> {
  const { status, took } = await visit(path, localAddress);
  if (status !== 200) throw new Error(`${path} is answered with ${status}`);
  return took;
}

/** Megabytes that the process held at most since it was `before`; null where the system does not say. */
function growth(shop: Started, before: number | null): number | null {
  const peak = peakMemory(shop.pid);
  return peak === null || before === null ? null : (peak - before) / MEGABYTE;
}

/** Many connections request an address that nothing is cached for, each a hundred times without waiting. */
async function pipelining(url: string): Promise<Row[]> {
  const shop = await startShop(url, PORT);
  try {
    await milliseconds('/');
    const before = residentMemory(shop.pid);
    const last = request('GET', '/products?page=2', { ...HEADERS, Connection: 'close' });
    const bytes = Buffer.concat([...Array<Buffer>(99).fill(request('GET', '/products?page=2', HEADERS)), last]);
    await Promise.all(Array.from({ length: 20 }, () => exchange(bytes)));
    const grown = growth(shop, before);
    const honest = await Promise.all(Array.from({ length: 500 }, () => milliseconds('/products?page=3')));
    return [
      atMostRow('Memory for 20 × 100 pipelined requests of one new address', grown, 150, 'MB'),
      atMostRow('500 requests of one new address at once, p95', percentile(honest, 95), 500, 'ms'),
    ];
  } finally {
    await shop.stop();
  }
}

const SECTIONS: readonly ((url: string) => Promise<Row[]>)[] = [pipelining];

/** Runs every section on a clone of the same shop. */
export function measureAbuse(fresh: boolean): Promise<Row[]> {
  return onClone(PRODUCTS, fresh, async (url) => {
    const rows: Row[] = [];
    for (const section of SECTIONS) {
      say(`  ${section.name}`);
      rows.push(...(await section(url)));
    }
    return rows;
  });
}
