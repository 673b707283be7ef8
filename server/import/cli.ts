/**
 * `npm run catalog:import -- FILE.csv [--dry-run] [--all-or-nothing] [--fetch-images] [--image-hosts=a,b]
 * [--aisles=FILE] [--report=FILE]` (docs/import.md).
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { readConfig, WrongSetting } from '../config.ts';
import { FolderInUse } from '../db/folder-lock.ts';
import { UnknownMigrations } from '../db/migrate.ts';
import { DatabaseUnreachable, openDatabase } from '../db/open.ts';
import { exists, uploadPath } from '../media/image-files.ts';
import { prepareShop } from '../shop-folder/prepare-shop.ts';
import { readCategoryMap } from './category-map.ts';
import { importCatalogue } from './import.ts';
import type { ImportOptions, ImportReport } from './import-run.ts';
import { UnreadableFile } from './read-csv.ts';
import { openReport, reportPath } from './report.ts';

// Rows are short-lived: without this flag the young heap grows to hundreds of megabytes.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=40');

/** Exit codes: everything was imported, nothing was, all but the reported rows was. */
const DONE = 0;
const NOTHING = 1;
const PARTLY = 2;

/** New categories that are printed. */
const NEW_CATEGORIES = 100;

/** Examples that a dry run prints of each kind of change. */
const EXAMPLES = 10;

const USAGE =
  'Usage: npm run catalog:import -- FILE.csv [--dry-run] [--all-or-nothing] [--fetch-images] [--image-hosts=cdn.shopify.com] [--aisles=FILE.csv] [--report=FILE.json|FILE.csv]';

function readArguments(argv: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      'all-or-nothing': { type: 'boolean', default: false },
      'fetch-images': { type: 'boolean', default: false },
      'image-hosts': { type: 'string', default: 'cdn.shopify.com' },
      report: { type: 'string' },
      aisles: { type: 'string' },
    },
  });
  const [path] = positionals;
  return path === undefined || positionals.length > 1 ? null : { path, ...values };
}

function summary(report: ImportReport, isDryRun: boolean): string {
  const would = report.is_applied ? '' : 'would be ';
  const counts = [
    `${report.created} products ${would}created`,
    `${report.updated} ${would}updated`,
    `${report.unchanged} unchanged`,
    `${report.skipped} skipped`,
    `${report.rows_refused} rows refused`,
  ].join(', ');
  const speed = `${report.rows_read} rows in ${report.seconds} s, ${report.rows_per_second} rows a second`;
  if (isDryRun) return `Dry run, nothing was written: ${counts}.`;
  return report.is_applied ? `Imported: ${counts}; ${speed}.` : `Nothing was imported, since rows are bad: ${counts}.`;
}

/** Shows progress: one changing line on a terminal, one line every few thousand products in a log file. */
function progress() {
  const isTerminal = process.stderr.isTTY;
  const clear = () => (isTerminal ? process.stderr.write('\r\x1b[K') : undefined);
  let shown = 0;
  const onProgress: ImportOptions['onProgress'] = (step, products) => {
    if (isTerminal) process.stderr.write(`\r\x1b[K${step}: ${products} products`);
    else if (Math.floor(products / 5000) > shown) process.stderr.write(`${step}: ${products} products\n`);
    shown = Math.floor(products / 5000);
  };
  return { clear, onProgress };
}

async function run(argv: readonly string[]): Promise<number> {
  const args = readArguments(argv);
  if (args === null) {
    console.error(USAGE);
    return NOTHING;
  }
  const config = readConfig(process.env);
  const now = new Date();
  const media = join(config.dataDir, 'media');
  const mode = args['dry-run'] ? 'dry-run' : args['all-or-nothing'] ? 'all-or-nothing' : 'import';
  const opened = await openDatabase(config);
  const { clear, onProgress } = progress();
  const examples = { created: 0, updated: 0 };
  try {
    await prepareShop(opened);
    const hosts = new Set(args['image-hosts'].split(',').map((host) => host.trim().toLowerCase()));
    const path = args.report ?? reportPath(config.dataDir, now);
    const file = openReport(path, { file: args.path, started_at: now.toISOString(), mode });
    const options: ImportOptions = {
      now,
      dryRun: args['dry-run'],
      allOrNothing: args['all-or-nothing'],
      onProblem(problem) {
        clear();
        const { line, handle, reason } = problem;
        console.log(`line ${line}${handle === '' ? '' : ` (${handle})`}: ${reason}`);
        file.problem(problem);
      },
      onProgress,
      onChange({ handle, kind, fields }) {
        examples[kind] += 1;
        if (!args['dry-run'] || examples[kind] > EXAMPLES) return;
        clear();
        console.log(kind === 'created' ? `+ ${handle}` : `~ ${handle}: ${fields.join(', ')}`);
        if (examples[kind] === EXAMPLES) console.log(`… further products to be ${kind} are only counted`);
      },
      ...(args.aisles !== undefined && { mapCategory: readCategoryMap(args.aisles) }),
      hasUpload: (sha256) => exists(uploadPath(media, sha256)),
      ...(args['fetch-images'] && {
        // Loads the image decoder only if it is needed.
        fetchPictures: async (db, addresses, onFailure) =>
          (await import('./fetch-pictures.ts')).fetchPictures({ dir: media, hosts }, db, addresses, onFailure),
      }),
    };
    try {
      const report = await importCatalogue(opened.db, args.path, options);
      file.finish(report);
      clear();
      for (const category of report.new_categories.slice(0, NEW_CATEGORIES)) console.log(`New aisle: ${category}`);
      if (report.new_categories.length > NEW_CATEGORIES)
        console.log(`… ${report.new_categories.length} new aisles in all; the report lists them`);
      if (report.ignored_columns.length > 0)
        console.log(`Left alone: the columns ${report.ignored_columns.join(', ')}`);
      console.log(summary(report, args['dry-run']));
      console.log(`The report is ${path}`);
      if (!report.is_applied) return NOTHING;
      return report.rows_refused > 0 ? PARTLY : DONE;
    } catch (error) {
      file.abandon();
      throw error;
    }
  } finally {
    await opened.close();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  // Prints one line for what the operator can correct; a bug keeps its stack.
  const isExpected =
    error instanceof UnreadableFile ||
    error instanceof WrongSetting ||
    error instanceof DatabaseUnreachable ||
    error instanceof FolderInUse ||
    error instanceof UnknownMigrations ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  console.error(isExpected && error instanceof Error ? error.message : error);
  process.exitCode = NOTHING;
}
