/**
 * What a browser loads before a page works: the scripts and style sheets that its HTML names (the server names every
 * static import of the page, of its words and of the entry), in bytes of gzip.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROUTES } from '@shop/core/links/paths';
import { onClone } from './databases.ts';
import { startShop } from './processes.ts';
import { atMostRow, type Row } from './report.ts';
import { ask } from './shoppers.ts';

const PORT = 3573;
const PRODUCTS = 1_000;
const CLIENT = join(import.meta.dirname, '..', 'web', 'dist', 'client');

type Loaded = { js: Set<string>; css: Set<string> };

async function loadedBy(path: string): Promise<Loaded> {
  const html = await (await fetch(`http://127.0.0.1:${PORT}${path}`)).text();
  const found = (pattern: RegExp) => new Set([...html.matchAll(pattern)].map((match) => match[1] ?? ''));
  return {
    js: found(/<(?:script[^>]* src|link rel="modulepreload" href)="([^"]+)"/g),
    css: found(/<link rel="stylesheet" href="([^"]+)"/g),
  };
}

const kilobytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(CLIENT, file)), { level: 9 }).length, 0) / 1024;

/** Measures the built web by the pages of a running shop. */
export function measureBundle(fresh: boolean): Promise<Row[]> {
  return onClone(PRODUCTS, fresh, async (url) => {
    const shop = await startShop(url, PORT);
    try {
      const { data } = await ask(PORT, '/api/products?limit=1');
      const product = `${ROUTES.product}?slug=${data[0].slug}`;
      const rows: Row[] = [];
      for (const [name, path] of [
        ['home page', ROUTES.home],
        ['home page in Chinese', `${ROUTES.home}?lang=zh`],
        ['product page', product],
        ['product page in Chinese', `${product}&lang=zh`],
      ] as const) {
        rows.push(atMostRow(`Initial JS, ${name}`, kilobytes((await loadedBy(path)).js), 130, 'KB', 1));
      }
      const home = await loadedBy(ROUTES.home);
      rows.push(atMostRow('CSS', kilobytes(home.css), 15, 'KB', 1));
      for (const path of Object.values(ROUTES).filter((each) => each !== ROUTES.home)) {
        const { js } = await loadedBy(path === ROUTES.product ? product : path);
        const further = [...js].filter((file) => !home.js.has(file));
        rows.push(atMostRow(`Further JS after home, ${path}`, kilobytes(further), 15, 'KB', 1));
      }
      return rows;
    } finally {
      await shop.stop();
    }
  });
}
