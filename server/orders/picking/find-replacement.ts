/** Finds the goods that replace missing ones. */
import { refusal } from '@shop/core/refusal';
import { loadOffers, type Offer } from '../../catalog/listing/offers.ts';
import type { Ctx } from '../../context.ts';
import { Refused, refuse } from '../../refuse.ts';
import * as sql from './replacement.sql.ts';

/** Goods by SKU, barcode or slug, or by their ids. */
export type GoodsReference = {
  code?: string | null | undefined;
  product?: { id: string; variation_option_id: string | null } | null | undefined;
};

/** Goods for sale that replace others; `categories` are slugs, with their ancestors. */
export type Replacement = Offer & { categories: readonly string[] };

/**
 * Finds the replacement. Refuses `picking.replacement` for goods that are not sold, `catalog.several` for a code of
 * several goods, and `catalog.own_stock` for a bundle.
 */
export async function requireReplacement(ctx: Ctx, { code, product }: GoodsReference): Promise<Replacement> {
  const listed =
    code != null
      ? await ctx.db.rows(sql.listedByCode, [code])
      : product != null
        ? await ctx.db.rows(sql.listedById, [product.id, product.variation_option_id])
        : [];
  const offers = await loadOffers(ctx, listed);
  const sold = listed.flatMap(({ doc }, at): Replacement[] => {
    const offer = offers[at];
    if (!offer?.is_sold || offer.type === 'voucher') return [];
    return [{ ...offer, categories: doc?.categories.map(({ slug }) => slug) ?? [] }];
  });
  if (sold.length > 1) refuse('catalog.several');
  const [offer] = sold;
  if (offer === undefined) throw new Refused(refusal('picking.replacement'));
  if (offer.is_bundle) refuse('catalog.own_stock');
  return offer;
}
