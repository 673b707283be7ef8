/** `npm run restore -- FILE [--overwrite]` (docs/running.md#backup-and-restore). */
import { parseArgs } from 'node:util';
import { CommandFailed, DONE, runProgram } from '../command-line.ts';
import { readBackupSettings } from './backup-settings.ts';
import { formatCheckResult } from './check-shop.ts';
import { restoreBackup } from './restore-backup.ts';

const USAGE = `Usage: npm run restore -- FILE [--overwrite]
  Restores a backup into the database of DATABASE_URL and the folder DATA_DIR. With --overwrite in place of a shop.`;

const printLine = (line: string) => process.stdout.write(`${line}\n`);

await runProgram(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { overwrite: { type: 'boolean', default: false } },
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new CommandFailed(USAGE);
  const settings = { ...readBackupSettings(process.env), overwrite: values.overwrite };
  const { manifest, results, aside } = await restoreBackup(path, settings);
  for (const result of results) printLine(formatCheckResult(result));
  printLine(`Restored the shop as of ${manifest.made_at}: ${manifest.rows.orders} orders.`);
  if (aside !== null) printLine(`The shop before it is ${aside}: remove it once all is well.`);
  // Failed checks do not fail the restore: the shop had the same wrong rows, and is better than none.
  return DONE;
});
