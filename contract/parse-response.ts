/** Reads the JSON of answers. Kept apart from the schemas in `money.ts`, so that a browser's first load has no validator. */
import { textToSen } from '@shop/core/money';

/**
 * The names under which money travels in answers. The client turns exactly these into sen, at its one boundary;
 * a test holds this list and the schemas together.
 */
export const MONEY_FIELDS: ReadonlySet<string> = new Set([
  'price',
  'sale_price',
  'group_price',
  'tier_price',
  'final_price',
  'price_total',
  'saving',
  'deal_price',
  'min_price',
  'max_price',
  'items_total',
  'subtotal',
  'delivery_fee',
  'bag_fee',
  'tip',
  'rounding',
  'grand_total',
  'coupon_discount',
  'discount',
  'min_amount',
  'max_amount',
  'amount_left',
  'points_redeem_value',
  'fee',
  'free_from',
  'old_price',
  'new_price',
]);

/** Reads an answer's JSON, money texts become sen. Throws `SyntaxError` where the text is not JSON. */
export function parseResponse(text: string): unknown {
  return JSON.parse(text, (key, value) => {
    if (typeof value === 'string' && MONEY_FIELDS.has(key)) {
      return textToSen(value) ?? value;
    }
    return value;
  });
}
