import { defineConfig } from 'vitest/config';

const PG_ONLY = 'server/**/*.pg.test.ts';
/** Server tests that need no database run with the plain ones. */
const NO_DATABASE = [
  'server/media/**/*.test.ts',
  'demo/data/**/*.test.ts',
  'demo/drawing/**/*.test.ts',
  'server/catalog/search/{invariants,real-queries,text-index,words}.test.ts',
  'server/catalog/index/product-columns.test.ts',
];

/** The server's tests against one engine, each file on a clone of the seeded shop. */
const server = (engine: 'embedded' | 'postgres') => ({
  name: `server-${engine}`,
  include: ['server/**/*.test.ts', 'demo/**/*.test.ts'],
  exclude: engine === 'embedded' ? [...NO_DATABASE, PG_ONLY] : NO_DATABASE,
  env: { TEST_ENGINE: engine },
  globalSetup: `server/testing/prepare-${engine}.ts`,
  // A busy machine fails no test: a test that hangs still ends.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // An embedded database takes a core and 200 MB.
  maxWorkers: 2,
});

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'core',
          include: ['core/**/*.test.ts', 'contract/**/*.test.ts', 'tools/**/*.test.ts', ...NO_DATABASE],
        },
      },
      { test: { name: 'web', include: ['web/**/*.test.ts', 'web/**/*.test.tsx'] } },
      { test: server('embedded') },
      { test: server('postgres') },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'e2e/global-setup.ts',
          // How fast the shop is, the benchmarks say: here a busy machine fails nothing.
          testTimeout: 300_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
});
