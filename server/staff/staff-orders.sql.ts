/** Statements of the staff's list of orders. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';

/** SQL condition: a text contains one of the texts of a parameter. */
const containsAny = (text: string, parameter: string) =>
  `exists (select from unnest(${parameter}::text[]) t where position(lower(t) in lower(${text})) > 0)`;

/** SQL condition: the name of an order's recipient or customer contains one of the texts of a parameter. */
const hasName = (parameter: string) => `(${containsAny("o.shipping_address ->> 'recipient'", parameter)}
  or ${containsAny('(select c.name from customers c where c.id = o.customer_id)', parameter)})`;

/** SQL for the orders that match the values of `staffOrders`. */
const FOUND = `
  select o.* from orders o
  where ($1::text[] is null or o.status = any($1)) and ($2::text[] is null or o.payment_status = any($2))
    and ($3::text[] is null or o.order_number = any($3))
    and ($4::text[] is null or o.contact_email = any($4) or o.contact_phone = any($4))
    and ($5::text[] is null or ${hasName('$5')})
    and ($6::text[] is null or o.payment_method = any($6))
    and ($7::text[] is null or exists (select from delivery_methods m
      where m.id = o.delivery_method_id and (m.code = any($7) or m.id::text = any($7))))
    and ($8::text[] is null
      or o.slot_template_id || '-' || (extract(epoch from o.slot_starts_at) / 60)::bigint = any($8))
    and ($9::text[] is null or to_char(o.slot_starts_at at time zone 'Asia/Kuala_Lumpur', 'YYYY-MM-DD') = any($9))
    and ($10::text[] is null or o.order_number = any($10) or o.contact_email = any($11) or o.contact_phone = any($11)
      or ${hasName('$12')})
    and ($13::text[] is null or o.type = any($13))`;

const page = v.object({ total: v.number(), ids: v.array(v.string()) });

/**
 * Finds a page of all orders, newest first, and the total. Values, each an array of texts to match or null: statuses,
 * payment statuses, numbers, contacts, names, payment methods, delivery methods by code or id, slots by id, days of
 * the slot; numbers, contacts and names of free text; types; limit, offset.
 */
export const staffOrders = statement(
  'staff.orders',
  page,
  `with found as (select id, created_at from (${FOUND}) o)
   select (select count(*) from found) as total,
     array(select id from found order by created_at desc, id desc limit $14 offset $15) as ids`,
);

/**
 * Finds the page of `staffOrders`, sorted by $16: JSON ({ column, direction }). Orders without a slot come last, equal
 * orders newest first.
 */
export const sortedStaffOrders = statement(
  'staff.sortedOrders',
  page,
  `with payments as (
     select array_agg(code order by code) as codes from payment_methods
   ), methods as (
     select array_agg(id order by position, id) as ids from delivery_methods
   ), found as (
     select o.id, o.created_at, array(
       select case s.column
           when 'created_at' then extract(epoch from o.created_at)
           when 'payment_method' then array_position(payments.codes, o.payment_method)
           when 'payment_status' then array_position('{unpaid,failed,paid,refund_due,refunded}'::text[], o.payment_status)
           when 'delivery_method' then array_position(methods.ids, o.delivery_method_id)
           else extract(epoch from o.slot_starts_at) end
         * case s.direction when 'desc' then -1 else 1 end
       from jsonb_to_recordset($16::jsonb) s ("column" text, direction text)) as sorting
     from (${FOUND}) o cross join payments cross join methods
   )
   select (select count(*) from found) as total,
     array(select id from found order by sorting, created_at desc, id desc limit $14 offset $15) as ids`,
);

/** Reads SKU, barcode, shelf and category path, from the root on, of the lines of orders $1, as they are today. */
export const codesOfLines = statement(
  'staff.codesOfLines',
  v.object({
    order_id: v.string(),
    position: v.number(),
    sku: v.nullable(v.string()),
    barcode: v.nullable(v.string()),
    shelf: v.nullable(v.string()),
    path: v.array(v.object({ name_en: v.string(), name_zh: v.nullable(v.string()) })),
  }),
  `select l.order_id, l.position, case when o.id is null then p.sku else o.sku end as sku,
     case when o.id is null then p.barcode else o.barcode end as barcode, p.shelf,
     (with recursive up as (
        select id, parent_id, name_en, name_zh, 1 as height from categories where id = p.category_id
        union all
        select c.id, c.parent_id, c.name_en, c.name_zh, up.height + 1 from up join categories c on c.id = up.parent_id
        where up.height < 20
      )
      select coalesce(jsonb_agg(jsonb_build_object('name_en', name_en, 'name_zh', name_zh) order by height desc), '[]')
      from up) as path
   from order_lines l join products p on p.id = l.product_id
     left join variation_options o on o.id = l.variation_option_id
   where l.order_id = any($1::uuid[])`,
);
