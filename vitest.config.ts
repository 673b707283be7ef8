import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'core', include: ['core/**/*.test.ts', 'contract/**/*.test.ts', 'tools/**/*.test.ts'] } },
      { test: { name: 'web', include: ['web/**/*.test.ts', 'web/**/*.test.tsx'] } },
      { test: { name: 'media', include: ['server/media/**/*.test.ts'] } },
    ],
  },
});
