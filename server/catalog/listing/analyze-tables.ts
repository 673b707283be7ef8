/** Whoever writes thousands of products tells the planner, which else believes that the tables are as small as before. */
import type { Db } from '../../db/database.ts';

const TABLES = [
  'products',
  'variation_options',
  'inventory',
  'sales',
  'tier_prices',
  'product_tags',
  'product_dietaries',
  'product_images',
  'product_listing',
];

/** Batches after which the statistics of a growing catalogue are worth taking anew: 4, 8, 16, 32, … */
export const isGrown = (batches: number): boolean => batches >= 4 && (batches & (batches - 1)) === 0;

/** Takes the statistics of the catalogue's tables anew: a second or some at 100,000 products, however busy the machine. */
export async function analyzeCatalogue(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.raw('set local statement_timeout = 0');
    await tx.raw(`analyze ${TABLES.join(', ')}`);
  });
}
