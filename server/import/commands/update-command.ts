/** Shared code of the commands for the daily files of stock and prices. */
import { CommandFailed, DONE, NOTHING_DONE, PARTLY_DONE } from '../../command-line.ts';
import type { Db } from '../../db/database.ts';
import { type OpenShop, withShop } from '../../shop-folder/open-shop.ts';
import type { UpdateOptions, UpdateReport } from '../stock-and-prices/update-run.ts';
import { showProgress } from './progress.ts';
import { openReport, reportPath } from './report.ts';

/** Maximum number of changes that a dry run prints. */
const MAX_EXAMPLES = 20;

type UpdateArguments = { path: string; isDryRun: boolean; reportTo: string | undefined };

const formatSummary = (report: UpdateReport, isDryRun: boolean): string => {
  const counts = `${report.updated} ${isDryRun ? 'would change' : 'changed'}, ${report.unchanged} are so already, ${report.rows_refused} rows refused`;
  return `${isDryRun ? 'Dry run, nothing was written' : 'Done'}: ${counts}; ${report.rows_read} rows in ${report.seconds} s.`;
};

async function runUpdate(
  { db, config }: OpenShop,
  { path, isDryRun, reportTo }: UpdateArguments,
  update: (db: Db, path: string, options: UpdateOptions) => Promise<UpdateReport>,
): Promise<number> {
  const now = new Date();
  const reportFile = reportTo ?? reportPath(config.dataDir, now);
  const file = openReport(reportFile, {
    file: path,
    started_at: now.toISOString(),
    mode: isDryRun ? 'dry-run' : 'import',
  });
  const { clear, onProgress } = showProgress();
  let examples = 0;
  try {
    const report = await update(db, path, {
      now,
      dryRun: isDryRun,
      onProblem(problem) {
        clear();
        const { line, handle, reason } = problem;
        console.log(`line ${line}${handle === '' ? '' : ` (${handle})`}: ${reason}`);
        file.problem(problem);
      },
      onChange({ code, text }) {
        examples += 1;
        if (!isDryRun || examples > MAX_EXAMPLES + 1) return;
        console.log(examples > MAX_EXAMPLES ? '… further changes are only counted' : `~ ${code}: ${text}`);
      },
      onProgress: (rows) => onProgress('writing', rows, 'rows'),
    });
    file.finish(report);
    clear();
    for (const note of report.notes) console.log(`Note: ${note}.`);
    console.log(formatSummary(report, isDryRun));
    console.log(`The report is ${reportFile}`);
    if (report.rows_refused === 0) return DONE;
    return report.updated + report.unchanged > 0 ? PARTLY_DONE : NOTHING_DONE;
  } catch (error) {
    file.abandon();
    throw error;
  }
}

/** Updates the shop from a file that the arguments name, and prints the result. Returns the exit code. */
export async function updateFromFile(
  usage: string,
  { values, positionals }: { values: { 'dry-run': boolean; report?: string }; positionals: readonly string[] },
  update: (db: Db, path: string, options: UpdateOptions) => Promise<UpdateReport>,
): Promise<number> {
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new CommandFailed(usage);
  const args = { path, isDryRun: values['dry-run'], reportTo: values.report };
  return withShop((shop) => runUpdate(shop, args, update));
}
