/** `npm run backup -- FILE | DIR/ | --verify FILE` (docs/running.md#backup-and-restore). */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandFailed, DONE, NOTHING_DONE, runProgram } from '../command-line.ts';
import { readBackupSettings } from './backup-settings.ts';
import { formatCheckResult } from './check-shop.ts';
import { backupNameOf, formatDatedName, removeExpired } from './dated-backups.ts';
import { verifyBackup } from './restore-backup.ts';
import { type BackupSettings, writeBackup } from './write-backup.ts';

const USAGE = `Usage:
  npm run backup -- FILE            writes the shop into this file
  npm run backup -- DIR/            writes a dated file into this folder and removes expired ones
  npm run backup -- --verify FILE   restores the file beside the shop, checks it there, and removes it again`;

const printLine = (line: string) => process.stdout.write(`${line}\n`);

async function verifyFile(path: string): Promise<number> {
  const { results, manifest } = await verifyBackup(path, readBackupSettings(process.env));
  printLine(
    `${path}: made at ${manifest.made_at}, ${manifest.rows.orders} orders, ${manifest.rows.customers} customers`,
  );
  for (const result of results) printLine(formatCheckResult(result));
  return results.every(({ wrong }) => wrong.length === 0) ? DONE : NOTHING_DONE;
}

/** Writes a backup that Ctrl-C or SIGTERM ends without leaving a file; a second one ends the process at once. */
async function writeUnlessInterrupted(path: string, settings: BackupSettings): Promise<void> {
  const controller = new AbortController();
  const ignore = () => process.off('SIGINT', abort).off('SIGTERM', abort);
  function abort() {
    ignore();
    controller.abort(new CommandFailed('Interrupted: no backup was made'));
  }
  process.on('SIGINT', abort).on('SIGTERM', abort);
  await writeBackup(path, { ...settings, signal: controller.signal }).finally(ignore);
}

async function backUp(target: string): Promise<number> {
  const { retention, ...settings } = readBackupSettings(process.env);
  if (!target.endsWith('/') && !(existsSync(target) && statSync(target).isDirectory())) {
    await writeUnlessInterrupted(target, settings);
    return DONE;
  }
  const database = backupNameOf(settings.databaseUrl);
  const path = join(target, formatDatedName(database, settings.now));
  await writeUnlessInterrupted(path, settings);
  printLine(path);
  const { removed, refused } = await removeExpired(target, { database, retention, now: settings.now });
  for (const name of removed) settings.report(`Removed ${name}`);
  if (refused.length === 0) return DONE;
  throw new CommandFailed(
    `The backup is made, but some expired ones cannot be removed; remove them yourself: ${refused.join('; ')}`,
  );
}

await runProgram(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { verify: { type: 'boolean', default: false } },
  });
  const [target] = positionals;
  if (target === undefined || positionals.length > 1) throw new CommandFailed(USAGE);
  return values.verify ? verifyFile(target) : backUp(target);
});
