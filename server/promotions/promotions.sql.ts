/** Statements of coupons and promotions. */
import { PROMOTION_CLASSES } from '@shop/core/promotions/promotion';
import * as v from 'valibot';
import { lockingStatement, statement } from '../db/database.ts';

const promotionClass = v.picklist(PROMOTION_CLASSES);

/** A promotion as JSON: amounts in sen, times as text. */
export const storedPromotion = v.object({
  id: v.string(),
  code: v.nullable(v.string()),
  name_en: v.string(),
  name_zh: v.nullable(v.string()),
  goods_en: v.nullable(v.string()),
  goods_zh: v.nullable(v.string()),
  class: promotionClass,
  benefit: v.variant('kind', [
    v.object({ kind: v.literal('percentage'), percent: v.number(), max_amount: v.nullable(v.number()) }),
    v.object({ kind: v.literal('fixed'), amount: v.number() }),
    v.object({ kind: v.literal('buy_x_get_y'), buy: v.number(), get: v.number(), percent: v.number() }),
    v.object({ kind: v.literal('free_delivery') }),
  ]),
  min_spend: v.number(),
  first_order_only: v.boolean(),
  referred_only: v.boolean(),
  categories: v.array(v.string()),
  brands: v.array(v.string()),
  starts_at: v.nullable(v.string()),
  ends_at: v.nullable(v.string()),
  weekdays: v.array(v.number()),
  combines_with: v.array(promotionClass),
  usage_limit: v.nullable(v.number()),
  customer_limit: v.nullable(v.number()),
});
export type StoredPromotion = v.InferOutput<typeof storedPromotion>;

/** A promotion as an order stores it: its discount, in sen. */
export const orderPromotion = v.object({
  id: v.string(),
  name_en: v.string(),
  name_zh: v.nullable(v.string()),
  class: promotionClass,
  code: v.nullable(v.string()),
  amount: v.number(),
});

/** SQL expression: the active promotions, as `StoredPromotion[]`. */
export const PROMOTIONS_JSON = `(
  select coalesce(json_agg(to_jsonb(p) - 'is_active' - 'key' || jsonb_build_object('id', p.id::text) order by p.id), '[]')
  from promotions p where p.is_active)`;

/** SQL condition: the row belongs to the customer, or has the phone or the email. */
const matchesShopper = (customer: string, phone: string, email: string) =>
  `(customer_id = ${customer}::uuid or ${phone} or ${email})`;

/**
 * Counts one more use of each promotion $1 and records it for order $2 with customer $3, phone hash $4 and email hash
 * $5. A promotion that is missing in `taken` has reached its limit; one in `used_up` had reached the shopper's own
 * limit before. `had_order`: one of the promotions is for first orders, and the shopper, by customer, phone $6 or email
 * $7, has another order that was not canceled. The caller holds the lock of `lockOpenOrders`, so that no other order of
 * the shopper is placed meanwhile.
 */
export const takeUses = lockingStatement(
  'coupon',
  'promotions.takeUses',
  v.object({ taken: v.array(v.string()), used_up: v.array(v.string()), had_order: v.boolean() }),
  `with counted as (
     insert into promotion_counts as c (promotion_id, used)
     select id, 1 from promotions where id = any($1::bigint[]) order by id
     on conflict (promotion_id) do update set used = c.used + 1
     where c.used < coalesce((select usage_limit from promotions p where p.id = c.promotion_id), 2147483647)
     returning promotion_id
   ), recorded as (
     insert into promotion_uses (promotion_id, order_id, customer_id, phone_hash, email_hash)
     select promotion_id, $2::uuid, $3::uuid, coalesce($4::text, ''), coalesce($5::text, '') from counted
     returning promotion_id
   )
   select array(select promotion_id::text from recorded) as taken,
     array(select p.id::text from promotions p where p.id = any($1::bigint[]) and p.customer_limit <= (
       select count(*) from promotion_uses u
       where u.promotion_id = p.id and ${matchesShopper('$3', 'phone_hash = $4', 'email_hash = $5')})) as used_up,
     exists (select from promotions where id = any($1::bigint[]) and first_order_only)
       and exists (select from orders where id <> $2::uuid and status <> 'canceled'
         and ${matchesShopper('$3', 'contact_phone = $6', 'contact_email = $7')}) as had_order`,
);

/**
 * Finds which of promotions $1 customer $2 with phone hash $3, email hash $4, phone $5 and email $6 has used up, by the
 * conditions of `takeUses`.
 */
export const spentPromotions = statement(
  'promotions.spent',
  v.object({ id: v.string() }),
  `select p.id::text as id from promotions p where p.id = any($1::bigint[]) and (
     p.customer_limit <= (select count(*) from promotion_uses u
       where u.promotion_id = p.id and ${matchesShopper('$2', 'phone_hash = $3', 'email_hash = $4')})
     or p.first_order_only and exists (select from orders
       where status <> 'canceled' and ${matchesShopper('$2', 'contact_phone = $5', 'contact_email = $6')}))`,
);

/** Finds an order other than $1 that was not canceled, of customer $2 or with phone $3 or email $4. */
export const otherOrder = statement(
  'promotions.otherOrder',
  v.object({ id: v.string() }),
  `select id from orders where id <> $1::uuid and status <> 'canceled'
     and ${matchesShopper('$2', 'contact_phone = $3', 'contact_email = $4')} limit 1`,
);

/** Counts the uses of the coupon with code $1, and those by customer $2. */
export const countUses = statement(
  'promotions.countUses',
  v.object({ used: v.number(), own: v.number() }),
  `select coalesce((select used from promotion_counts where promotion_id = p.id), 0) as used,
     (select count(*) from promotion_uses where promotion_id = p.id and customer_id = $2::uuid) as own
   from promotions p where p.code = $1`,
);

/** Deletes the uses of order $1 and lowers the counts of their promotions. */
export const returnUses = lockingStatement(
  'coupon',
  'promotions.returnUses',
  v.object({ promotion_id: v.number() }),
  `with returned as (
     delete from promotion_uses where order_id = $1 returning promotion_id
   ), locked as (
     select c.promotion_id from promotion_counts c join returned on returned.promotion_id = c.promotion_id
     order by c.promotion_id for update of c
   )
   update promotion_counts c set used = used - 1 from locked where c.promotion_id = locked.promotion_id
   returning c.promotion_id`,
);
