/**
 * `npm run catalog:export [-- FILE.csv]`: writes the catalogue as the CSV that the import reads; to the terminal
 * without a file.
 */
import { once } from 'node:events';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { CommandFailed, DONE, PARTLY_DONE, runProgram } from '../../command-line.ts';
import { withShop } from '../../shop-folder/open-shop.ts';
import { exportCatalogue } from '../export/export-catalogue.ts';

// Rows are short-lived; see `import-cli.ts`.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=40');

const USAGE = `Usage: npm run catalog:export [-- FILE.csv]
Writes all products as the CSV that catalog:import reads; to the terminal without a file.`;

/** Writes to a temporary file next to `path` and renames it at the end; to the terminal without a path. */
async function writeExport(path: string | undefined, write: (out: NodeJS.WritableStream) => Promise<void>) {
  if (path === undefined) return write(process.stdout);
  const temporary = `${path}.part`;
  const out = createWriteStream(temporary);
  const failure = once(out, 'error').then(([error]) => Promise.reject(error));
  failure.catch(() => {});
  try {
    await Promise.race([write(out), failure]);
    out.end();
    await Promise.race([once(out, 'finish'), failure]);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

async function runExport(args: readonly string[]): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  if (positionals.length > 1) throw new CommandFailed(USAGE);
  const [path] = positionals;
  return withShop(async ({ db, config }) => {
    let isWhole = true;
    await writeExport(path, async (out) => {
      const { count, leftOut } = await exportCatalogue(db, config.publicUrl, async (text) => {
        if (!out.write(text)) await once(out, 'drain');
      });
      if (path !== undefined) console.log(`Exported: ${count} products to ${path}.`);
      for (const { handle, reason } of leftOut) process.stderr.write(`Left out: ${handle}: ${reason}\n`);
      isWhole = leftOut.length === 0;
    });
    return isWhole ? DONE : PARTLY_DONE;
  });
}

await runProgram(USAGE, runExport);
