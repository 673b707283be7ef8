/** Promotions in carts and orders (docs/api.md#promotions). */
import { BENEFIT_KINDS, PROMOTION_CLASSES } from '@shop/core/promotions/promotion';
import * as v from 'valibot';
import { money } from './money.ts';

export const cartPromotion = v.object({
  id: v.string(),
  name: v.string(),
  class: v.picklist(PROMOTION_CLASSES),
  amount: money(),
  /** Null for a promotion that applies without a code. */
  code: v.nullable(v.string()),
});
export type CartPromotion = v.InferInput<typeof cartPromotion>;

/** A promotion for referred friends that waits for the customer's first order. */
export const waitingOffer = v.object({
  id: v.string(),
  name: v.string(),
  kind: v.picklist(BENEFIT_KINDS),
  /** The benefit in a word or two, such as "10%". */
  value: v.string(),
  /** Its goods, days and cap: "10% off, up to RM15". */
  conditions: v.array(v.string()),
  min_spend: money(),
});
export type WaitingOffer = v.InferInput<typeof waitingOffer>;
