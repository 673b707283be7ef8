/** Prepares a database: its tables, and for a new one the setup of a new shop, which sells for cash on delivery. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { type Db, statement } from '../db/database.ts';
import type { OpenDatabase } from '../db/open.ts';
import { migrate } from '../db/schema/migrate.ts';

/** The setup of a new shop; `npm run shop:init` copies it. */
export const DEFAULT_FOLDER = fileURLToPath(new URL('./default', import.meta.url));

/** SQL condition: the shop has settings other than those of loyalty, which a migration writes. */
const HAS_SETTINGS = `exists (select 1 from settings where key <> 'loyalty')`;

const isNotSetUp = statement(
  'shopFolder.isNotSetUp',
  v.object({ empty: v.boolean() }),
  `select not ${HAS_SETTINGS} and not exists (select 1 from delivery_methods)
     and not exists (select 1 from payment_methods) and not exists (select 1 from static_blocks) as empty`,
);

/** Reads which kinds of data the shop has; an applied folder counts as settings. */
export const shopContents = statement(
  'shopFolder.contents',
  v.object({ has_products: v.boolean(), has_settings: v.boolean() }),
  `select exists (select 1 from products) as has_products, ${HAS_SETTINGS} as has_settings`,
);

/** Applies the setup of a new shop to a database without one. Its folder has no pictures. */
export async function setUpNewShop(db: Db, now: Date): Promise<void> {
  if ((await db.row(isNotSetUp))?.empty !== true) return;
  // Its parsers and image libraries would slow every later start.
  const [{ applyFolder }, { lockSetup }] = await Promise.all([
    import('./apply-folder.ts'),
    import('./shop-setup.sql.ts'),
  ]);
  await db.transaction(async (tx) => {
    await lockSetup(tx);
    // Another process may have set it up meanwhile.
    if ((await tx.row(isNotSetUp))?.empty !== true) return;
    const { problems } = await applyFolder(tx, DEFAULT_FOLDER, {
      now,
      media: join(DEFAULT_FOLDER, 'banners'),
      dryRun: false,
      prune: false,
      isNewShop: true,
    });
    if (problems.length > 0) throw new Error(`The folder of a new shop is invalid: ${JSON.stringify(problems)}`);
  });
}

/** Runs the missing migrations, and sets up a new shop. Throws `UnknownMigrations`. */
export async function prepareShop({ pool, db }: Pick<OpenDatabase, 'pool' | 'db'>): Promise<void> {
  await migrate(pool);
  await setUpNewShop(db, new Date());
}
