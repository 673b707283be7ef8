/** The staff API for the daily closing (docs/api.md#staff-api, docs/readings.md#98). */
import { REFUND_REASONS } from '@shop/core/payments/refund-state';
import * as v from 'valibot';
import { endpoint } from '../api/endpoint.ts';
import { day } from '../common-schemas.ts';
import { money } from '../money.ts';

/** Sums of orders by the parts of their totals, in the order in which they add up to `grand_total`. */
const saleSums = v.object({
  orders: v.number(),
  items_total: money(),
  /** Promotions and coupon. */
  discount: money(),
  coupon_discount: money(),
  delivery_fee: money(),
  bag_fee: money(),
  tip: money(),
  /** Redeemed vouchers, points and coins, in ringgit. */
  voucher: money(),
  points: money(),
  coins: money(),
  /** Missing goods of orders paid on delivery, for which the driver collects less. */
  undelivered: money(),
  rounding: money(),
  grand_total: money(),
});

export const closing = v.object({
  day: v.string(),
  /** Orders that became paid on the day. */
  sales: saleSums,
  by_payment_method: v.array(v.object({ payment_method: v.string(), name: v.string(), ...saleSums.entries })),
  /** Goods by tax class, after discounts; together `items_total` less discounts and vouchers of goods. */
  by_tax_class: v.array(
    v.object({
      /** Null for products without a class. */
      tax_class: v.nullable(v.string()),
      units: v.number(),
      items_total: money(),
      discount: money(),
      voucher_discount: money(),
      /** Missing goods of orders paid on delivery. */
      undelivered: money(),
      /** `items_total` less these. */
      amount: money(),
    }),
  ),
  /** Points that were redeemed. */
  points_redeemed: v.number(),
  /** Refunds that were settled on the day. */
  refunds: v.array(
    v.object({
      reason: v.picklist(REFUND_REASONS),
      count: v.number(),
      amount: money(),
      /** Coins and points that were returned. */
      coins_returned: v.number(),
      points_returned: v.number(),
    }),
  ),
  refunded: money(),
  /** Paid less refunded. */
  net: money(),
  deliveries: v.object({ delivered: v.number(), failed: v.number(), canceled: v.number() }),
  cash: v.object({
    /** Totals of the orders paid on delivery that became paid on the day. */
    cash_due: money(),
    /** Cash that staff and drivers recorded on the day. */
    cash_recorded: money(),
    /** Cash that was counted for the runs of the day. */
    cash_counted: money(),
    /** Counted less recorded, of the counted runs of the day. */
    cash_difference: money(),
    uncounted_runs: v.number(),
  }),
});
export type Closing = v.InferInput<typeof closing>;

export const staffClosingEndpoints = {
  'staff.closing': endpoint('staff.closing', {
    access: 'staff',
    roles: ['finance'],
    summary: 'Sales, refunds, deliveries and cash of a day in Malaysia; as CSV with `Accept: text/csv`',
    query: v.object({ day: day() }),
    response: closing,
    /** One line for each amount: section, name, count, amount. */
    asCsv: true,
  }),
};
