/** The staff API: stock, and products on and off sale (docs/api.md#staff-api). */
import * as v from 'valibot';
import { endpoint } from '../api/endpoint.ts';
import { multilineText, textLine } from '../common-schemas.ts';

/** The SKU or barcode of a product or option, or a product's slug. */
const code = v.pipe(textLine(200), v.nonEmpty());
const reason = v.pipe(multilineText(1_000), v.nonEmpty());

export const staffCatalogEndpoints = {
  'staff.setStock': endpoint('staff.setStock', {
    access: 'staff',
    roles: ['catalog'],
    summary: 'Sets the stock of a product or option',
    body: v.object({
      code,
      /** Units that can be sold, without those that orders have taken. */
      quantity: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
      reason,
    }),
    response: v.object({ slug: v.string(), before: v.number(), quantity: v.number() }),
    refusals: ['request.not_found', 'catalog.several', 'catalog.own_stock'],
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
