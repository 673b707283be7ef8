/** Adds products of the demo to the shop, with a few statements for any number of them. */
import { publishProducts } from '../server/catalog/listing/publish-products.ts';
import { saveImages } from '../server/content/images.ts';
import type { Db } from '../server/db/database.ts';
import type { SeedProduct } from './data/types.ts';
import {
  fillBundleItems,
  fillGroupPrices,
  fillInventory,
  fillOptions,
  fillProductDietaries,
  fillProductImages,
  fillProductSales,
  fillProducts,
  fillProductTags,
  fillSales,
  fillTierPrices,
} from './seed.sql.ts';
import {
  bundleRows,
  imageRows,
  imagesOf,
  inventoryRows,
  optionRows,
  productRows,
  productSalesRows,
  saleRows,
} from './seed-rows.ts';

/**
 * Inserts the products that the shop does not have yet (by slug), and publishes them. Their brands, categories and
 * labels must exist. Joins an open transaction. Returns how many were new.
 */
export function seedProducts(db: Db, products: readonly SeedProduct[], now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await saveImages(tx, products.flatMap(imagesOf));
    const added = await tx.rows(fillProducts, [JSON.stringify(productRows(products, now))]);
    const isNew = new Set(added.map((product) => product.slug));
    const fresh = products.filter((product) => isNew.has(product.slug));
    const send = <Part>(part: (product: SeedProduct) => readonly Part[]) => JSON.stringify(fresh.flatMap(part));
    const labels = (product: SeedProduct, name: string, slugs: readonly string[]) =>
      slugs.map((slug) => ({ product: product.slug, [name]: slug }));

    await tx.rows(fillOptions, [send(optionRows)]);
    await tx.rows(fillInventory, [send(inventoryRows)]);
    await tx.rows(fillProductImages, [send(imageRows)]);
    await tx.rows(fillTierPrices, [send((one) => one.tier_prices.map((tier) => ({ product: one.slug, ...tier })))]);
    await tx.rows(fillGroupPrices, [send((one) => one.group_prices.map((price) => ({ product: one.slug, ...price })))]);
    await tx.rows(fillSales, [send((one) => saleRows(one, now))]);
    await tx.rows(fillProductSales, [send((one) => productSalesRows(one, now))]);
    await tx.rows(fillBundleItems, [send(bundleRows)]);
    await tx.rows(fillProductTags, [send((one) => labels(one, 'tag', one.tags))]);
    await tx.rows(fillProductDietaries, [send((one) => labels(one, 'dietary', one.dietary))]);
    await publishProducts(
      tx,
      added.map((product) => product.id),
      now,
    );
    return added.length;
  });
}
