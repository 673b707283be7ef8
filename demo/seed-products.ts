/** Adds products of the demo to the shop, as the import writes them. */
import { DAY_MS, dayOf } from '@shop/core/time';
import { saveImages } from '../server/content/images.ts';
import type { Db } from '../server/db/database.ts';
import type { MergedProduct } from '../server/import/columns/product-file.ts';
import { loadReferences } from '../server/import/labels/references.ts';
import { itemProducts } from '../server/import/products/shop-products.sql.ts';
import { saveProducts } from '../server/import/products/write-products.ts';
import type { SeedProduct } from './data/types.ts';
import { listImages, toMergedProduct } from './merged-products.ts';
import { fillSalesCounts, knownProducts } from './seed.sql.ts';

type BundleItems = MergedProduct['parts'];

/**
 * Loads the products of bundles. Returns a function that lists a bundle's items, and throws if the shop lacks the
 * product of one.
 */
async function loadBundleItems(tx: Db, bundles: readonly SeedProduct[]): Promise<(bundle: SeedProduct) => BundleItems> {
  const slugs = [...new Set(bundles.flatMap((bundle) => bundle.bundle_items.map((item) => item.product_slug)))];
  const productRows = new Map(
    (slugs.length > 0 ? await tx.rows(itemProducts, [slugs]) : []).map((row) => [row.slug, row]),
  );
  return (bundle) =>
    bundle.bundle_items.map(({ product_slug, option_sku, quantity }) => {
      const item = productRows.get(product_slug);
      if (item === undefined) throw new Error(`The demo has no ${product_slug}`);
      const option_id = item.options.find(({ sku }) => sku === option_sku)?.id ?? null;
      return { product_id: item.product_id, option_id, quantity };
    });
}

/**
 * Adds the products that the shop does not have yet (by slug). Their brands, categories and labels must exist. Joins an
 * open transaction. Returns how many were new.
 */
export function seedProducts(db: Db, products: readonly SeedProduct[], now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const existingSlugs = new Set(
      (await tx.rows(knownProducts, [products.map(({ slug }) => slug)])).map(({ slug }) => slug),
    );
    const added = products.filter(({ slug }) => !existingSlugs.has(slug));
    await saveImages(tx, added.flatMap(listImages));
    const references = await loadReferences(tx);
    const save = (batch: readonly SeedProduct[], itemsOf: (product: SeedProduct) => BundleItems) => {
      const merged = batch.map((product) => toMergedProduct(product, references, itemsOf(product), now));
      const changes = merged.map((after) => ({ after, before: null, fields: new Set<string>() }));
      return saveProducts(tx, changes, now, { isStockLocked: true });
    };
    const isBundle = (product: SeedProduct) => product.bundle_items.length > 0;
    const bundles = added.filter(isBundle);
    await save(
      added.filter((product) => !isBundle(product)),
      () => [],
    );
    await save(bundles, await loadBundleItems(tx, bundles));
    // Past sales are dated the day before the shop begins, so that they never share a day with real orders.
    const day = dayOf(new Date(now.getTime() - DAY_MS));
    const sold = added.map(({ slug, sold_count, sold_recently }) => ({
      slug,
      pieces: sold_count,
      orders: sold_recently,
    }));
    await tx.rows(fillSalesCounts, [JSON.stringify(sold.filter(({ pieces }) => pieces > 0)), day]);
    return added.length;
  });
}
