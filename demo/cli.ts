/** `npm run seed [-- --products 10000]`: adds the demo shop, or grows it, in the database that the settings name. */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { DONE, runProgram } from '../server/command-line.ts';
import { InvalidSetting, readConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/open.ts';
import { migrate } from '../server/db/schema/migrate.ts';
import { seed, seedMany } from './seed.ts';
import { seedPersonas } from './seed-personas.ts';

// Rows are short-lived: without this flag the young heap grows to hundreds of megabytes.
setFlagsFromString('--semi-space-growth-factor=1');

const MAX_PRODUCTS = 1_000_000;

function readProductCount(argv: readonly string[]): number | null {
  const { values } = parseArgs({ args: [...argv], options: { products: { type: 'string' } } });
  if (values.products === undefined) return null;
  const count = /^\d{1,7}$/.test(values.products) ? Number(values.products) : 0;
  if (count < 1 || count > MAX_PRODUCTS) throw new InvalidSetting('--products', `must be from 1 to ${MAX_PRODUCTS}`);
  return count;
}

async function runSeeding(argv: readonly string[]): Promise<number> {
  const count = readProductCount(argv);
  const config = readConfig(process.env);
  if (!config.isDemo) throw new InvalidSetting('DEMO', 'must be 1 to put the demo into this shop');
  const opened = await openDatabase(config);
  const isTerminal = process.stderr.isTTY;
  try {
    await migrate(opened.pool);
    const now = new Date();
    if (count === null) {
      await seed(opened.db, { now });
      if (!config.production) await seedPersonas(opened.db, now);
      console.log('The demo shop is there.');
      return DONE;
    }
    const added = await seedMany(opened.db, count, {
      now,
      onProgress: (done, total) => {
        if (isTerminal) process.stderr.write(`\r\x1b[K${done} of ${total} products`);
        else if (done % 10_000 === 0) process.stderr.write(`${done} of ${total} products\n`);
      },
    });
    if (isTerminal) process.stderr.write('\r\x1b[K');
    console.log(`${added} products were added.`);
    return DONE;
  } finally {
    await opened.close();
  }
}

await runProgram('Usage: npm run seed [-- --products 10000]', runSeeding);
