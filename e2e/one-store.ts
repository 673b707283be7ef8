/** One shop for all stories: each brings a shopper of its own. `E2E_URL` names one that is open already. */
import type { TestProject } from 'vitest/node';
import { openStore } from './store.ts';

declare module 'vitest' {
  interface ProvidedContext {
    storeUrl: string;
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const open = process.env.E2E_URL;
  if (open !== undefined) {
    project.provide('storeUrl', open);
    return undefined;
  }
  const store = await openStore();
  project.provide('storeUrl', store.url);
  return () => store.stop();
}
