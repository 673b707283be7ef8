/**
 * Starts the shop and the browser that all stories share; each story creates its own shopper. `E2E_URL` names a running
 * shop to use instead, `E2E_DATA_DIR` its data folder.
 */
import type { TestProject } from 'vitest/node';
import { launchBrowser } from './browser.ts';
import { prepareSeededDataDir } from './seeded-data-dir.ts';
import { copySeededDataDir, openStore, removeDataDir } from './store.ts';

declare module 'vitest' {
  interface ProvidedContext {
    storeUrl: string;
    storeDataDir: string;
    /** The data folder of a stopped demo shop, to be copied. */
    seededDataDir: string;
    /** The address at which Playwright connects to the browser. */
    browserEndpoint: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await launchBrowser();
  project.provide('browserEndpoint', browser.wsEndpoint());
  const seededDataDir = await prepareSeededDataDir();
  project.provide('seededDataDir', seededDataDir);
  const url = process.env.E2E_URL;
  if (url !== undefined) {
    project.provide('storeUrl', url);
    project.provide('storeDataDir', process.env.E2E_DATA_DIR ?? 'data');
    return () => browser.close();
  }
  const dataDir = copySeededDataDir(seededDataDir);
  const store = await openStore(dataDir);
  project.provide('storeUrl', store.url);
  project.provide('storeDataDir', dataDir);
  return async () => {
    await browser.close();
    await store.stop();
    removeDataDir(dataDir);
  };
}
