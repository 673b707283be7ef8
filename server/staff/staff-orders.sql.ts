/** Statements of the staff's list of orders. */
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '@shop/core/orders/status';
import * as v from 'valibot';
import { statement } from '../db/database.ts';
import { MAX_COUNTED, MAX_SORTED } from '../lists/list-page.ts';

/** SQL condition: a text contains one of the texts of a parameter. */
const containsAny = (text: string, parameter: string) =>
  `exists (select from unnest(${parameter}::text[]) t where position(lower(t) in lower(${text})) > 0)`;

/** SQL condition: the name of an order's recipient or customer contains one of the texts of a parameter. */
const hasName = (parameter: string) => `(${containsAny("o.shipping_address ->> 'recipient'", parameter)}
  or ${containsAny('(select c.name from customers c where c.id = o.customer_id)', parameter)})`;

/** SQL condition: an order is paid, or paid on delivery. */
export const IS_READY = `(o.payment_method = '${CASH_ON_DELIVERY}'
  or o.payment_status in ('paid', 'refund_due', 'refunded'))`;

/**
 * SQL expression: the time from which an open order is late (docs/readings.md#97): the start of its slot until it is
 * packed, then the end; without a slot, two days after it was placed.
 */
export const DUE_AT = `coalesce(case when o.status in ('packed', 'delivery') then o.slot_ends_at else o.slot_starts_at end,
  o.created_at + interval '2 days')`;

/** SQL condition: an order is open; in the words of the index of open orders. */
export const IS_OPEN = "o.status in ('pending', 'processing', 'packed', 'delivery')";

/** SQL condition: an unpaid online order expires at a time or before. */
export const expiresBy = (time: string): string => `o.status = 'pending' and o.payment_status in ('unpaid', 'failed')
  and o.payment_method <> '${CASH_ON_DELIVERY}' and o.created_at + o.hold_minutes * interval '1 minute' <= ${time}`;

/** The columns of `orders` by which a list sorts. */
const SORTED_COLUMNS = 'o.id, o.created_at, o.payment_method, o.payment_status, o.delivery_method_id, o.slot_starts_at';

const arrayLiteral = (values: readonly string[]) => `'{${values.join()}}'::text[]`;

/**
 * SQL conditions of the index of listed orders. Each column has its possible values in place of null, so that the index
 * is read at the matching entries alone, however many orders there are.
 */
const LISTED_CONDITIONS = `o.type = any(coalesce($5::text[], '{delivery}')) and o.status = any(coalesce($1::text[], ${arrayLiteral(ORDER_STATUSES)}))
    and o.payment_status = any(coalesce($2::text[], ${arrayLiteral(PAYMENT_STATUSES)}))
    and ($3::text[] is null or o.payment_method = any($3))
    and ($4::text[] is null or o.delivery_method_id = any(array(
      select m.id from delivery_methods m where m.code = any($4) or m.id::text = any($4))))`;

const orderPage = v.object({ total: v.number(), ids: v.array(v.string()) });

/**
 * SQL query: all orders, read newest first until enough match; `offset 0` keeps the planner from sorting the matches.
 */
const NEWEST_ORDERS = '(select * from orders order by created_at desc, id desc offset 0)';

/**
 * Builds the SQL of the orders that match `LISTED_CONDITIONS` alone: all from their index, or the newest `wanted`, read
 * newest first, if there are more than `MAX_COUNTED`. Where so many match, few have to be read until the page is full.
 */
const buildListedMatches = (wanted: string) => `counted as materialized (
     select count(*) as n from (select from orders o where ${LISTED_CONDITIONS} limit ${MAX_COUNTED + 1}) c
   ), matches as materialized (
     select ${SORTED_COLUMNS} from orders o where (select n from counted) <= ${MAX_COUNTED} and ${LISTED_CONDITIONS}
     union all
     (select ${SORTED_COLUMNS} from ${NEWEST_ORDERS} o where (select n from counted) > ${MAX_COUNTED} and ${LISTED_CONDITIONS}
      order by o.created_at desc, o.id desc limit least(${wanted}, ${MAX_COUNTED}))
   )`;

/**
 * Finds a page of all orders, newest first, and their number, at most `MAX_COUNTED`. Values, each an array of texts to
 * match or null: statuses, payment statuses, payment methods, delivery methods by code or id, types; limit, offset.
 */
export const staffOrders = statement(
  'staff.orders',
  orderPage,
  `with ${buildListedMatches('$6::bigint + $7::bigint')}
   select least((select n from counted), ${MAX_COUNTED}) as total,
     array(select id from matches order by created_at desc, id desc limit $6 offset $7) as ids`,
);

/** Builds an SQL query: the ids of orders whose recipient or customer has a part of a name. */
const selectByName = (parameter: string) => `
  select o.id from unnest(${parameter}::text[]) t cross join lateral (
    select id from orders where grams(shipping_address ->> 'recipient') @> grams(t)
    union all
    select orders.id from customers c join orders on orders.customer_id = c.id
    where c.status = 'active' and grams(c.name) @> grams(t)) o`;

/**
 * Builds an SQL query: the ids of products with a name that contains one of the texts of a parameter, or with such a
 * SKU or barcode. Without a text it reads no product.
 */
const selectProductsByText = (parameter: string) => `
  select p.id from products p where cardinality(${parameter}::text[]) > 0 and exists (select from unnest(${parameter}::text[]) t
    where position(lower(t) in lower(p.name_en)) > 0 or position(t in p.name_zh) > 0 or lower(p.sku) = lower(t))
  union all
  select product_id from variation_options
  where sku = any(${parameter}::text[]) or barcode = any(${parameter}::text[])
  union all select id from products where barcode = any(${parameter}::text[])`;

/** Builds an SQL query: the ids of orders from id `since` on with a product of `selectProductsByText`. */
const selectByItem = (parameter: string, since: string) => `
  select l.order_id as id from order_lines l
  where l.product_id = any(array(${selectProductsByText(parameter)})) and l.order_id >= ${since}::uuid`;

/** The kind of search value whose index gives the candidates: the one that the fewest orders match. */
export type OrderSource =
  | 'id'
  | 'number'
  | 'contact'
  | 'slot'
  | 'open'
  | 'text'
  | 'tag'
  | 'item'
  | 'day'
  | 'name'
  | 'placed';

const buildCandidates = (source: OrderSource, sql: string) => `select id from (${sql}) c where $27::text = '${source}'`;

const CONDITIONS = `${LISTED_CONDITIONS} and ($6::uuid[] is null or o.id = any($6)) and ($7::text[] is null or o.order_number = any($7))
       and ($8::text[] is null or o.contact_email = any($8) or o.contact_phone = any($8))
       and ($9::text[] is null or ${hasName('$9')})
       and ($10::text[] is null or o.id in (${selectByItem('$10', '$19')}))
       and ($11::text[] is null or to_char(o.slot_starts_at at time zone 'Asia/Kuala_Lumpur', 'YYYY-MM-DD') = any($11))
       and ($12::text[] is null
         or o.slot_template_id || '-' || (extract(epoch from o.slot_starts_at) / 60)::bigint = any($12))
       and ($13::text[] is null or o.order_number = any($13) or o.contact_email = any($14)
         or o.contact_phone = any($14) or ${hasName('$15')} or o.id in (${selectByItem('$15', '$19')}))
       and (not $16::boolean or ${IS_OPEN} and ${IS_READY})
       and (not $17::boolean or ${IS_OPEN} and ${IS_READY} and ${DUE_AT} <= $20)
       and (not $18::boolean or ${expiresBy('$21')})
       and ($22::timestamptz is null or o.created_at >= $22) and ($23::timestamptz is null or o.created_at < $23)
       and ($24::text is null or o.tags @> array[$24])`;

/**
 * Builds the SQL of the orders that match the values of `foundStaffOrders`. The candidates come from the index of one
 * kind of values ($27), and the conditions require all; each candidate is read by its id, since a join would read all
 * orders. If there are more than `MAX_COUNTED`, orders are read newest first instead until there are `wanted` matches,
 * and `is_all` is false.
 */
const buildFoundMatches = (wanted: string) => `candidates as materialized (
     select id from (
       ${buildCandidates('id', 'select unnest($6::uuid[]) as id')}
       union all ${buildCandidates('number', 'select id from orders where order_number = any($7::text[])')}
       union all ${buildCandidates('contact', 'select id from orders where contact_email = any($8::text[])')}
       union all ${buildCandidates('contact', 'select id from orders where contact_phone = any($8::text[])')}
       union all ${buildCandidates('name', selectByName('$9'))}
       union all ${buildCandidates('item', selectByItem('$10', '$19'))}
       union all ${buildCandidates(
         'day',
         `select o.id from unnest($11::text[]) d join orders o
            on o.slot_starts_at >= (d || 'T00:00:00+08')::timestamptz
              and o.slot_starts_at < (d || 'T00:00:00+08')::timestamptz + interval '1 day'`,
       )}
       union all ${buildCandidates(
         'slot',
         `select o.id from unnest($12::text[]) s join orders o
            on o.slot_starts_at = to_timestamp(split_part(s, '-', 2)::bigint * 60)
              and o.slot_template_id = split_part(s, '-', 1)::bigint`,
       )}
       union all ${buildCandidates('text', 'select id from orders where order_number = any($13::text[])')}
       union all ${buildCandidates('text', 'select id from orders where contact_email = any($14::text[])')}
       union all ${buildCandidates('text', 'select id from orders where contact_phone = any($14::text[])')}
       union all ${buildCandidates('text', selectByName('$15'))}
       union all ${buildCandidates('text', selectByItem('$15', '$19'))}
       union all ${buildCandidates('tag', 'select id from orders where tags @> array[$24::text]')}
       union all ${buildCandidates(
         'placed',
         `select id from orders where created_at >= coalesce($22::timestamptz, '-infinity')
            and created_at < coalesce($23::timestamptz, 'infinity')`,
       )}
       union all ${buildCandidates('open', `select o.id from orders o where ${IS_OPEN}`)}
     ) c limit ${MAX_COUNTED + 1}
   ), few as materialized (select count(*) <= ${MAX_COUNTED} as is_all from candidates),
   matches as materialized (
     select ${SORTED_COLUMNS} from (select distinct id from candidates where (select is_all from few)) c
       cross join lateral (select * from orders where id = c.id offset 0) o
     where ${CONDITIONS}
     union all
     (select ${SORTED_COLUMNS} from ${NEWEST_ORDERS} o where not (select is_all from few) and ${CONDITIONS}
      order by o.created_at desc, o.id desc limit least(${wanted}, ${MAX_COUNTED}))
   )`;

/**
 * Finds a page of the orders that match every value that is not null, newest first, and their number. Values: those of
 * `staffOrders`; ids; numbers; contacts; names; items; days of the slot; slots by id; of free text, which matches by any
 * of them, its numbers, contacts, and names or items; whether only ready orders, late ones, ones that expire; the first
 * id of orders by item, now, the time of expiry; from when and until when they were placed; a tag; limit, offset; the
 * source of candidates. If there are more matches than were read, the number is `MAX_COUNTED`.
 */
export const foundStaffOrders = statement(
  'staff.foundOrders',
  orderPage,
  `with ${buildFoundMatches('$25::bigint + $26::bigint + 1')}
   select case when (select is_all from few) or count(*) <= $25::bigint + $26::bigint then count(*) else ${MAX_COUNTED} end as total,
     array(select id from matches order by created_at desc, id desc limit $25 offset $26) as ids from matches`,
);

/** Builds SQL that sorts `matches` by a parameter with JSON ({ column, direction }), then newest first. */
const sortedPageSql = (sorts: string) => `payments as (
     select array_agg(code order by code) as codes from payment_methods
   ), methods as (
     select array_agg(id order by position, id) as ids from delivery_methods
   ), ordered as (
     select o.id, o.created_at, array(
       select case s.column
           when 'created_at' then extract(epoch from o.created_at)
           when 'payment_method' then array_position(payments.codes, o.payment_method)
           when 'payment_status' then array_position(${arrayLiteral(PAYMENT_STATUSES)}, o.payment_status)
           when 'delivery_method' then array_position(methods.ids, o.delivery_method_id)
           else extract(epoch from o.slot_starts_at) end
         * case s.direction when 'desc' then -1 else 1 end
       from jsonb_to_recordset(${sorts}::jsonb) s ("column" text, direction text)) as sorting
     from matches o cross join payments cross join methods
   )`;

/** Finds the page of `foundStaffOrders`, sorted by $28. Orders without a slot come last. */
export const sortedFoundOrders = statement(
  'staff.sortedFoundOrders',
  orderPage,
  `with ${buildFoundMatches(String(MAX_SORTED))}, ${sortedPageSql('$28')}
   select (select count(*) from ordered) as total,
     array(select id from ordered order by sorting, created_at desc, id desc limit $25 offset $26) as ids`,
);

/** Finds the page of `staffOrders`, sorted by $8. Orders without a slot come last. */
export const sortedStaffOrders = statement(
  'staff.sortedOrders',
  orderPage,
  `with ${buildListedMatches(String(MAX_SORTED))}, ${sortedPageSql('$8')}
   select (select count(*) from ordered) as total,
     array(select id from ordered order by sorting, created_at desc, id desc limit $6 offset $7) as ids`,
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
