import { defineConfig } from 'vitest/config';

const PG_ONLY = 'server/**/*.pg.test.ts';
/** Server tests that need no database run with the plain ones. */
const NO_DATABASE = [
  'server/media/**/*.test.ts',
  'demo/data/**/*.test.ts',
  'demo/drawing/**/*.test.ts',
  'server/catalog/search/{invariants,real-queries,text-index,split-words}.test.ts',
  'server/catalog/index/product-columns.test.ts',
  'server/backup/{encryption,postgres-programs,retention}.test.ts',
];

/** An embedded database, or a browser, takes a core and 200 MB. `npm test` runs the stories beside the other tests. */
const MAX_WORKERS = process.env.BESIDE_STORIES === undefined ? 2 : 1;

/** A busy machine fails no test: a test that hangs, or waits for what does not come, still ends. */
const TEST_TIMEOUT_MS = 120_000;
const POLL_TIMEOUT_MS = 60_000;

/** A story waits for its page as long as it keeps a core busy. */
const MAX_STORIES = 2;

/**
 * Tests of HTTP, signing in, commands, files and partners, and of modules that move neither stock nor money, do the
 * same on both engines, and take most of the time of the server's tests. All statements are prepared on both
 * (`server/db/statements.test.ts`), carts, orders, payments and loyalty are tested on both, and the stories in the
 * browser use every module on the embedded engine.
 */
const ENGINE_INDEPENDENT = [
  'server/{http,identity,import,shop-folder,staff,till}/**',
  'server/{account,addresses,content,referral,wishlist}/**',
  'server/{catalog,notifications,partners,secrets}/**',
];

/** Beside PostgreSQL, the embedded engine leaves them out; without PostgreSQL it runs them too. */
const NOT_EMBEDDED = process.env.TEST_DATABASE_URL === undefined ? [PG_ONLY] : [PG_ONLY, ...ENGINE_INDEPENDENT];

/** The server's tests against one engine, each file on a clone of the seeded shop. */
const server = (engine: 'embedded' | 'postgres') => ({
  name: `server-${engine}`,
  include: ['server/**/*.test.ts', 'demo/**/*.test.ts'],
  exclude: engine === 'embedded' ? [...NO_DATABASE, ...NOT_EMBEDDED] : NO_DATABASE,
  env: { TEST_ENGINE: engine },
  globalSetup: `server/testing/database/prepare-${engine}.ts`,
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  expect: { poll: { timeout: POLL_TIMEOUT_MS } },
  // Files share the loaded server: loading it again for each of them takes as long as running the tests.
  isolate: false,
  maxWorkers: MAX_WORKERS,
});

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'core',
          include: ['{core,contract,tools}/**/*.test.ts', 'mobile/*.test.ts', ...NO_DATABASE],
          testTimeout: TEST_TIMEOUT_MS,
          isolate: false,
          maxWorkers: MAX_WORKERS,
        },
      },
      {
        test: {
          name: 'web',
          include: ['{web,office}/**/*.test.ts', 'web/**/*.test.tsx'],
          // Its files name each other without an extension, which only Vite resolves.
          server: { deps: { inline: [/@zxing/] } },
          testTimeout: TEST_TIMEOUT_MS,
          maxWorkers: MAX_WORKERS,
        },
      },
      { test: server('embedded') },
      { test: server('postgres') },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'e2e/testing/global-setup.ts',
          // Generous time limits: the benchmarks measure speed, and a busy machine must not fail a test.
          testTimeout: 300_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: POLL_TIMEOUT_MS } },
          // Files share the loaded modules, the connection to the browser and its devices.
          isolate: false,
          maxWorkers: MAX_STORIES,
          // Projects run together only with the same number of workers.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
