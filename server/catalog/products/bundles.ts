/** Lists bundles with their items and savings (docs/readings.md#30). */
import type { Bundle, BundleItem, ProductQuery } from '@shop/contract/catalog';
import { computeItemPrice } from '@shop/core/catalog/price';
import { textIn } from '@shop/core/lang';
import type { Ctx } from '../../context.ts';
import type { ListPage } from '../../lists/list-page.ts';
import { imageUrls } from '../../media/image-urls.ts';
import { listCollection } from '../catalog.ts';
import type { CatalogIndex } from '../index/catalog-index.ts';
import { loadOffers, pickOfferTexts } from '../listing/offers.ts';
import { bundleItems } from './products.sql.ts';

/** Loads bundle items by bundle id. */
export async function loadBundleItems(ctx: Ctx, ids: readonly number[]): Promise<Map<number, BundleItem[]>> {
  const bundles = new Map<number, BundleItem[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return bundles;
  const items = await ctx.db.rows(bundleItems, [ids]);
  const offers = await loadOffers(ctx, items);
  for (const [index, item] of items.entries()) {
    const offer = offers[index];
    if (!offer) throw new Error(`Bundle ${item.bundle_id} has an item without a product`);
    ctx.cacheTags.products.add(item.product_id);
    bundles.get(item.bundle_id)?.push({
      id: String(item.product_id),
      slug: offer.slug,
      name: pickOfferTexts(offer, ctx.lang).name,
      title: textIn(ctx.lang, item.title_en, item.title_zh),
      image: imageUrls(offer.image_hash),
      stage: offer.stage,
      variation_option_id: item.variation_option_id === null ? null : String(item.variation_option_id),
      quantity: item.bundle_quantity,
      price: computeItemPrice(offer, item.bundle_quantity),
    });
  }
  return bundles;
}

/** Computes a bundle's saving against its items bought separately, in sen; null without a saving. */
export function computeSaving(price: number, items: readonly { price: number; quantity: number }[]): number | null {
  const saving = items.reduce((sum, item) => sum + item.price * item.quantity, 0) - price;
  return items.length > 0 && saving > 0 ? saving : null;
}

/** Lists bundles, each with its items. */
export async function listBundles(ctx: Ctx, index: CatalogIndex, query: ProductQuery): Promise<ListPage<Bundle>> {
  const page = await listCollection(ctx, index, 'bundles', query);
  const itemsByBundle = await loadBundleItems(
    ctx,
    page.data.map(({ id }) => Number(id)),
  );
  const data = page.data.map((bundle) => {
    const bundle_items = itemsByBundle.get(Number(bundle.id)) ?? [];
    return { ...bundle, bundle_items, saving: computeSaving(computeItemPrice(bundle), bundle_items) };
  });
  return { ...page, data };
}
