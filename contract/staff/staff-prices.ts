/** The staff API: prices of a product (docs/readings.md#102, docs/api.md#staff-api). */
import * as v from 'valibot';
import { endpoint } from '../api/endpoint.ts';
import { id, multilineText, queryText, textLine } from '../common-schemas.ts';
import { money, moneyIn } from '../money.ts';
import { approval } from './staff-approvals.ts';

/** ISO 8601. */
const moment = v.nullable(v.string());

/** A promotion or a shocking deal that runs or is planned. */
const salePeriod = v.object({ sale_price: money(), starts_at: v.string(), ends_at: moment, is_deal: v.boolean() });

export const productPrices = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  /** Differs after any change of these prices, by whatever way. */
  version: v.string(),
  /** The product itself, or its options. */
  goods: v.array(
    v.object({
      /** Null: the product itself. */
      variation_option_id: v.nullable(v.string()),
      title: v.string(),
      sku: v.nullable(v.string()),
      price: money(),
      sales: v.array(salePeriod),
    }),
  ),
  /** Every group of customers; null: it has no price of its own. */
  group_prices: v.array(v.object({ group: v.string(), group_price: v.nullable(money()) })),
  /** Changes that wait for a second person. */
  waiting: v.array(approval),
});
export type StaffProductPrices = v.InferInput<typeof productPrices>;

const momentIn = v.optional(
  v.nullable(v.pipe(v.string(), v.isoTimestamp('A time such as 2026-12-24T08:00:00.000Z is expected'))),
  null,
);
const priceIn = () => v.pipe(moneyIn(), v.minValue(1, 'A price above zero is expected'));

const saleIn = v.object({
  sale_price: priceIn(),
  /** Null: now. */
  starts_at: momentIn,
  /** Null: until it is ended. */
  ends_at: momentIn,
  is_deal: v.optional(v.boolean(), false),
});

const priceRequest = v.object({
  /** From `staff.prices`. */
  version: textLine(64),
  reason: v.pipe(multilineText(1_000), v.nonEmpty()),
  goods: v.optional(
    v.pipe(
      v.array(
        v.object({
          variation_option_id: v.optional(v.nullable(id()), null),
          price: v.optional(priceIn()),
          /** Replaces all that run or are planned. */
          sales: v.optional(v.pipe(v.array(saleIn), v.maxLength(50))),
        }),
      ),
      v.maxLength(200),
    ),
    [],
  ),
  group_prices: v.optional(
    v.pipe(v.array(v.object({ group: textLine(40), group_price: v.nullable(priceIn()) })), v.maxLength(50)),
    [],
  ),
});
/** A requested change of prices in sen: what is left out stays as it is. */
export type PriceRequest = v.InferOutput<typeof priceRequest>;

export const staffPricesEndpoints = {
  'staff.prices': endpoint('staff.prices', {
    access: 'staff',
    roles: ['catalog'],
    summary: 'Prices of a product with its promotions and prices of groups; `code` is a SKU, a barcode or a slug',
    query: v.object({ code: v.pipe(queryText(200), v.trim(), v.nonEmpty()) }),
    response: v.object({ prices: productPrices }),
    refusals: ['request.not_found', 'catalog.several'],
  }),
  'staff.changePrices': endpoint('staff.changePrices', {
    access: 'staff',
    roles: ['catalog'],
    summary:
      'Changes prices of a product; above the shop’s limit they wait for a second person; 409 with `prices` as they are now if they changed since `version`',
    params: v.object({ id: id() }),
    body: priceRequest,
    response: v.object({ prices: productPrices, approval: v.nullable(approval) }),
    refusals: [
      'request.not_found',
      'prices.changed',
      'prices.sale_too_high',
      'prices.group_too_high',
      'prices.sale_times',
      'prices.sale_twice',
    ],
  }),
};
