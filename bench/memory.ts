/**
 * Measures the server's start time, and its memory: after many requests of every kind, and after reading the
 * products and lists of a large shop, hardly any of them cached.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { onClone } from './databases.ts';
import { runLoad, serializeRequest } from './load.ts';
import { readResidentMemory, type StartedProcess, startShop } from './processes.ts';
import { makeLimitRow, median, type ReportRow, reportProgress } from './report.ts';
import { addToCart, checkOut, fetchJson, listWantedLines, type ShopperVisit, type WantedLine } from './shoppers.ts';

const SHOP_PORT = 3571;
const PRODUCT_COUNT = 1_000;
/** Products of the shop that is read cold. */
const COLD_PRODUCTS = 10_000;
const MAX_START_MS = 600;
const MAX_COLD_MEGABYTES = 250;
const MEASURED_STARTS = 3;
const REQUEST_COUNT = 10_000;
const CONNECTIONS = 16;
/** Time limit of the mix. */
const MAX_SECONDS = 180;
const SETTLE_MS = 2_000;
const MEGABYTE = 1024 * 1024;
/** More than this between two equal halves is growth, not garbage collection. */
const MAX_GROWTH_MEGABYTES = 20;

/** Requests of browsing shoppers: pages in both languages, lists, single products. */
function* browsePages(slugs: readonly string[]): ShopperVisit {
  const slug = slugs[Math.floor(Math.random() * slugs.length)] ?? '';
  const page = 1 + Math.floor(Math.random() * 30);
  const headers = { 'Accept-Encoding': 'br' };
  yield serializeRequest('GET', Math.random() < 0.5 ? '/' : '/?lang=zh', headers);
  yield serializeRequest('GET', `/products?page=${page}`, headers);
  yield serializeRequest('GET', `/products/view?slug=${slug}`, headers);
  yield serializeRequest('GET', `/api/products?page=${page}`, headers);
  yield serializeRequest('GET', `/api/products/${slug}`, headers);
  yield serializeRequest('GET', `/api/products-search?keyword=${slug.slice(0, 4)}`, headers);
}

/** Begins the visit of a guest: of twenty, one buys, three add something to a cart, and sixteen browse. */
export function beginGuestVisit(slugs: readonly string[], wanted: readonly WantedLine[]): ShopperVisit {
  const mood = Math.random();
  if (mood < 0.05) return checkOut(wanted);
  return mood < 0.2 ? addToCart(wanted) : browsePages(slugs);
}

/** Sends `REQUEST_COUNT` requests of visits that `begin` starts; returns how many failed. */
async function sendRequests(shop: StartedProcess, begin: () => ShopperVisit): Promise<number> {
  const open = new Map<number, ShopperVisit>();
  let sentCount = 0;
  const result = await runLoad({
    port: shop.port,
    connections: CONNECTIONS,
    seconds: MAX_SECONDS,
    keepBody: true,
    next(connection, response) {
      if (sentCount++ >= REQUEST_COUNT) return null;
      let step = response === null ? undefined : open.get(connection)?.next(response);
      if (step === undefined || step.done === true) {
        const visit = begin();
        open.set(connection, visit);
        step = visit.next();
      }
      return step.done === true ? null : step.value;
    },
  });
  if (result.requests < REQUEST_COUNT) reportProgress(`  only ${result.requests} requests in ${MAX_SECONDS} s`);
  return result.failed;
}

/** Reads a product that no visit before has read, as a page and by the API, one of 900 pages of lists, and a search. */
function* readCold(slugs: readonly string[], visit: number): ShopperVisit {
  const headers = { 'Accept-Encoding': 'br' };
  const slug = slugs[visit % slugs.length] ?? '';
  const sort = ['price', 'name', 'created_at'][Math.floor(visit / 300) % 3];
  yield serializeRequest('GET', `/api/products/${slug}`, headers);
  yield serializeRequest('GET', `/products/view?slug=${slug}${visit % 2 === 0 ? '' : '&lang=zh'}`, headers);
  yield serializeRequest('GET', `/api/products?orderBy=${sort}&page=${1 + (visit % 300)}`, headers);
  yield serializeRequest('GET', `/api/products-search?keyword=${slug.slice(0, 3 + (visit % 9))}`, headers);
}

/** Reads the slugs of the whole catalogue. */
async function listAllSlugs(port: number): Promise<string[]> {
  const slugs: string[] = [];
  for (let page = 1; ; page++) {
    const { data } = await fetchJson(port, `/api/products?limit=100&page=${page}`);
    if (data.length === 0) return slugs;
    slugs.push(...data.map(({ slug }: { slug: string }) => slug));
  }
}

/** Measures memory after two equal halves of cold reads in a shop of 10,000 products. */
function measureColdReads(fresh: boolean): Promise<ReportRow[]> {
  return onClone(COLD_PRODUCTS, fresh, async (url) => {
    const shop = await startShop(url, SHOP_PORT);
    try {
      const slugs = await listAllSlugs(shop.port);
      let visits = 0;
      const halves: (number | null)[] = [];
      let failed = 0;
      for (let half = 0; half < 2; half++) {
        reportProgress(`  ${REQUEST_COUNT.toLocaleString('en')} cold reads, ${half + 1} of 2`);
        failed += await sendRequests(shop, () => readCold(slugs, visits++));
        await sleep(SETTLE_MS);
        const bytes = readResidentMemory(shop.pid);
        halves.push(bytes && bytes / MEGABYTE);
      }
      const [first = null, second = null] = halves;
      const growth = first === null || second === null ? null : second - first;
      const requests = `${REQUEST_COUNT.toLocaleString('en')} cold reads of ${COLD_PRODUCTS.toLocaleString('en')} products`;
      return [
        makeLimitRow(`Memory after ${requests}`, first, MAX_COLD_MEGABYTES, 'MB'),
        makeLimitRow('Growth over as many again', growth, MAX_GROWTH_MEGABYTES, 'MB'),
        makeLimitRow('Failed cold reads', failed, 0, ''),
      ];
    } finally {
      await shop.stop();
    }
  });
}

/** Starts the server a few times, then sends it two equal halves of requests. */
function measureMixed(fresh: boolean): Promise<ReportRow[]> {
  return onClone(PRODUCT_COUNT, fresh, async (url) => {
    const starts: number[] = [];
    // The first start after a migration or a build is slower and does not count.
    await (await startShop(url, SHOP_PORT)).stop();
    for (let i = 0; i < MEASURED_STARTS; i++) {
      const shop = await startShop(url, SHOP_PORT);
      starts.push(shop.startedIn);
      await shop.stop();
    }
    const shop = await startShop(url, SHOP_PORT);
    try {
      const wantedLines = await listWantedLines(SHOP_PORT);
      const slugs = (await fetchJson(SHOP_PORT, '/api/products?limit=100')).data.map(
        ({ slug }: { slug: string }) => slug,
      );
      const memoryReadings: (number | null)[] = [readResidentMemory(shop.pid)];
      let failed = 0;
      for (let half = 0; half < 2; half++) {
        reportProgress(`  ${REQUEST_COUNT.toLocaleString('en')} mixed requests, ${half + 1} of 2`);
        failed += await sendRequests(shop, () => beginGuestVisit(slugs, wantedLines));
        await sleep(SETTLE_MS);
        memoryReadings.push(readResidentMemory(shop.pid));
      }
      const [atStart = null, first = null, second = null] = memoryReadings.map((bytes) => bytes && bytes / MEGABYTE);
      const growth = first === null || second === null ? null : second - first;
      const requests = REQUEST_COUNT.toLocaleString('en');
      return [
        makeLimitRow('From start to first response', median(starts), MAX_START_MS, 'ms'),
        makeLimitRow('Memory after the start', atStart, 200, 'MB'),
        makeLimitRow(`Memory after ${requests} mixed requests`, first, 200, 'MB'),
        makeLimitRow(`Growth over another ${requests}`, growth, MAX_GROWTH_MEGABYTES, 'MB'),
        makeLimitRow('Failed requests', failed, 0, ''),
      ];
    } finally {
      await shop.stop();
    }
  });
}

/** Measures start and memory of the server. */
export async function measureMemory(fresh: boolean): Promise<ReportRow[]> {
  return [...(await measureMixed(fresh)), ...(await measureColdReads(fresh))];
}
