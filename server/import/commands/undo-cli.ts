/** `npm run catalog:undo [-- import|stock|prices] [--dry-run]` (docs/import.md#taking-a-file-back). */
import { parseArgs } from 'node:util';
import { CommandFailed, DONE, PARTLY_DONE, runProgram } from '../../command-line.ts';
import { withShop } from '../../shop-folder/open-shop.ts';
import { RUN_KINDS } from '../undo/record-import.ts';
import { type UndoReport, undoLastImport } from '../undo/undo-import.ts';
import { showProgress } from './progress.ts';

const USAGE = `Usage: npm run catalog:undo [-- import|stock|prices] [--dry-run]
Takes the last file of catalog:import, catalog:stock or catalog:prices back; the last of all without a word.
What was changed again or sold since stays and is listed.
  --dry-run   prints what would be taken back, and writes nothing`;

function summary(report: UndoReport, isDryRun: boolean): string {
  const { kind, file, started_at, removed, archived, restored, remaining, labels } = report;
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

await runProgram(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  });
  const kind = RUN_KINDS.find((each) => each === positionals[0]);
  if (positionals.length > (kind === undefined ? 0 : 1)) throw new CommandFailed(USAGE);
  return withShop(async ({ db }) => {
    const { clear, onProgress } = showProgress();
    const isDryRun = values['dry-run'];
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
    console.log(summary(report, isDryRun));
    return report.remaining > 0 ? PARTLY_DONE : DONE;
  });
});
