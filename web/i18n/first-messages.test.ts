/** Finds messages that pages would render before they are loaded (`messages.ts`). */

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { everywhere } from './en/bundles/everywhere.ts';
import { rest } from './en/bundles/rest.ts';

const web = join(import.meta.dirname, '..');

/** Files that load without the remaining messages: the entry and the pages marked `everywhere` in `routes.tsx`. */
function listFirstFiles(): string[] {
  const pages = [...readFileSync(join(web, 'routes.tsx'), 'utf8').matchAll(/'([^']+)', 'everywhere'\)/g)];
  return ['entry-client.tsx', ...pages.map(([, file = '']) => file)].map((file) => join(web, file));
}

function collectStaticImports(path: string, files: Map<string, string>): void {
  if (files.has(path)) return;
  const text = readFileSync(path, 'utf8');
  files.set(path, text);
  for (const [, importPath = ''] of text.matchAll(/^(?:import|export) (?!type\b)[^;]*? from '(\.[^']+\.tsx?)';/gm)) {
    collectStaticImports(join(path, '..', importPath), files);
  }
}

test('pages that render before the remaining messages load use none of them', () => {
  const files = new Map<string, string>();
  for (const file of listFirstFiles()) collectStaticImports(file, files);
  expect(files.size).toBeGreaterThan(50);
  const earlyUses = [...files].flatMap(([path, text]) =>
    Object.keys(rest)
      .filter((key) => text.includes(`'${key}'`))
      .map((key) => `${relative(web, path)}: ${key}`),
  );
  expect(earlyUses).toEqual([]);
  expect(Object.keys(everywhere).filter((key) => key in rest)).toEqual([]);
});
