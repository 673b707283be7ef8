/** `npm run catalog:import -- FILE.csv [--dry-run] [--all-or-nothing] [--fetch-images] [--image-hosts=a,b]` (docs/import.md). */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { readConfig, WrongSetting } from '../config.ts';
import { FolderInUse } from '../db/folder-lock.ts';
import { migrate } from '../db/migrate.ts';
import { DatabaseUnreachable, openDatabase } from '../db/open.ts';
import { type ImportReport, importCatalogue } from './import.ts';
import { UnreadableFile } from './read-csv.ts';

// A stream of rows lives shortly; a young generation that grows would keep hundreds of megabytes of dead ones.
setFlagsFromString('--semi-space-growth-factor=1');

/** How the process ends: all is in; nothing is in; all but the rows that were told is in. */
const DONE = 0;
const NOTHING = 1;
const PARTLY = 2;

/** Changes that a dry run shows of each kind. */
const EXAMPLES = 10;

const USAGE =
  'Usage: npm run catalog:import -- FILE.csv [--dry-run] [--all-or-nothing] [--fetch-images] [--image-hosts=cdn.shopify.com]';

function readArguments(argv: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      'all-or-nothing': { type: 'boolean', default: false },
      'fetch-images': { type: 'boolean', default: false },
      'image-hosts': { type: 'string', default: 'cdn.shopify.com' },
    },
  });
  const [path] = positionals;
  return path === undefined || positionals.length > 1 ? null : { path, ...values };
}

function summary(report: ImportReport, isDryRun: boolean): string {
  const would = isDryRun ? 'would be ' : '';
  const counts = [
    `${report.created} products ${would}created`,
    `${report.updated} ${would}updated`,
    `${report.unchanged} unchanged`,
    `${report.skipped} skipped`,
    `${report.rows_refused} rows refused`,
  ].join(', ');
  if (isDryRun) return `Dry run, nothing was written: ${counts}.`;
  return report.is_applied ? `Imported: ${counts}.` : `Nothing was imported, since rows are bad: ${counts}.`;
}

async function run(argv: readonly string[]): Promise<number> {
  const asked = readArguments(argv);
  if (asked === null) {
    console.error(USAGE);
    return NOTHING;
  }
  const config = readConfig(process.env);
  const opened = await openDatabase(config);
  const isTerminal = process.stderr.isTTY;
  const clear = () => (isTerminal ? process.stderr.write('\r\x1b[K') : undefined);
  let shown = 0;
  const examples = { created: 0, updated: 0 };
  try {
    await migrate(opened.pool);
    const hosts = new Set(asked['image-hosts'].split(',').map((host) => host.trim().toLowerCase()));
    const report = await importCatalogue(opened.db, asked.path, {
      now: new Date(),
      dryRun: asked['dry-run'],
      allOrNothing: asked['all-or-nothing'],
      onProblem({ line, handle, reason }) {
        clear();
        console.log(`line ${line}${handle === '' ? '' : ` (${handle})`}: ${reason}`);
      },
      onProgress(step, products) {
        // A log file gets a line every thousand, a terminal one that moves.
        if (isTerminal) process.stderr.write(`\r\x1b[K${step}: ${products} products`);
        else if (Math.floor(products / 1000) > shown) process.stderr.write(`${step}: ${products} products\n`);
        shown = Math.floor(products / 1000);
      },
      onChange({ handle, kind, fields }) {
        examples[kind] += 1;
        if (!asked['dry-run'] || examples[kind] > EXAMPLES) return;
        clear();
        console.log(kind === 'created' ? `+ ${handle}` : `~ ${handle}: ${fields.join(', ')}`);
        if (examples[kind] === EXAMPLES) console.log(`… further products to be ${kind} are only counted`);
      },
      ...(asked['fetch-images'] && {
        // The decoder of pictures is loaded only where there are any.
        fetchPictures: async (db, addresses, onFailure) =>
          (await import('./fetch-pictures.ts')).fetchPictures(
            { dir: join(config.dataDir, 'media'), hosts },
            db,
            addresses,
            onFailure,
          ),
      }),
    });
    clear();
    console.log(summary(report, asked['dry-run']));
    if (!report.is_applied) return NOTHING;
    return report.rows_refused > 0 ? PARTLY : DONE;
  } finally {
    await opened.close();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  // What the operator can mend is one line; a bug keeps its stack.
  const isExpected =
    error instanceof UnreadableFile ||
    error instanceof WrongSetting ||
    error instanceof DatabaseUnreachable ||
    error instanceof FolderInUse ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  console.error(isExpected && error instanceof Error ? error.message : error);
  process.exitCode = NOTHING;
}
