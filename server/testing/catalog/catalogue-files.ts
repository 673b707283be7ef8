/** Files for tests of the import: a folder that is removed at the end, and an import that collects its reports. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Db } from '../../db/database.ts';
import type { RowProblem } from '../../import/columns/product-values.ts';
import { importCatalogue } from '../../import/products/import-catalogue.ts';
import type { ImportOptions } from '../../import/products/import-run.ts';

export type CatalogueFiles = {
  folder: string;
  /** Writes a file of these lines, or of bytes; returns its path. */
  write(first: string | Buffer, ...lines: readonly string[]): string;
};

/** Makes a folder for the files of a test file, and removes it after its tests. */
export function makeCatalogueFolder(): CatalogueFiles {
  const folder = mkdtempSync(join(tmpdir(), 'shop-files-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  return {
    folder,
    write(first, ...lines) {
      const path = join(folder, `${count++}.csv`);
      writeFileSync(path, first instanceof Buffer ? first : [first, ...lines].join('\n'));
      return path;
    },
  };
}

/** Imports a file. Returns the report, the problems (with warnings), and the changes as text. */
export async function importFile(db: Db, path: string, more: Partial<ImportOptions> = {}) {
  const problems: RowProblem[] = [];
  const changes: string[] = [];
  const report = await importCatalogue(db, path, {
    now: new Date(),
    dryRun: false,
    allOrNothing: false,
    onProblem: (problem) => problems.push(problem),
    onProgress: () => {},
    onChange: ({ handle, kind, fields }) => changes.push([kind, handle, ...fields].join(' ')),
    ...more,
  });
  return { report, problems, changes };
}
