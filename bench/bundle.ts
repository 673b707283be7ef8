/**
 * Measures what a browser loads before a page works, in bytes of gzip: the scripts and style sheets that its HTML
 * names. The server names every static import of the page, of its messages and of the entry.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LANGS, type Lang } from '@shop/core/lang';
import { ROUTES } from '@shop/core/links/paths';
import { onClone } from './databases.ts';
import { startShop } from './processes.ts';
import { makeLimitRow, type ReportRow } from './report.ts';
import { fetchJson } from './shoppers.ts';

const SHOP_PORT = 3573;
const PRODUCT_COUNT = 1_000;
const CLIENT_FOLDER = join(import.meta.dirname, '..', 'web', 'dist', 'client');

type LoadedAssets = { js: Set<string>; css: Set<string> };

async function listLoadedAssets(path: string): Promise<LoadedAssets> {
  const html = await (await fetch(`http://127.0.0.1:${SHOP_PORT}${path}`)).text();
  const matchPaths = (pattern: RegExp) => [...html.matchAll(pattern)].flatMap((match) => (match[1] ?? '').split(' '));
  return {
    js: new Set(matchPaths(/ (?:src|data-entry|data-preloads)="(\/[^"]+\.js)"/g)),
    css: new Set(matchPaths(/<link rel="stylesheet" href="([^"]+)"/g)),
  };
}

const readManifest = () => JSON.parse(readFileSync(join(CLIENT_FOLDER, '.vite', 'manifest.json'), 'utf8'));
const findRemainingMessages = (lang: Lang): string => `/${readManifest()[`i18n/${lang}/bundles/rest.ts`].file}`;

const sumKilobytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(CLIENT_FOLDER, file)), { level: 9 }).length, 0) /
  1024;

/** Measures the built web by the pages of a running shop. */
export function measureBundle(fresh: boolean): Promise<ReportRow[]> {
  return onClone(PRODUCT_COUNT, fresh, async (url) => {
    const shop = await startShop(url, SHOP_PORT);
    try {
      const { data } = await fetchJson(SHOP_PORT, '/api/products?limit=1');
      const product = `${ROUTES.product}?slug=${data[0].slug}`;
      const rows: ReportRow[] = [];
      for (const [name, path] of [
        ['home page', ROUTES.home],
        ['home page in Chinese', `${ROUTES.home}?lang=zh`],
        ['product page', product],
        ['product page in Chinese', `${product}&lang=zh`],
      ] as const) {
        rows.push(makeLimitRow(`Initial JS, ${name}`, sumKilobytes((await listLoadedAssets(path)).js), 130, 'KB', 1));
      }
      const home = await listLoadedAssets(ROUTES.home);
      rows.push(makeLimitRow('CSS', sumKilobytes(home.css), 15, 'KB', 1));
      for (const lang of LANGS) {
        rows.push(
          makeLimitRow(`Remaining messages, ${lang}`, sumKilobytes([findRemainingMessages(lang)]), 15, 'KB', 1),
        );
      }
      // The home page loads the remaining messages with its footer, after hydration.
      home.js.add(findRemainingMessages('en'));
      for (const path of Object.values(ROUTES).filter((each) => each !== ROUTES.home)) {
        const { js } = await listLoadedAssets(path === ROUTES.product ? product : path);
        const further = [...js].filter((file) => !home.js.has(file));
        rows.push(makeLimitRow(`Further JS after home, ${path}`, sumKilobytes(further), 15, 'KB', 1));
      }
      return rows;
    } finally {
      await shop.stop();
    }
  });
}
