/** `npm run catalog:undo [-- import|stock|prices] [--dry-run | --yes]` (docs/import.md#taking-a-file-back). */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { formatDateTime } from '@shop/core/dates';
import { CommandFailed, DONE, PARTLY_DONE, runProgram } from '../../command-line.ts';
import { withShop } from '../../shop-folder/open-shop.ts';
import { RUN_KINDS } from '../undo/register-run.ts';
import { type UndoReport, undoLastImport } from '../undo/undo-import.ts';
import { showProgress } from './progress.ts';

const USAGE = `Usage: npm run catalog:undo [-- import|stock|prices] [--dry-run | --yes]
Takes the last file of catalog:import, catalog:stock or catalog:prices back; the last of all without a word.
Prints what it would take back and asks first; a script that gives no answer goes on. What was changed again or sold since stays and is listed.
  --dry-run   prints what would be taken back, and writes nothing
  --yes       does not ask, for scripts`;

function formatSummary(report: UndoReport, isDryRun: boolean): string {
  const { kind, file, removed, archived, restored, remaining, labels } = report;
  const started_at = formatDateTime(report.started_at, 'en');
  const would = isDryRun ? 'would be ' : '';
  const start = isDryRun ? 'Dry run, nothing was written' : 'Taken back';
  if (kind !== 'import')
    return `${start}: the ${kind} of ${file} at ${started_at}: ${restored} ${would}restored, ${remaining} stay.`;
  const counts = [
    `${removed} new products ${would}removed${archived > 0 && !isDryRun ? ` (${archived} archived, since carts or bundles hold them)` : ''}`,
    `${restored} ${would}restored`,
    `${remaining} stay`,
    ...(isDryRun ? [] : [`${labels} unused brands, aisles and tags removed`]),
  ].join(', ');
  return `${start}: the import of ${file} at ${started_at}: ${counts}.`;
}

/** Prompts for confirmation. Throws `CommandFailed` for any answer except yes; a script without input goes on. */
async function requireYes({ kind, file }: UndoReport): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<string>((resolve) =>
    terminal.once('close', () => resolve(process.stdin.isTTY ? 'no' : 'yes')),
  );
  const answer = await Promise.race([terminal.question(`Take the ${kind} of ${file} back? (yes/no) `), ended]);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailed('Nothing was taken back; --yes does not ask');
}

await runProgram(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
  });
  const kind = RUN_KINDS.find((each) => each === positionals[0]);
  if (positionals.length > (kind === undefined ? 0 : 1)) throw new CommandFailed(USAGE);
  return withShop(async ({ db }) => {
    const { clear, onProgress } = showProgress();
    const undo = async (isDryRun: boolean): Promise<UndoReport> => {
      const report = await undoLastImport(db, {
        now: new Date(),
        dryRun: isDryRun,
        ...(kind !== undefined && { kind }),
        onRemaining({ handle, reason }) {
          clear();
          console.log(`${handle} stays: ${reason}`);
        },
        onProgress: (products) => onProgress('taking back', products, 'products'),
      });
      clear();
      if (report === null) throw new CommandFailed('There is nothing to undo');
      console.log(formatSummary(report, isDryRun));
      return report;
    };
    const isDryRun = values['dry-run'];
    if (!isDryRun && !values.yes) await requireYes(await undo(true));
    const { remaining } = await undo(isDryRun);
    return remaining > 0 ? PARTLY_DONE : DONE;
  });
});
