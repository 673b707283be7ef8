/**
 * Measures what rendering a page costs: in this process, with cached API responses and without the cache of pages,
 * whose addresses cannot be varied. The ratio is of processor times, so other programs hardly change it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productPath, ROUTES } from '@shop/core/links/paths';
import { createPageCall } from '../server/http/pages/page-api.ts';
import { loadSite } from '../server/http/pages/serve-pages.ts';
import { openInProcess } from './in-process.ts';
import { formatFraction, median, type ReportRow } from './report.ts';

const BUILD_FOLDER = join(import.meta.dirname, '..', 'web', 'dist');
const ORIGIN = 'http://localhost';
/** Node optimizes the code of a page only after hundreds of renders. */
const WARM_UP_RENDERS = 400;
const ROUNDS = 5;
const PAGES_PER_ROUND = 100;
const MIN_RATIO = 1 / 250;

/** Renders home, list and product; `helloMs` is the bare server's processor time for one response. */
export async function measureRendering(url: string, helloMs: number): Promise<ReportRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  const app = await openInProcess(url, dataDir);
  try {
    const site = await loadSite(BUILD_FOLDER);
    if (site === null) throw new Error('The site is not built: npm start builds it');
    const { data } = JSON.parse((await app.call('catalog.products', { query: { limit: '1' } })).text);
    const render = async (address: string) => {
      const cacheTags = { products: new Set<number>(), list: false, until: null };
      const call = createPageCall(app.shop, { cacheTags, keep: true, branch: null }, (error) => {
        throw error;
      });
      const { status } = await site.render({ url: address, call, origin: ORIGIN, assets: site.assets });
      if (status !== 200) throw new Error(`${address} is rendered with status ${status}`);
    };
    const rows: ReportRow[] = [];
    for (const [name, address] of [
      ['Home page', ROUTES.home],
      ['List page', ROUTES.products],
      ['Product page', productPath(data[0].slug)],
    ] as const) {
      for (let i = 0; i < WARM_UP_RENDERS; i++) await render(address);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const usageBefore = process.cpuUsage();
        for (let i = 0; i < PAGES_PER_ROUND; i++) await render(address);
        const { user, system } = process.cpuUsage(usageBefore);
        times.push((user + system) / 1000 / PAGES_PER_ROUND);
      }
      const ratio = helloMs / median(times);
      rows.push({
        what: `${name}, rendered`,
        measured: `${formatFraction(ratio)}, ${median(times).toFixed(1)} ms of processor`,
        target: `≥ ${formatFraction(MIN_RATIO)}`,
        met: ratio >= MIN_RATIO,
      });
    }
    return rows;
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
