/** Statements that change slot, address and fee of an order before it is packed. */
import { address } from '@shop/contract/addresses';
import * as v from 'valibot';
import { selectCategorySlugs } from '../catalog/category-slugs.ts';
import { statement } from '../db/database.ts';
import { orderPromotion } from '../promotions/promotions.sql.ts';
import { REFUNDED_UNITS, UNITS_TO_PICK } from './picking/units-to-pick.sql.ts';

/** SQL array: the ids of the items of bundle `p`, without vouchers. */
const BUNDLE_GOODS = `array(select item.id from bundle_items b join products item on item.id = b.product_id
            where b.bundle_id = p.id and item.type <> 'voucher')`;

/** Reads the data from which the delivery fee of order $1 is computed. Money in sen, weights in grams. */
export const pricedDelivery = statement(
  'orders.pricedDelivery',
  v.object({
    shipping_address: address,
    delivery_method_id: v.number(),
    items_total: v.number(),
    discount: v.number(),
    coupon_discount: v.number(),
    promotions: v.array(orderPromotion),
    delivery_fee: v.number(),
    bag_fee: v.number(),
    voucher: v.number(),
    rounding: v.number(),
    grand_total: v.number(),
    delivery_refunded: v.number(),
    /** The order's slot, also if the shop has retired it; null without one. */
    template: v.nullable(v.object({ method_id: v.number(), zones: v.array(v.string()), fee: v.number() })),
    lines: v.array(
      v.object({
        slug: v.string(),
        quantity: v.number(),
        price_total: v.number(),
        discount: v.number(),
        voucher_discount: v.number(),
        weight: v.number(),
        bulky: v.boolean(),
        brand: v.nullable(v.string()),
        /** Slugs of its categories with their ancestors. */
        categories: v.array(v.string()),
      }),
    ),
  }),
  `select o.shipping_address, o.delivery_method_id, o.items_total, o.discount, o.coupon_discount, o.promotions,
     o.delivery_fee, o.bag_fee, o.voucher, o.rounding, o.grand_total,
     coalesce(o.delivery_refunded, 0)::bigint as delivery_refunded,
     (select jsonb_build_object('method_id', t.method_id, 'zones', t.zones, 'fee', t.fee)
      from delivery_slot_templates t where t.id = o.slot_template_id) as template,
     (select jsonb_agg(jsonb_build_object('slug', p.slug, 'quantity', l.quantity, 'price_total', l.price_total,
        'discount', l.discount, 'voucher_discount', l.voucher_discount, 'weight', coalesce(option.weight, p.weight),
        'bulky', coalesce(option.bulky, p.bulky), 'brand', b.slug, 'categories', ${selectCategorySlugs('array[p.id]')})
        order by l.position)
      from order_lines l join products p on p.id = l.product_id left join brands b on b.id = p.brand_id
        left join variation_options option on option.id = l.variation_option_id
      where l.order_id = o.id) as lines
   from orders o where o.id = $1`,
);

/**
 * Reads the goods that are left of order $1, also replacements, without missing and refunded units. Units that were
 * refunded before a line was picked are no part of its decision. A bundle's categories include those of its items.
 */
export const goodsLeft = statement(
  'orders.goodsLeft',
  v.object({
    name_en: v.string(),
    name_zh: v.nullable(v.string()),
    type: v.string(),
    /** Slugs, with their ancestors. */
    categories: v.array(v.string()),
  }),
  `with lines as (
     select l.position, l.product_id, l.name_en, l.name_zh, coalesce(k.quantity, l.quantity) as quantity,
       coalesce(k.replaced, 0) as replaced, k.replacement,
       ${REFUNDED_UNITS} - case when k.position is null then 0 else l.quantity - (${UNITS_TO_PICK}) end as refunded
     from order_lines l left join order_picks k on k.order_id = l.order_id and k.position = l.position
     where l.order_id = $1
   ), goods as (
     select position, product_id, name_en, name_zh from lines where quantity > greatest(refunded - replaced, 0)
     union all
     select position, (replacement ->> 'product_id')::bigint, replacement ->> 'name_en', replacement ->> 'name_zh'
     from lines where replaced > refunded
   )
   select g.name_en, g.name_zh, p.type, ${selectCategorySlugs(`array[p.id] || ${BUNDLE_GOODS}`)} as categories
   from goods g join products p on p.id = g.product_id order by g.position`,
);

/** Writes address $2 of order $1, and its keyed hash $3 unless the order no longer counts by its address. */
export const writeAddress = statement(
  'orders.writeAddress',
  v.object({}),
  `update orders set shipping_address = $2::jsonb, address_hash = case when address_hash is null then null else $3::text end
   where id = $1`,
);

/** Writes the fees of order $1: delivery $2, bag $3, rounding $4 and total $5. */
export const writeFees = statement(
  'orders.writeFees',
  v.object({}),
  'update orders set delivery_fee = $2, bag_fee = $3, rounding = $4, grand_total = $5 where id = $1',
);

/** Adds $2 sen, which may be negative, to the refunded fees of order $1. */
export const addDeliveryRefund = statement(
  'orders.addDeliveryRefund',
  v.object({}),
  'update orders set delivery_refunded = nullif(coalesce(delivery_refunded, 0) + $2::bigint, 0) where id = $1',
);
