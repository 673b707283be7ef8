/**
 * `npm run catalog:export [-- FILE.csv]`: the catalogue as the CSV that the import reads; to the terminal without a
 * file.
 */
import { once } from 'node:events';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { readConfig, WrongSetting } from '../config.ts';
import { FolderInUse } from '../db/folder-lock.ts';
import { migrate, UnknownMigrations } from '../db/migrate.ts';
import { DatabaseUnreachable, openDatabase } from '../db/open.ts';
import { exportCatalogue } from './export.ts';

// Rows are short-lived; see `cli.ts`.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=40');

async function run(argv: readonly string[]): Promise<void> {
  const { positionals } = parseArgs({ args: [...argv], allowPositionals: true, options: {} });
  if (positionals.length > 1) throw new WrongSetting('Usage:', 'npm run catalog:export [-- FILE.csv]');
  const [path] = positionals;
  const config = readConfig(process.env);
  const opened = await openDatabase(config);
  try {
    await migrate(opened.pool);
    // Writes a temporary file and renames it at the end.
    const beside = path === undefined ? null : `${path}.part`;
    const out = beside === null ? process.stdout : createWriteStream(beside);
    const failed = once(out, 'error').then(([error]) => Promise.reject(error));
    failed.catch(() => {});
    try {
      const count = await exportCatalogue(opened.db, config.publicUrl, async (text) => {
        if (!out.write(text)) await Promise.race([once(out, 'drain'), failed]);
      });
      if (path !== undefined && beside !== null) {
        out.end();
        await Promise.race([once(out, 'finish'), failed]);
        renameSync(beside, path);
        console.log(`Exported: ${count} products to ${path}.`);
      }
    } catch (error) {
      if (beside !== null) rmSync(beside, { force: true });
      throw error;
    }
  } finally {
    await opened.close();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isExpected =
    error instanceof WrongSetting ||
    error instanceof DatabaseUnreachable ||
    error instanceof FolderInUse ||
    error instanceof UnknownMigrations ||
    (error instanceof Error &&
      'code' in error &&
      /^(ERR_PARSE_ARGS|ENOENT|EACCES|EISDIR|EPIPE|ENOSPC)/.test(String(error.code)));
  console.error(isExpected && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
