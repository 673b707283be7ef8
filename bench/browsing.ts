/** Simulates shoppers who read pages and lists of the site, one after the other with a pause between them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchJson, makeGuestHeaders } from './shoppers.ts';

const CONNECTIONS = 20;
/** Pause of a browsing shopper between two pages. */
const THINK_MS = 200;

type BrowsingShoppers = {
  /** Milliseconds of every page since the last call. */
  takeLatencies(): number[];
  failed(): number;
  stop(): Promise<void>;
};

/** Browses on keep-alive connections until stopped, one page after the other with a pause between them. */
export function browse(port: number, paths: readonly string[], firstGuest = 0): BrowsingShoppers {
  let latencies: number[] = [];
  let isEnding = false;
  let failures = 0;
  let pageCount = 0;
  const browseAsShopper = async (shopper: number): Promise<void> => {
    while (!isEnding) {
      const path = paths[pageCount++ % paths.length] ?? '/';
      const sentAt = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: makeGuestHeaders(firstGuest + shopper),
      });
      await response.arrayBuffer();
      latencies.push(performance.now() - sentAt);
      if (!response.ok) failures++;
      await sleep(THINK_MS);
    }
  };
  const allShoppers = Promise.all(Array.from({ length: CONNECTIONS }, (_, shopper) => browseAsShopper(shopper)));
  return {
    takeLatencies() {
      const latest = latencies;
      latencies = [];
      return latest;
    },
    failed: () => failures,
    async stop() {
      isEnding = true;
      await allShoppers;
    },
  };
}

/**
 * Lists paths to browse: product pages, products of the API, the home page, and as every fourth a search with a new
 * keyword, which is not cached.
 */
export async function listPathsToBrowse(port: number): Promise<string[]> {
  const { data } = await fetchJson(port, '/api/products?limit=40&show_available=true');
  return data.flatMap(({ slug }: { slug: string }, index: number) => [
    `/products/view?slug=${slug}`,
    `/api/products/${slug}`,
    '/',
    `/api/products?limit=20&keyword=rice%20${index}`,
  ]);
}
