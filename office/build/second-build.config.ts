/** Builds the office with a mark on its page, as a second build for `e2e/office/new-build.test.ts`. */
import { defineConfig, mergeConfig, type Plugin } from 'vite';
import office from '../vite.config.ts';

const mark: Plugin = {
  name: 'office:mark',
  transform: (code, id) =>
    id.endsWith('/office/entry.tsx') ? `${code}\ndocument.documentElement.dataset.build = 'second';\n` : undefined,
};

export default mergeConfig(office, defineConfig({ plugins: [mark] }));
