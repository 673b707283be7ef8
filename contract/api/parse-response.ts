/**
 * Parses the JSON of responses. Separate from the schemas in `money.ts`, so that the browser's first load has no
 * validator.
 */
import { textToSen } from '@shop/core/money';

/** The money fields of all responses, which the client converts to sen. A test compares this list with the schemas. */
export const MONEY_FIELDS: ReadonlySet<string> = new Set([
  'price',
  'sale_price',
  'group_price',
  'tier_price',
  'final_price',
  'price_total',
  'price_before',
  'price_after',
  'saving',
  'deal_price',
  'min_price',
  'max_price',
  'items_total',
  'subtotal',
  'delivery_fee',
  'delivery_fee_from',
  'bag_fee',
  'slot_fee',
  'tip',
  'rounding',
  'grand_total',
  'estimated_total',
  'coupon_discount',
  'discount',
  'min_amount',
  'max_amount',
  'amount_left',
  'points_redeem_value',
  'coins_redeem_value',
  'voucher_discount',
  'voucher',
  'points',
  'coins',
  'fee',
  'free_from',
  'amount',
  'refund_amount',
  'value',
  'basis',
  'min_spend',
  'qualifying_spend',
  'spent',
  'spend_left',
  'referral_cap',
  'cash_collected',
  'undelivered',
  'delivered_total',
  'cash_to_collect',
  'cash_in_hand',
  'cash_due',
  'cash_recorded',
  'cash_counted',
  'cash_difference',
  'refunded',
  'net',
]);

/** Parses a response and converts its money to sen. Throws `SyntaxError` if the text is not JSON. */
export function parseResponse(text: string): unknown {
  return JSON.parse(text, (key, value) => {
    if (typeof value === 'string' && MONEY_FIELDS.has(key)) {
      return textToSen(value) ?? value;
    }
    return value;
  });
}
