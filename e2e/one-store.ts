/**
 * One shop for all stories: each brings a shopper of its own. `E2E_URL` names one that is open already, `E2E_DATA_DIR` its
 * data folder.
 */
import type { TestProject } from 'vitest/node';
import { openStore } from './store.ts';

declare module 'vitest' {
  interface ProvidedContext {
    storeUrl: string;
    storeDataDir: string;
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const open = process.env.E2E_URL;
  if (open !== undefined) {
    project.provide('storeUrl', open);
    project.provide('storeDataDir', process.env.E2E_DATA_DIR ?? 'data');
    return undefined;
  }
  const store = await openStore();
  project.provide('storeUrl', store.url);
  project.provide('storeDataDir', store.dataDir);
  return () => store.stop();
}
