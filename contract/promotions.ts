/** Promotions in carts and orders (docs/api.md#promotions). */
import { PROMOTION_CLASSES } from '@shop/core/promotions/promotion';
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
