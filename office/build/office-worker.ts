/** Builds the office's service worker (`offline/service-worker.ts`) with the list of the build's files. */
import type { Plugin } from 'vite';

const WORKER = 'service-worker';

/** Names the build's entry files: the worker has the same name in all builds, every other file has a hash. */
export const entryFileNames = ({ name }: { name: string }): string =>
  name === WORKER ? `${WORKER}.js` : 'assets/[name]-[hash].js';

export function officeWorker(base: string): Plugin {
  return {
    name: 'office:worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const chunks = files.filter((file) => file.type === 'chunk');
      const worker = chunks.find(({ name }) => name === WORKER);
      const entry = chunks.find(({ isEntry, name }) => isEntry && name !== WORKER);
      if (worker === undefined || entry === undefined) throw new Error('The build has no service worker or no page');
      if (worker.imports.length > 0) throw new Error('The service worker may import nothing');
      const assets = files.map(({ fileName }) => fileName).filter((name) => name.startsWith('assets/'));
      worker.code = worker.code
        .replaceAll('OFFICE_FILES', JSON.stringify(assets.map((name) => base + name)))
        .replaceAll('OFFICE_ENTRY', JSON.stringify(base + entry.fileName));
    },
  };
}
