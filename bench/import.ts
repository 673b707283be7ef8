/** Measures the import of large files of products and of prices on PostgreSQL: rows per second and peak memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onEmpty } from './databases.ts';
import { readResidentMemory } from './processes.ts';
import { makeLimitRow, makePlainRow, type ReportRow, reportProgress } from './report.ts';

const PRODUCT_COUNT = 100_000;
const MIN_ROWS_PER_SECOND = 1_500;
const MAX_PRICES_SECONDS = 60;
const MEGABYTE = 1024 * 1024;
const SAMPLE_EVERY_MS = 100;

const NAME_PREFIXES = ['Golden', 'Crispy', 'Kampung', 'Organic', 'Spicy', 'Royal', 'Classic', 'Fresh'];
const PRODUCT_NAMES: readonly [en: string, zh: string][] = [
  ['Prawn Crackers', '虾饼'],
  ['Instant Noodles', '快熟面'],
  ['Soy Sauce', '酱油'],
  ['Coconut Milk', '椰浆'],
  ['Green Tea', '绿茶'],
  ['Rice Vermicelli', '米粉'],
  ['Anchovies', '江鱼仔'],
  ['Butter Cookies', '牛油曲奇'],
];

const HEADER =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Status,Chinese Title,Size';

/** Generates a product in another shop's export format; deterministic. */
function makeProductLine(index: number): string {
  const [en, zh] = PRODUCT_NAMES[index % PRODUCT_NAMES.length] ?? ['', ''];
  const mood = NAME_PREFIXES[Math.floor(index / PRODUCT_NAMES.length) % NAME_PREFIXES.length];
  const price = 100 + ((index * 7919) % 4900);
  const before = index % 10 === 0 ? ((price + 100) / 100).toFixed(2) : '';
  const body = `<p>${mood} ${en} from batch <strong>${index}</strong>.</p><ul><li>Net 250 g</li></ul>`;
  return [
    `import-${index}`,
    `${mood} ${en} No. ${index}`,
    body,
    `Vendor ${index % 400}`,
    `Category ${index % 60}`,
    `"tag ${index % 50},tag ${index % 7}"`,
    `IMP-${index}`,
    100 + (index % 900),
    'shopify',
    index % 90,
    (price / 100).toFixed(2),
    before,
    'active',
    `${zh} ${index}`,
    '250 g',
  ].join(',');
}

/** Generates a row of a price file: a price that no generated product has. */
const makePriceLine = (index: number): string => `IMP-${index},${60 + (index % 40)}.05`;

async function writeFile(path: string, header: string, lineOf: (index: number) => string): Promise<void> {
  const output = createWriteStream(path);
  output.write(`${header}\n`);
  for (let index = 0; index < PRODUCT_COUNT; index++)
    if (!output.write(`${lineOf(index)}\n`)) await once(output, 'drain');
  output.end();
  await once(output, 'finish');
}

type ImportCost = { seconds: number; peak: number | null };

/** Runs one of our programs to its end and watches its memory. */
async function runMeasured(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<ImportCost> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', program), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peak: number | null = null;
  let output = '';
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString();
  });
  const timer = setInterval(() => {
    const now = child.pid === undefined ? null : readResidentMemory(child.pid);
    if (now !== null) peak = Math.max(peak ?? 0, now);
  }, SAMPLE_EVERY_MS);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}`);
  return { seconds: (performance.now() - startedAt) / 1000, peak };
}

const toMegabytes = (bytes: number | null) => (bytes === null ? null : bytes / MEGABYTE);

/** Imports a generated file into a new shop, again, exports it, and sets all prices. */
export async function measureImport(): Promise<ReportRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  const path = join(folder, 'catalogue.csv');
  const prices = join(folder, 'prices.csv');
  await writeFile(path, HEADER, makeProductLine);
  await writeFile(prices, 'SKU,Price', makePriceLine);
  try {
    return await onEmpty(async (url) => {
      const env = { DATABASE_URL: url, DATA_DIR: folder };
      const many = PRODUCT_COUNT.toLocaleString('en');
      reportProgress(`  importing ${many} rows, ${Math.round(statSync(path).size / MEGABYTE)} MB`);
      const firstImport = await runMeasured('server/import/commands/import-cli.ts', [path], env);
      reportProgress('  the same again');
      const repeatedImport = await runMeasured('server/import/commands/import-cli.ts', [path], env);
      reportProgress('  exporting');
      const exportCost = await runMeasured('server/import/commands/export-cli.ts', [join(folder, 'export.csv')], env);
      reportProgress('  setting all prices');
      const priceImport = await runMeasured('server/import/commands/prices-cli.ts', [prices], env);
      const speed = PRODUCT_COUNT / firstImport.seconds;
      return [
        {
          what: `Import of ${many} new products`,
          measured: `${Math.round(speed).toLocaleString('en')} rows/s`,
          target: `≥ ${MIN_ROWS_PER_SECOND.toLocaleString('en')} rows/s`,
          met: speed >= MIN_ROWS_PER_SECOND,
        },
        makeLimitRow('Most memory of its process', toMegabytes(firstImport.peak), 200, 'MB'),
        makePlainRow(
          'The same file again, nothing changes',
          `${Math.round(PRODUCT_COUNT / repeatedImport.seconds).toLocaleString('en')} rows/s`,
        ),
        makeLimitRow('Most memory of its process', toMegabytes(repeatedImport.peak), 200, 'MB'),
        makePlainRow(
          `Export of ${many} products`,
          `${Math.round(PRODUCT_COUNT / exportCost.seconds).toLocaleString('en')} products/s`,
        ),
        makeLimitRow('Most memory of its process', toMegabytes(exportCost.peak), 200, 'MB'),
        makeLimitRow(`A file of ${many} prices`, priceImport.seconds, MAX_PRICES_SECONDS, 's'),
        makePlainRow('Most memory of its process', `${Math.round(toMegabytes(priceImport.peak) ?? 0)} MB`),
      ];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
