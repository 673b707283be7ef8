/** `npm run catalog:undo [-- --dry-run]` (docs/import.md#taking-an-import-back). */
import { parseArgs } from 'node:util';
import { CommandFailed, DONE, PARTLY_DONE, runProgram } from '../../command-line.ts';
import { withShop } from '../../shop-folder/open-shop.ts';
import { type UndoReport, undoLastImport } from '../undo/undo-import.ts';
import { showProgress } from './progress.ts';

const USAGE = `Usage: npm run catalog:undo [-- --dry-run]
Takes the last catalog:import back: new products leave the shop, changed ones are as before.
Products that were ordered since, and fields that were changed again, stay and are listed.
  --dry-run   prints what would be taken back, and writes nothing`;

function summary(report: UndoReport, isDryRun: boolean): string {
  const { file, started_at, removed, archived, restored, remaining, labels } = report;
  const would = isDryRun ? 'would be ' : '';
  const counts = [
    `${removed} new products ${would}removed${archived > 0 && !isDryRun ? ` (${archived} archived, since carts or bundles hold them)` : ''}`,
    `${restored} ${would}restored`,
    `${remaining} stay`,
    ...(isDryRun ? [] : [`${labels} unused brands, aisles and tags removed`]),
  ].join(', ');
  const start = isDryRun ? 'Dry run, nothing was written' : 'Taken back';
  return `${start}: the import of ${file} at ${started_at}: ${counts}.`;
}

await runProgram(USAGE, async (args) => {
  const { values } = parseArgs({ args: [...args], options: { 'dry-run': { type: 'boolean', default: false } } });
  return withShop(async ({ db }) => {
    const { clear, onProgress } = showProgress();
    const isDryRun = values['dry-run'];
    const report = await undoLastImport(db, {
      now: new Date(),
      dryRun: isDryRun,
      onRemaining({ handle, reason }) {
        clear();
        console.log(`${handle} stays: it ${reason}`);
      },
      onProgress: (products) => onProgress('taking back', products, 'products'),
    });
    clear();
    if (report === null) throw new CommandFailed('There is no import to take back');
    console.log(summary(report, isDryRun));
    return report.remaining > 0 ? PARTLY_DONE : DONE;
  });
});
