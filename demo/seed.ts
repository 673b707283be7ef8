/** Fills a database with the demo shop (docs/ux.md#4), the same every time. Adds missing rows and changes none. */

import { BACKDROPS, type Backdrop } from '@shop/core/catalog/backdrops';
import { analyzeCatalogue, isAnalysisDue } from '../server/catalog/listing/analyze-tables.ts';
import { saveImages } from '../server/content/images.ts';
import type { Db } from '../server/db/database.ts';
import { imageHash } from '../server/media/image-hash.ts';
import type { ImageSpec } from '../server/media/image-spec.ts';
import { applyFolder } from '../server/shop-folder/apply-folder.ts';
import { setUpNewShop, shopContents } from '../server/shop-folder/prepare-shop.ts';
import { brands } from './data/brands.ts';
import { bundles } from './data/bundles.ts';
import { productBySlug, products } from './data/catalogue.ts';
import { categories } from './data/categories.ts';
import { companions } from './data/companions.ts';
import { expandCatalogue } from './data/expand.ts';
import { customerGroups, dietary, tags } from './data/labels.ts';
import type { SeedBrand, SeedCategory, SeedProduct, SeedText } from './data/types.ts';
import { ensureDealWindows } from './deal-windows.ts';
import { DEMO_FOLDER } from './demo-folder.ts';
import * as sql from './seed.sql.ts';
import { seedProducts } from './seed-products.ts';

export type SeedOptions = { now: Date; onProgress?: (done: number, total: number) => void };

const splitLanguages = (name: string, text: SeedText) => ({ [`${name}_en`]: text.en, [`${name}_zh`]: text.zh });

const makePlaceholder = (stage: Backdrop): ImageSpec => ({ kind: 'placeholder', stage });

const makeTile = (category: SeedCategory): ImageSpec => {
  return { kind: 'tile', stage: category.stage, pack: productBySlug(category.tile_product).pack };
};

const makeWordmark = (brand: SeedBrand): ImageSpec => {
  return { kind: 'brand', name: brand.name.en, base: brand.palette.base, ink: brand.palette.ink };
};

function buildCategoryRows(level: readonly SeedCategory[]) {
  return level.map(({ name, ...category }) => ({
    ...category,
    ...splitLanguages('name', name),
    image_hash: imageHash(makeTile(category as SeedCategory)),
  }));
}

/** Applies the demo's setup to a shop that still has the setup of a new shop; any other shop keeps its own. */
async function applyDemoFolder(tx: Db, now: Date): Promise<void> {
  await setUpNewShop(tx, now);
  if ((await tx.row(shopContents))?.has_settings) return;
  const { problems } = await applyFolder(tx, DEMO_FOLDER, { now, media: DEMO_FOLDER, dryRun: false, prune: true });
  if (problems.length > 0) throw new Error(`The demo's folder is invalid: ${JSON.stringify(problems)}`);
}

async function seedLabels(tx: Db): Promise<void> {
  const send = (of: Parameters<Db['rows']>[0], rows: readonly object[]) => tx.rows(of, [JSON.stringify(rows)]);
  await saveImages(tx, [...BACKDROPS.map(makePlaceholder), ...categories.map(makeTile), ...brands.map(makeWordmark)]);
  const labels = <Label extends { slug: string; name: SeedText }>(list: readonly Label[]) =>
    list.map(({ slug, name }, position) => ({ slug, position, ...splitLanguages('name', name) }));
  await send(sql.fillCategories, buildCategoryRows(categories.filter((category) => category.parent === null)));
  await send(sql.fillCategories, buildCategoryRows(categories.filter((category) => category.parent !== null)));
  await send(
    sql.fillBrands,
    brands.map(({ slug, name, ...brand }) => ({
      slug,
      name: name.en,
      name_zh: name.zh,
      image_hash: imageHash(makeWordmark({ slug, name, ...brand })),
    })),
  );
  await send(sql.fillDietaries, labels(dietary));
  await send(sql.fillTags, labels(tags));
  await send(sql.fillCustomerGroups, customerGroups);
}

async function seedCompanions(tx: Db): Promise<void> {
  const rows = Object.entries(companions).flatMap(([product, beside]) =>
    beside.map((companion, position) => ({ product, position, companion })),
  );
  await tx.rows(sql.fillCompanions, [JSON.stringify(rows)]);
}

/** Seeds the demo shop in one transaction. Existing rows stay as they are; orders and carts are never touched. */
export async function seed(db: Db, { now, onProgress }: SeedOptions): Promise<void> {
  const demo = [...products, ...bundles];
  await db.transaction(async (tx) => {
    await tx.rows(sql.lockSeeding);
    await applyDemoFolder(tx, now);
    await seedLabels(tx);
    await seedProducts(tx, demo, now);
    await seedCompanions(tx);
    await ensureDealWindows(tx, now);
  });
  onProgress?.(demo.length, demo.length);
}

/**
 * Seeds a shop that has neither products nor its own settings; returns whether it did. If two processes start together,
 * only one seeds.
 */
export async function seedIfEmpty(db: Db, options: SeedOptions): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.rows(sql.lockSeeding);
    const contents = await tx.row(shopContents);
    if (contents?.has_products || contents?.has_settings) return false;
    await seed(tx, options);
    return true;
  });
}

/** Products per transaction while a shop is grown. */
const BATCH_SIZE = 500;

/**
 * Grows the shop to `count` products of the demo and its variations, in batches with bounded memory. Deterministic, so
 * that a second run continues a stopped one; existing products stay as they are. Returns how many were new.
 */
export async function seedMany(db: Db, count: number, options: SeedOptions): Promise<number> {
  await seed(db, { now: options.now });
  let done = 0;
  let added = 0;
  let batches = 0;
  let batch: SeedProduct[] = [];
  const flush = async () => {
    added += await seedProducts(db, batch, options.now);
    done += batch.length;
    batch = [];
    if (isAnalysisDue(++batches)) await analyzeCatalogue(db);
    options.onProgress?.(done, Math.max(count, done));
  };
  for (const product of expandCatalogue(count)) {
    batch.push(product);
    if (batch.length === BATCH_SIZE) await flush();
  }
  if (batch.length > 0) await flush();
  await analyzeCatalogue(db);
  return added;
}
