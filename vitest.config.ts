import { defineConfig } from 'vitest/config';

const PG_ONLY = 'server/**/*.pg.test.ts';
/** Server tests that need no database run with the plain ones. */
const NO_DATABASE = [
  'server/media/**/*.test.ts',
  'demo/data/**/*.test.ts',
  'demo/drawing/**/*.test.ts',
  'server/catalog/search/{invariants,real-queries,text-index,split-words}.test.ts',
  'server/catalog/index/product-columns.test.ts',
];

/** An embedded database, or a browser, takes a core and 200 MB. Projects run together only with the same number. */
const MAX_WORKERS = 2;

/** A story waits for its page as long as it keeps a core busy. */
const MAX_STORIES = 3;

/**
 * Tests of HTTP, signing in, commands and files do the same on both engines, and take more than half of the server's
 * time. All statements are prepared, and carts, orders, payments and loyalty tested, on both.
 */
const ENGINE_INDEPENDENT = [
  'server/{http,identity,import,shop-folder,staff,till}/**',
  'server/{content,referral,wishlist}/**',
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
  // A busy machine fails no test: a test that hangs still ends.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
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
          include: ['core/**/*.test.ts', 'contract/**/*.test.ts', 'tools/**/*.test.ts', ...NO_DATABASE],
          isolate: false,
          maxWorkers: MAX_WORKERS,
        },
      },
      { test: { name: 'web', include: ['web/**/*.test.ts', 'web/**/*.test.tsx'], maxWorkers: MAX_WORKERS } },
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
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: MAX_STORIES,
          // After the other projects, whose number of workers differs.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
