/** Bundles: their parts and savings (docs/readings.md#30). */
import type { Bundle, BundleItem, ProductQuery } from '@shop/contract/catalog';
import { calculateItemPrice } from '@shop/core/catalog/price';
import { textIn } from '@shop/core/lang';
import type { Ctx } from '../../context.ts';
import type { ListPage } from '../../lists/list-page.ts';
import { imageUrls } from '../../media/image-urls.ts';
import { listCollection } from '../catalog.ts';
import type { CatalogIndex } from '../index/catalog-index.ts';
import { loadOffers, offerTexts } from '../listing/offers.ts';
import { bundleParts } from './products.sql.ts';

/** Loads bundle parts by bundle id. */
export async function loadBundleParts(ctx: Ctx, ids: readonly number[]): Promise<Map<number, BundleItem[]>> {
  const bundles = new Map<number, BundleItem[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return bundles;
  const parts = await ctx.db.rows(bundleParts, [ids]);
  const offers = await loadOffers(ctx, parts);
  for (const [index, part] of parts.entries()) {
    const offer = offers[index];
    if (!offer) throw new Error(`Bundle ${part.bundle_id} has a part without a product`);
    ctx.cacheTags.products.add(part.product_id);
    bundles.get(part.bundle_id)?.push({
      id: String(part.product_id),
      slug: offer.slug,
      name: offerTexts(offer, ctx.lang).name,
      title: textIn(ctx.lang, part.title_en, part.title_zh),
      image: imageUrls(offer.image_hash),
      stage: offer.stage,
      variation_option_id: part.variation_option_id === null ? null : String(part.variation_option_id),
      quantity: part.bundle_quantity,
      price: calculateItemPrice(offer, part.bundle_quantity),
    });
  }
  return bundles;
}

/** Computes a bundle's saving against its parts bought separately, in sen; null without a saving. */
export function calculateSaving(price: number, parts: readonly { price: number; quantity: number }[]): number | null {
  const saving = parts.reduce((sum, part) => sum + part.price * part.quantity, 0) - price;
  return parts.length > 0 && saving > 0 ? saving : null;
}

/** Lists bundles, each with its parts. */
export async function listBundles(ctx: Ctx, index: CatalogIndex, query: ProductQuery): Promise<ListPage<Bundle>> {
  const page = await listCollection(ctx, index, 'bundles', query);
  const parts = await loadBundleParts(
    ctx,
    page.data.map(({ id }) => Number(id)),
  );
  const data = page.data.map((bundle) => {
    const bundle_items = parts.get(Number(bundle.id)) ?? [];
    return { ...bundle, bundle_items, saving: calculateSaving(calculateItemPrice(bundle), bundle_items) };
  });
  return { ...page, data };
}
