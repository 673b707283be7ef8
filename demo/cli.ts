/** `npm run seed [-- --products 10000]`: adds the demo shop, or grows it, in the database that the settings name. */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { readConfig, WrongSetting } from '../server/config.ts';
import { FolderInUse } from '../server/db/folder-lock.ts';
import { migrate, UnknownMigrations } from '../server/db/migrate.ts';
import { DatabaseUnreachable, openDatabase } from '../server/db/open.ts';
import { seedPersonas } from './personas.ts';
import { seed, seedMany } from './seed.ts';

// What is made lives shortly; a young generation that grows would keep hundreds of megabytes of dead rows.
setFlagsFromString('--semi-space-growth-factor=1');

/** More than any test asks for. */
const MOST_PRODUCTS = 1_000_000;

function productsAsked(argv: readonly string[]): number | null {
  const { values } = parseArgs({ args: [...argv], options: { products: { type: 'string' } } });
  if (values.products === undefined) return null;
  const count = /^\d{1,7}$/.test(values.products) ? Number(values.products) : 0;
  if (count < 1 || count > MOST_PRODUCTS) throw new WrongSetting('--products', `must be from 1 to ${MOST_PRODUCTS}`);
  return count;
}

async function run(argv: readonly string[]): Promise<void> {
  const count = productsAsked(argv);
  const config = readConfig(process.env);
  if (!config.isDemo) throw new WrongSetting('DEMO', 'must be 1 to put the demo into this shop');
  const opened = await openDatabase(config);
  const isTerminal = process.stderr.isTTY;
  try {
    await migrate(opened.pool);
    const now = new Date();
    if (count === null) {
      await seed(opened.db, { now });
      if (!config.production) await seedPersonas(opened.db, now);
      console.log('The demo shop is there.');
      return;
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
  } finally {
    await opened.close();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isExpected =
    error instanceof WrongSetting ||
    error instanceof DatabaseUnreachable ||
    error instanceof FolderInUse ||
    error instanceof UnknownMigrations ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  console.error(isExpected && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
