/** The staff API: goods with their stock and price, stock, and products on and off sale (docs/api.md#staff-api). */
import * as v from 'valibot';
import { endpoint } from '../api/endpoint.ts';
import { id, image, multilineText, queryFlag, textLine } from '../common-schemas.ts';
import { listPage, listQuery } from '../list-query.ts';
import { money } from '../money.ts';

/** The SKU or barcode of a product or option, or a product's slug. */
const code = v.pipe(textLine(200), v.nonEmpty());
const reason = v.pipe(multilineText(1_000), v.nonEmpty());

/** Beyond any stock that files or sales can leave. */
const MAX_STOCK = 2_147_483_647;
const units = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));

/** A product or one of its options, on sale or not. */
export const staffGoods = v.object({
  product_id: v.string(),
  variation_option_id: v.nullable(v.string()),
  slug: v.string(),
  name: v.string(),
  variant: v.nullable(v.string()),
  sku: v.nullable(v.string()),
  barcode: v.nullable(v.string()),
  image,
  status: v.picklist(['draft', 'published', 'archived']),
  /** Units that can be sold; null for goods without stock of their own, such as a bundle. */
  quantity: v.nullable(v.number()),
  /** Regular price of a unit, and the running promotion's if it is lower. */
  price: money(),
  sale_price: v.nullable(money()),
});
export type StaffGoods = v.InferInput<typeof staffGoods>;

export const staffCatalogEndpoints = {
  'staff.goods': endpoint('staff.goods', {
    access: 'staff',
    roles: ['catalog'],
    summary: 'Products and their options with stock and price; `search` by words of the name, SKU or barcode',
    query: v.object({ ...listQuery().entries, off_sale: v.optional(queryFlag()) }),
    response: listPage(staffGoods),
  }),
  'staff.setStock': endpoint('staff.setStock', {
    access: 'staff',
    roles: ['catalog'],
    summary: 'Sets the stock of a product or option',
    body: v.object({
      /** Required without `product`. */
      code: v.optional(code),
      /** Names the goods by their ids, as `staff.goods` has them. */
      product: v.optional(v.object({ id: id(), variation_option_id: v.optional(v.nullable(id()), null) })),
      /** Units that can be sold, without those that orders have taken. */
      quantity: units,
      /** The units that the caller saw; 409 if there are others now. */
      former: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-MAX_STOCK), v.maxValue(MAX_STOCK))),
      reason,
    }),
    response: v.object({ slug: v.string(), before: v.number(), quantity: v.number() }),
    refusals: ['request.not_found', 'catalog.several', 'catalog.own_stock', 'catalog.stock_changed'],
  }),
  'staff.setOnSale': endpoint('staff.setOnSale', {
    access: 'staff',
    roles: ['catalog'],
    summary: 'Takes a product off sale with all its options, or puts it back on sale',
    body: v.object({ code, on_sale: v.boolean(), reason }),
    /** `was_on_sale`: before the call. */
    response: v.object({ slug: v.string(), on_sale: v.boolean(), was_on_sale: v.boolean() }),
    refusals: ['request.not_found', 'catalog.several'],
  }),
};
