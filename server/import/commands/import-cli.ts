/**
 * `npm run catalog:import -- FILE.csv [--dry-run] [--all-or-nothing] [--fetch-images] [--image-hosts=a,b]
 * [--aisles=FILE] [--report=FILE]` (docs/import.md).
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { CommandFailed, DONE, NOTHING_DONE, PARTLY_DONE, runProgram } from '../../command-line.ts';
import { fileExists, uploadPath } from '../../media/image-files.ts';
import { type OpenShop, withShop } from '../../shop-folder/open-shop.ts';
import { readCategoryMap } from '../labels/category-map.ts';
import { openImageSource } from '../pictures/image-source.ts';
import { importCatalogue } from '../products/import-catalogue.ts';
import type { ImportOptions, ImportReport } from '../products/import-run.ts';
import { showProgress } from './progress.ts';
import { openReport, reportPath } from './report.ts';

// Rows are short-lived: without this flag the young heap grows to hundreds of megabytes.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=40');

/** Maximum number of new categories that the command prints. */
const MAX_NEW_CATEGORIES = 100;

/** Maximum number of Chinese brand names that the command prints. */
const MAX_BRAND_NAMES = 20;

/** Maximum number of pictures without a product that the command prints. */
const MAX_UNMATCHED_IMAGES = 20;

/** Maximum number of examples that a dry run prints of each kind of change. */
const MAX_EXAMPLES = 10;

const USAGE = `Usage: npm run catalog:import -- FILE.csv [options]
  --dry-run           prints what would be created and updated, and writes nothing
  --all-or-nothing    imports nothing if one row is bad
  --fetch-images      fetches the pictures that the file links to
  --images=PATH       a folder or ZIP of pictures named SKU.jpg, SKU-2.png, handle.webp
  --image-hosts=a,b   hosts that pictures may come from (cdn.shopify.com)
  --aisles=FILE.csv   which of our aisles stands for one of the file's: theirs,ours
  --report=FILE       where the report goes: JSON, or CSV for a name that ends in .csv
docs/import.md describes the columns.`;

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
      images: { type: 'string' },
    },
  });
  const [path] = positionals;
  return path === undefined || positionals.length > 1 ? null : { path, ...values };
}

function formatSummary(report: ImportReport, isDryRun: boolean): string {
  const would = report.is_applied ? '' : 'would be ';
  const counts = [
    `${report.created} products ${would}created`,
    `${report.updated} ${would}updated`,
    `${report.unchanged} unchanged`,
    `${report.skipped} skipped`,
    `${report.rows_refused} rows refused`,
    ...(report.warnings > 0 ? [`${report.warnings} warnings`] : []),
  ].join(', ');
  const speed = `${report.rows_read} rows in ${report.seconds} s, ${report.rows_per_second} rows a second`;
  if (isDryRun) return `Dry run, nothing was written: ${counts}.`;
  return report.is_applied ? `Imported: ${counts}; ${speed}.` : `Nothing was imported, since rows are bad: ${counts}.`;
}

type ImportArguments = NonNullable<ReturnType<typeof readArguments>>;

/** Prints the first changes of each kind that a dry run finds. */
function printExamples(isDryRun: boolean, clear: () => void): ImportOptions['onChange'] {
  const examples = { created: 0, updated: 0 };
  return ({ handle, kind, fields }) => {
    examples[kind] += 1;
    if (!isDryRun || examples[kind] > MAX_EXAMPLES) return;
    clear();
    console.log(kind === 'created' ? `+ ${handle}` : `~ ${handle}: ${fields.join(', ')}`);
    if (examples[kind] === MAX_EXAMPLES) console.log(`… further ${kind} products are only counted`);
  };
}

function printReport(report: ImportReport, isDryRun: boolean): void {
  for (const note of report.notes) console.log(`Note: ${note}.`);
  for (const category of report.new_categories.slice(0, MAX_NEW_CATEGORIES)) console.log(`New aisle: ${category}`);
  if (report.new_categories.length > MAX_NEW_CATEGORIES)
    console.log(`… ${report.new_categories.length} new aisles in all; the report lists them`);
  for (const name of report.brand_names.slice(0, MAX_BRAND_NAMES)) console.log(`Chinese name of the brand ${name}`);
  if (report.brand_names.length > MAX_BRAND_NAMES)
    console.log(`… ${report.brand_names.length} such names in all; the report lists them`);
  if (report.ignored_columns.length > 0) console.log(`Left alone: the columns ${report.ignored_columns.join(', ')}`);
  for (const path of report.unmatched_images.slice(0, MAX_UNMATCHED_IMAGES))
    console.log(`Picture without a product: ${path}`);
  if (report.unmatched_images.length > MAX_UNMATCHED_IMAGES)
    console.log(`… ${report.unmatched_images.length} such pictures in all; the report lists them`);
  console.log(formatSummary(report, isDryRun));
}

async function importFile(args: ImportArguments, { db, config }: OpenShop): Promise<number> {
  const now = new Date();
  const media = join(config.dataDir, 'media');
  const mode = args['dry-run'] ? 'dry-run' : args['all-or-nothing'] ? 'all-or-nothing' : 'import';
  const { clear, onProgress } = showProgress();
  const hosts = new Set(args['image-hosts'].split(',').map((host) => host.trim().toLowerCase()));
  const path = args.report ?? reportPath(config.dataDir, now);
  const file = openReport(path, { file: args.path, started_at: now.toISOString(), mode });
  const source = args.images === undefined ? null : await openImageSource(args.images);
  const options: ImportOptions = {
    now,
    dryRun: args['dry-run'],
    allOrNothing: args['all-or-nothing'],
    onProblem(problem) {
      clear();
      const { line, handle, reason, isWarning } = problem;
      console.log(`line ${line}${handle === '' ? '' : ` (${handle})`}: ${isWarning ? 'warning: ' : ''}${reason}`);
      file.problem(problem);
    },
    onProgress: (step, products) => onProgress(step, products, 'products'),
    onChange: printExamples(args['dry-run'], clear),
    ...(args.aisles !== undefined && { mapCategory: readCategoryMap(args.aisles) }),
    ...(source !== null && {
      imageFiles: {
        paths: source.paths,
        // Loads the image decoder only if it is needed.
        load: async (tx, addresses, onFailure) =>
          (await import('../pictures/load-images.ts')).loadImages({ source, dir: media }, tx, addresses, onFailure),
      },
    }),
    hasUpload: (sha256) => fileExists(uploadPath(media, sha256)),
    ...(args['fetch-images'] && {
      // Loads the image decoder only if it is needed.
      fetchPictures: async (tx, addresses, onFailure) =>
        (await import('../pictures/fetch-pictures.ts')).fetchPictures({ dir: media, hosts }, tx, addresses, onFailure),
    }),
  };
  try {
    const report = await importCatalogue(db, args.path, options);
    file.finish(report);
    clear();
    printReport(report, args['dry-run']);
    console.log(`The report is ${path}`);
    if (!report.is_applied) return NOTHING_DONE;
    return report.rows_refused > 0 ? PARTLY_DONE : DONE;
  } catch (error) {
    file.abandon();
    throw error;
  } finally {
    source?.close();
  }
}

await runProgram(USAGE, async (argv) => {
  const args = readArguments(argv);
  if (args === null) throw new CommandFailed(USAGE);
  return withShop((shop) => importFile(args, shop));
});
