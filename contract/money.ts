/** Money on the wire: whole sen in code, a decimal text with two digits in JSON (`"12.90"`). */
import { type Sen, senToText, textToSen } from '@shop/core/money';
import * as v from 'valibot';

const MONEY_TEXT = /^-?\d{1,10}\.\d{2}$/;

/** Money in an answer: sen in, text out. */
export const money = () => v.pipe(v.number(), v.integer(), v.transform(senToText), v.string(), v.regex(MONEY_TEXT));

/** Money in a request: text in, sen out. Refuses anything but a plain amount of ringgit with at most two digits. */
export const moneyIn = () =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,8}(\.\d{1,2})?$/),
    v.transform((text): Sen => textToSen(text) ?? 0),
    v.number(),
    v.integer(),
  );

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
export function parseAnswer(text: string): unknown {
  return JSON.parse(text, (key, value) => {
    if (typeof value === 'string' && MONEY_FIELDS.has(key)) {
      return textToSen(value) ?? value;
    }
    return value;
  });
}
