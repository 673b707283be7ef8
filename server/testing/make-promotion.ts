/** Creates promotions for tests. */
import { randomUUID } from 'node:crypto';
import type { Benefit, PromotionClass } from '@shop/core/promotions/promotion';
import type { Db } from '../db/database.ts';
import { insert } from './database/insert.ts';

/** Fields that a test sets; `percent` is short for a percentage off the order. */
export type PromotionFields = {
  code: string | null;
  name_en?: string;
  name_zh?: string;
  goods_en?: string;
  goods_zh?: string;
  class?: PromotionClass;
  benefit?: Benefit;
  percent?: number;
  min_spend?: number;
  first_order_only?: boolean;
  referred_only?: boolean;
  ends_at?: Date;
  usage_limit?: number;
  customer_limit?: number;
  is_active?: boolean;
  combines_with?: PromotionClass[];
};

/** Adds a promotion. */
export async function makePromotion(db: Db, { percent, ...fields }: PromotionFields): Promise<void> {
  const benefit = fields.benefit ?? { kind: 'percentage', percent: percent ?? 10, max_amount: null };
  await insert(db, 'promotions', {
    key: randomUUID(),
    name_en: fields.code ?? 'Promotion',
    class: 'order',
    ...fields,
    benefit,
  });
}
