/** Fills a database with the demo shop (docs/ux.md#4), the same every time. Adds what is missing, changes nothing. */

import { BACKDROPS, type Backdrop } from '@shop/core/catalog/backdrops';
import { analyzeCatalogue, isGrown } from '../server/catalog/listing/analyze-tables.ts';
import { shopIsEmpty } from '../server/catalog/products/products.sql.ts';
import { saveImages } from '../server/content/images.ts';
import type { Db } from '../server/db/database.ts';
import { imageHash } from '../server/media/image-hash.ts';
import type { ImageSpec } from '../server/media/image-spec.ts';
import { banners } from './data/banners.ts';
import { brands } from './data/brands.ts';
import { bundles } from './data/bundles.ts';
import { productBySlug, products } from './data/catalogue.ts';
import { categories } from './data/categories.ts';
import { collections } from './data/collections.ts';
import { companions } from './data/companions.ts';
import { deliveryMethods, deliveryZones } from './data/delivery.ts';
import { expandCatalogue } from './data/expand.ts';
import { customerGroups, dietary, tags } from './data/labels.ts';
import { outlets } from './data/outlets.ts';
import { paymentMethods } from './data/payment-methods.ts';
import { settings } from './data/settings.ts';
import { states } from './data/states.ts';
import { staticBlocks } from './data/static-blocks/all.ts';
import { synonyms } from './data/synonyms.ts';
import type { SeedBrand, SeedCategory, SeedProduct, Text } from './data/types.ts';
import { ensureDealWindows } from './deal-windows.ts';
import * as sql from './seed.sql.ts';
import { seedProducts } from './seed-products.ts';

export type SeedOptions = { now: Date; onProgress?: (done: number, total: number) => void };

const both = (name: string, text: Text) => ({ [`${name}_en`]: text.en, [`${name}_zh`]: text.zh });

const placeholderOf = (stage: Backdrop): ImageSpec => ({ kind: 'placeholder', stage });

const tileOf = (category: SeedCategory): ImageSpec => {
  return { kind: 'tile', stage: category.stage, pack: productBySlug(category.tile_product).pack };
};

const wordmarkOf = (brand: SeedBrand): ImageSpec => {
  return { kind: 'brand', name: brand.name.en, base: brand.palette.base, ink: brand.palette.ink };
};

const settingsImages = [settings.logo, settings.seo.og_image];

/** Rows of `settings`, with images by hash. */
function settingRows() {
  const { logo, seo, ...rest } = settings;
  const stored = { ...rest, logo: imageHash(logo), seo: { ...seo, og_image: imageHash(seo.og_image) } };
  return Object.entries(stored).map(([key, value]) => ({ key, value }));
}

/** Rows of `static_blocks`, each with its whole text in both languages. */
function staticBlockRows() {
  return staticBlocks.map(({ slug, title, description, updated_on, sections }, position) => {
    const sectionsIn = (lang: keyof Text) =>
      sections.map((each) => {
        const group = each.group && { group: each.group[lang] };
        return { slug: each.slug, title: each.title[lang], body: each.body[lang], ...group };
      });
    return {
      slug,
      position,
      ...both('title', title),
      ...both('description', description),
      sections_en: sectionsIn('en'),
      sections_zh: sectionsIn('zh'),
      updated_at: `${updated_on}T00:00:00+08:00`,
    };
  });
}

function categoryRows(level: readonly SeedCategory[]) {
  return level.map(({ name, ...category }) => ({
    ...category,
    ...both('name', name),
    image_hash: imageHash(tileOf(category as SeedCategory)),
  }));
}

async function seedReference(tx: Db): Promise<void> {
  const send = (of: Parameters<Db['rows']>[0], rows: readonly object[]) => tx.rows(of, [JSON.stringify(rows)]);
  await saveImages(tx, [
    ...settingsImages,
    ...BACKDROPS.map(placeholderOf),
    ...categories.map(tileOf),
    ...brands.map(wordmarkOf),
    ...banners.flatMap((banner) => [banner.wide, banner.tile]),
  ]);
  await send(
    sql.fillStates,
    states.map(({ code, name }, position) => ({ id: code, position, ...both('name', name) })),
  );
  await send(sql.fillSettings, settingRows());
  await send(
    sql.fillBanners,
    banners.map(({ title, description, cta, wide, tile, ...banner }) => ({
      ...banner,
      ...both('title', title),
      ...both('description', description),
      ...both('cta', cta),
      image_hash: imageHash(wide),
      tile_hash: imageHash(tile),
    })),
  );
  await send(sql.fillStaticBlocks, staticBlockRows());
  await send(
    sql.fillOutlets,
    outlets.map(({ name, state, ...outlet }) => ({ ...outlet, ...both('name', name), state_id: state })),
  );
  await seedDelivery(tx);
  const labels = <Label extends { slug: string; name: Text }>(list: readonly Label[]) =>
    list.map(({ slug, name }, position) => ({ slug, position, ...both('name', name) }));
  await send(sql.fillCategories, categoryRows(categories.filter((category) => category.parent === null)));
  await send(sql.fillCategories, categoryRows(categories.filter((category) => category.parent !== null)));
  await send(
    sql.fillBrands,
    brands.map((brand) => ({ slug: brand.slug, name: brand.name.en, image_hash: imageHash(wordmarkOf(brand)) })),
  );
  await send(sql.fillDietaries, labels(dietary));
  await send(sql.fillTags, labels(tags));
  await send(sql.fillCustomerGroups, customerGroups);
  await send(
    sql.fillSynonyms,
    synonyms.map((terms) => ({ terms })),
  );
}

async function seedDelivery(tx: Db): Promise<void> {
  const send = (of: Parameters<Db['rows']>[0], rows: readonly object[]) => tx.rows(of, [JSON.stringify(rows)]);
  await send(
    sql.fillPaymentMethods,
    paymentMethods.map(({ name, note, ...method }) => ({ ...method, ...both('name', name), ...both('note', note) })),
  );
  await send(
    sql.fillZones,
    deliveryZones.map(({ code, name }) => ({ code, ...both('name', name) })),
  );
  await send(
    sql.fillZoneStates,
    deliveryZones.flatMap((zone) => zone.states.map((state_id) => ({ state_id, zone: zone.code }))),
  );
  await send(
    sql.fillDeliveryMethods,
    deliveryMethods.map(({ name, description, rates, slots, ...method }) => ({
      ...method,
      ...both('name', name),
      ...both('description', description),
    })),
  );
  await send(
    sql.fillDeliveryRates,
    deliveryMethods.flatMap((method) => method.rates.map((rate) => ({ method: method.code, ...rate }))),
  );
  await send(
    sql.fillSlotTemplates,
    deliveryMethods.flatMap((method) => method.slots.map((slot) => ({ method: method.code, ...slot }))),
  );
}

async function seedCompanions(tx: Db): Promise<void> {
  const rows = Object.entries(companions).flatMap(([product, beside]) =>
    beside.map((companion, position) => ({ product, position, companion })),
  );
  await tx.rows(sql.fillCompanions, [JSON.stringify(rows)]);
}

async function seedCollections(tx: Db): Promise<void> {
  await tx.rows(sql.fillCollections, [
    JSON.stringify(
      collections.map(({ name, products: _, ...collection }) => ({ ...collection, ...both('name', name) })),
    ),
  ]);
  const items = collections.flatMap((collection) =>
    collection.products.map((product, position) => ({ collection: collection.key, position, product })),
  );
  await tx.rows(sql.fillCollectionItems, [JSON.stringify(items)]);
}

/**
 * Seeds the demo shop in one transaction: all of it is there, or nothing. What an existing shop has stays as it is;
 * orders and carts are never touched.
 */
export async function seed(db: Db, { now, onProgress }: SeedOptions): Promise<void> {
  const demo = [...products, ...bundles];
  await db.transaction(async (tx) => {
    await tx.rows(sql.holdSeeding);
    await seedReference(tx);
    await seedProducts(tx, demo, now);
    await seedCompanions(tx);
    await seedCollections(tx);
    await ensureDealWindows(tx, now);
  });
  onProgress?.(demo.length, demo.length);
}

/** Seeds a shop without products; returns whether it did. Two processes that start together seed once. */
export async function seedIfEmpty(db: Db, options: SeedOptions): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.rows(sql.holdSeeding);
    const answer = await tx.row(shopIsEmpty);
    if (!answer?.empty) return false;
    await seed(tx, options);
    return true;
  });
}

/** Products per transaction while a shop is grown. */
const BATCH = 500;

/**
 * Grows the shop to `count` products of the demo and its variations, always the same ones, batch by batch in bounded
 * memory. Stopped half-way it goes on where it was; those that are there stay as they are. Returns how many were new.
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
    if (isGrown(++batches)) await analyzeCatalogue(db);
    options.onProgress?.(done, Math.max(count, done));
  };
  for (const product of expandCatalogue(count)) {
    batch.push(product);
    if (batch.length === BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  await analyzeCatalogue(db);
  return added;
}
