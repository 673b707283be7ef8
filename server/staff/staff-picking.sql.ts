/** Statements of pick lists, and of notes and tags of orders. */
import { backdrop } from '@shop/contract/catalog';
import { orderStatus } from '@shop/contract/orders';
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { PICK_STATES } from '@shop/core/orders/picking';
import * as v from 'valibot';
import { STOCK_COLUMN } from '../catalog/catalog.sql.ts';
import { listedLine } from '../catalog/listing/offers.ts';
import { statement } from '../db/database.ts';
import { UNITS_TO_PICK } from '../orders/picking/units-to-pick.sql.ts';

/** SQL condition: order `o` is to be picked, or was packed and has not left the shop. */
const IS_IN_PICKING = `o.status = any('{pending,processing,packed}'::text[])
  and (o.payment_method = '${CASH_ON_DELIVERY}' or o.payment_status in ('paid', 'refund_due', 'refunded'))`;

/** SQL expression: the id of the batch of order `o`, which is its slot. */
const BATCH_ID = `case when o.slot_template_id is null then 'none'
  else o.slot_template_id || '-' || (extract(epoch from o.slot_starts_at) / 60)::bigint end`;

/** SQL condition: order `o` has the delivery method of a parameter, by code or id. */
const hasMethod = (parameter: string) => `(${parameter}::text is null or exists (select from delivery_methods m
  where m.id = o.delivery_method_id and (m.code = ${parameter} or m.id::text = ${parameter})))`;

const orderToPick = v.object({
  id: v.string(),
  order_number: v.string(),
  status: orderStatus,
  batch: v.string(),
  starts_at: v.nullable(v.date()),
  ends_at: v.nullable(v.date()),
  created_at: v.date(),
  delivery_method_en: v.string(),
  delivery_method_zh: v.nullable(v.string()),
  recipient: v.nullable(v.string()),
  phone: v.string(),
  remarks: v.nullable(v.string()),
  if_missing: v.nullable(v.string()),
  /** Lines to pick and their units, each in total and decided. */
  lines: v.number(),
  lines_decided: v.number(),
  items: v.number(),
  items_decided: v.number(),
});
export type OrderToPick = v.InferOutput<typeof orderToPick>;

/**
 * Lists orders to pick and packed ones, the earliest slot first. Values, each or null: day of the slot in Malaysia, id of
 * the batch, delivery method by code or id.
 */
export const ordersToPick = statement(
  'staff.ordersToPick',
  orderToPick,
  `select o.id, o.order_number, o.status, ${BATCH_ID} as batch, o.slot_starts_at as starts_at, o.slot_ends_at as ends_at, o.created_at,
     o.delivery_method_en, o.delivery_method_zh, o.shipping_address ->> 'recipient' as recipient, o.contact_phone as phone,
     o.shipping_remarks as remarks, o.if_missing, counts.*
   from orders o cross join lateral (
     select count(*) as lines, count(k.position) as lines_decided, coalesce(sum(pick.units), 0)::bigint as items,
       coalesce(sum(pick.units) filter (where k.position is not null), 0)::bigint as items_decided
     from order_lines l join products p on p.id = l.product_id
       left join order_picks k on k.order_id = l.order_id and k.position = l.position
       cross join lateral (select ${UNITS_TO_PICK} as units) pick
     where l.order_id = o.id and p.type <> 'voucher' and pick.units > 0
   ) counts
   where ${IS_IN_PICKING}
     and ($1::text is null or to_char(o.slot_starts_at at time zone 'Asia/Kuala_Lumpur', 'YYYY-MM-DD') = $1)
     and ($2::text is null or ${BATCH_ID} = $2) and ${hasMethod('$3')}
   order by o.slot_starts_at nulls last, o.created_at, o.id`,
);

/** Reads the goods to pick of orders $1 with their places in the shop, except sold vouchers and refunded units. */
export const linesToPick = statement(
  'staff.linesToPick',
  v.object({
    order_id: v.string(),
    position: v.number(),
    product_id: v.number(),
    variation_option_id: v.nullable(v.number()),
    slug: v.string(),
    name_en: v.string(),
    name_zh: v.nullable(v.string()),
    variant_en: v.nullable(v.string()),
    variant_zh: v.nullable(v.string()),
    image_hash: v.string(),
    stage: backdrop,
    sku: v.nullable(v.string()),
    barcode: v.nullable(v.string()),
    shelf: v.nullable(v.string()),
    quantity: v.number(),
    if_missing: v.nullable(v.string()),
    picked: v.nullable(v.picklist(PICK_STATES)),
    quantity_delivered: v.nullable(v.number()),
    path: v.array(v.object({ name_en: v.string(), name_zh: v.nullable(v.string()) })),
    parts: v.array(
      v.object({
        name_en: v.string(),
        name_zh: v.nullable(v.string()),
        quantity: v.number(),
        barcode: v.nullable(v.string()),
      }),
    ),
  }),
  `select l.order_id, l.position, l.product_id, l.variation_option_id, l.slug, l.name_en, l.name_zh, l.variant_en, l.variant_zh,
     l.image_hash, l.stage, case when o.id is null then p.sku else o.sku end as sku,
     case when o.id is null then p.barcode else o.barcode end as barcode, p.shelf, pick.units as quantity, l.if_missing,
     k.state as picked, k.quantity as quantity_delivered,
     (with recursive up as (
        select id, parent_id, name_en, name_zh, 1 as height from categories where id = p.category_id
        union all
        select c.id, c.parent_id, c.name_en, c.name_zh, up.height + 1 from up join categories c on c.id = up.parent_id
        where up.height < 20
      )
      select coalesce(jsonb_agg(jsonb_build_object('name_en', name_en, 'name_zh', name_zh) order by height desc), '[]')
      from up) as path,
     (select coalesce(jsonb_agg(jsonb_build_object('name_en', part.name_en, 'name_zh', part.name_zh, 'quantity', b.quantity,
        'barcode', coalesce(po.barcode, part.barcode)) order by b.position), '[]')
      from bundle_items b join products part on part.id = b.product_id
        left join variation_options po on po.id = b.variation_option_id
      where b.bundle_id = l.product_id) as parts
   from order_lines l join products p on p.id = l.product_id
     left join variation_options o on o.id = l.variation_option_id
     left join order_picks k on k.order_id = l.order_id and k.position = l.position
     cross join lateral (select ${UNITS_TO_PICK} as units) pick
   where l.order_id = any($1::uuid[]) and p.type <> 'voucher' and pick.units > 0`,
);

/** Reads the numbers of orders $1 within their slots. An order that was not numbered yet, or without a slot, has none. */
export const bagNumbers = statement(
  'staff.bagNumbers',
  v.object({ id: v.string(), bag: v.number() }),
  `select o.id, b.bag from orders o join order_bags b
     on b.order_id = o.id and b.slot_template_id = o.slot_template_id and b.slot_starts_at = o.slot_starts_at
   where o.id = any($1::uuid[])`,
);

/**
 * Numbers the orders of the slots of orders $1 that have no number, after those that have one, in the order in which
 * they were placed. Another call that numbers the same slot at the same time wins.
 */
export const insertBagNumbers = statement(
  'staff.numberBags',
  v.object({}),
  `with slots as (
     select distinct slot_template_id, slot_starts_at from orders where id = any($1::uuid[]) and slot_template_id is not null
   )
   insert into order_bags (order_id, slot_template_id, slot_starts_at, bag)
   select o.id, o.slot_template_id, o.slot_starts_at,
     row_number() over (partition by o.slot_template_id, o.slot_starts_at order by o.id) + (
       select coalesce(max(n.bag), 0) from order_bags n
       where n.slot_template_id = o.slot_template_id and n.slot_starts_at = o.slot_starts_at)
   from slots join orders o on o.slot_template_id = slots.slot_template_id and o.slot_starts_at = slots.slot_starts_at
     left join order_bags b
       on b.order_id = o.id and b.slot_template_id = o.slot_template_id and b.slot_starts_at = o.slot_starts_at
   where b.order_id is null
   order by o.slot_template_id, o.slot_starts_at, o.id
   on conflict do nothing`,
);

/** Reads the line of order $1 at $2 that is to be replaced: its goods, name, category, brand, and price after discounts in sen. */
export const lineToReplace = statement(
  'staff.lineToReplace',
  v.object({
    product_id: v.number(),
    variation_option_id: v.nullable(v.number()),
    name_en: v.string(),
    category_id: v.number(),
    brand_id: v.nullable(v.number()),
    quantity: v.number(),
    paid: v.number(),
  }),
  `select l.product_id, l.variation_option_id, p.name_en, p.category_id, p.brand_id,
     l.quantity,
     l.price_total - l.discount - l.voucher_discount as paid
   from order_lines l join products p on p.id = l.product_id
   where l.order_id = $1 and l.position = $2 and p.type <> 'voucher'`,
);

/** Reads the listed goods of products $1, each option by itself, with codes and places, in the order of the ids. */
export const goodsOfProducts = statement(
  'staff.goodsOfProducts',
  v.object({
    ...listedLine.entries,
    category_id: v.number(),
    brand_id: v.nullable(v.number()),
    sku: v.nullable(v.string()),
    barcode: v.nullable(v.string()),
    shelf: v.nullable(v.string()),
  }),
  `select l.product_id, o.id as variation_option_id, l.doc, ${STOCK_COLUMN}, p.category_id, p.brand_id,
     case when o.id is null then p.sku else o.sku end as sku,
     case when o.id is null then p.barcode else o.barcode end as barcode, p.shelf
   from unnest($1::bigint[]) with ordinality as page (product_id, place)
     join product_listing l on l.product_id = page.product_id
     join products p on p.id = l.product_id
     left join variation_options o on o.product_id = p.id and p.type = 'variable' and o.is_active
   order by page.place, o.position`,
);

/** Reads the notes of orders $1, oldest first. */
export const notesOfOrders = statement(
  'staff.notesOfOrders',
  v.object({ order_id: v.string(), id: v.string(), text: v.string(), at: v.date(), by: v.string() }),
  `select order_id, id, text, at, written_by as by from order_notes where order_id = any($1::uuid[]) order by id`,
);

/** Adds note $2 with text $3 at $4 by $5 to order $1, unless it has $6 notes. */
export const insertNote = statement(
  'staff.insertOrderNote',
  v.object({ id: v.string() }),
  `insert into order_notes (id, order_id, text, at, written_by)
   select $2::uuid, $1::uuid, $3, $4::timestamptz, $5 where (select count(*) from order_notes where order_id = $1) < $6
   returning id`,
);

/** Removes note $2 of order $1 if $3 wrote it. */
export const deleteNote = statement(
  'staff.deleteOrderNote',
  v.object({ id: v.string() }),
  'delete from order_notes where order_id = $1 and id = $2 and written_by = $3 returning id',
);

/** Counts the tags of the latest $1 tagged orders, the most frequent $2. */
export const tagsInUse = statement(
  'staff.tagsInUse',
  v.object({ tag: v.string(), orders: v.number() }),
  `select tag, count(*)::int as orders
   from (select tags from orders where tags is not null order by id desc limit $1) latest, unnest(latest.tags) tag
   group by tag order by count(*) desc, tag limit $2`,
);

/** Reads the tags of orders $1. */
export const tagsOfOrders = statement(
  'staff.tagsOfOrders',
  v.object({ id: v.string(), tags: v.array(v.string()) }),
  `select id, tags from orders where id = any($1::uuid[]) and tags is not null`,
);

/** Writes tags $2 of order $1; none is null, as the index of tagged orders expects. */
export const writeTags = statement(
  'staff.writeOrderTags',
  v.object({}),
  'update orders set tags = nullif($2::text[], array[]::text[]) where id = $1',
);
