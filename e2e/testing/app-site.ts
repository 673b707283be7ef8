/** The app's own build, as the shell serves it: the page and its files are on the phone, the API is the shop's. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { buildAppSite } from '../../tools/ready.mjs';

/** The origin at which the shell of Android serves the app's files (docs/partners.md#4). */
export const SHELL_ORIGIN = 'https://localhost';

/** The shop's public origin, which the build names. */
export const SHOP_ORIGIN = 'https://shop.test';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export type AppSite = {
  /** Serves the files to a page, and forwards its requests to the shop's public origin to the shop at `shop`. */
  serve(page: Page, shop: string): Promise<void>;
  remove(): void;
};

/** Builds the app's site. */
export function buildApp(): AppSite {
  const folder = mkdtempSync(join(tmpdir(), 'shop-app-'));
  buildAppSite(SHOP_ORIGIN, folder);
  return {
    async serve(page, shop) {
      await page.route(`${SHELL_ORIGIN}/**`, (route) => {
        const { pathname } = new URL(route.request().url());
        // As the shell does: a path without a file is a page.
        const file = extname(pathname) === '' ? '/index.html' : pathname;
        try {
          const body = readFileSync(join(folder, file));
          return route.fulfill({ body, contentType: CONTENT_TYPES[extname(file)] ?? 'application/octet-stream' });
        } catch {
          return route.fulfill({ status: 404, body: '' });
        }
      });
      await page.route(`${SHOP_ORIGIN}/**`, async (route) => {
        const response = await route.fetch({ url: route.request().url().replace(SHOP_ORIGIN, shop) });
        await route.fulfill({ response });
      });
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
