/** Statements of orders. Placing an order takes two, for any number of lines. */

import { address } from '@shop/contract/addresses';
import { backdrop } from '@shop/contract/catalog';
import { orderStatus, paymentStatus } from '@shop/contract/orders';
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { CANCELLATION_STATES } from '@shop/core/orders/cancellation';
import { IF_MISSING, PICK_STATES } from '@shop/core/orders/picking';
import { ORDER_TYPES } from '@shop/core/orders/status';
import { REFUND_STATES } from '@shop/core/payments/refund-state';
import * as v from 'valibot';
import { lockingStatement, statement } from '../db/database.ts';
import { takePlace } from '../delivery/delivery.sql.ts';
import { orderPromotion } from '../promotions/promotions.sql.ts';
import { selectItemsBeforePacking } from './picking/units-to-pick.sql.ts';

const orderLine = v.object({
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
  quantity: v.number(),
  /** In sen: regular unit price, paid unit price, and line total. */
  price: v.number(),
  final_price: v.number(),
  price_total: v.number(),
  /** Its share of promotions and coupon. */
  discount: v.number(),
  /** Its share of the voucher. */
  voucher_discount: v.number(),
  /** The shopper's own choice for missing units of it. */
  if_missing: v.nullable(v.picklist(IF_MISSING)),
});
export type OrderLine = v.InferOutput<typeof orderLine>;

/** The columns of `orders`, as placing writes them and queries return them. Money in sen. */
const order = v.object({
  id: v.string(),
  order_number: v.string(),
  type: v.picklist(ORDER_TYPES),
  cart_id: v.string(),
  cart_version: v.number(),
  guest_token_hash: v.nullable(v.string()),
  /** Customer id; null for a guest's order. */
  customer_id: v.nullable(v.string()),
  status: orderStatus,
  payment_status: paymentStatus,
  payment_method: v.string(),
  lang: v.picklist(['en', 'zh']),
  currency: v.string(),
  contact_email: v.string(),
  contact_phone: v.string(),
  /** Whether the phone, or the customer's own phone, was proven when the order was placed. */
  is_proven: v.boolean(),
  /** Keyed hashes; null once the order no longer counts by them. */
  address_hash: v.nullable(v.string()),
  network_hash: v.nullable(v.string()),
  /** The confirmation mail, named by the id of its first order, and its time; null without a mail. */
  confirmation_id: v.nullable(v.string()),
  confirm_at: v.nullable(v.date()),
  shipping_address: address,
  billing_address: address,
  delivery_method_id: v.number(),
  delivery_method_en: v.string(),
  delivery_method_zh: v.nullable(v.string()),
  slot_template_id: v.nullable(v.number()),
  slot_starts_at: v.nullable(v.date()),
  slot_ends_at: v.nullable(v.date()),
  /** Items that the order takes of its slot's limits; 0 without a slot. */
  slot_items: v.number(),
  slot_bulky: v.number(),
  shipping_remarks: v.nullable(v.string()),
  leave_at_door: v.boolean(),
  if_missing: v.nullable(v.picklist(IF_MISSING)),
  items_total: v.number(),
  discount: v.number(),
  coupon_discount: v.number(),
  coupon_code: v.nullable(v.string()),
  promotions: v.array(orderPromotion),
  delivery_fee: v.number(),
  bag_fee: v.number(),
  tip: v.number(),
  /** Amounts paid by voucher, points and coins, in sen. */
  voucher: v.number(),
  points: v.number(),
  coins: v.number(),
  points_used: v.number(),
  /**
   * Points to earn, the sen that earn them, hundredths of a point per ringgit, and hundredths by which these are
   * multiplied.
   */
  earn_points: v.number(),
  earn_basis: v.number(),
  earn_rate: v.number(),
  earn_times: v.number(),
  rounding: v.number(),
  grand_total: v.number(),
  /** Sen of missing goods that the driver does not collect. */
  undelivered: v.nullable(v.number()),
  /** Minutes for which it holds its stock while it waits for an online payment. */
  hold_minutes: v.number(),
  unpaid_mail_at: v.nullable(v.date()),
  created_at: v.date(),
  updated_at: v.date(),
});

const names = { name_en: v.string(), name_zh: v.nullable(v.string()) };

/** A picked line, as a note describes it. */
const lineNote = v.object({
  ...names,
  ordered: v.number(),
  quantity: v.number(),
  replacement: v.optional(v.nullable(v.object({ ...names, quantity: v.number() }))),
});

/** A decided line. Money in sen. */
const orderPick = v.object({
  position: v.number(),
  state: v.picklist(PICK_STATES),
  /** Units of the ordered goods that are delivered, and units that were replaced. */
  quantity: v.number(),
  replaced: v.number(),
  replacement: v.nullable(
    v.object({
      ...names,
      product_id: v.number(),
      variation_option_id: v.nullable(v.number()),
      slug: v.string(),
      variant_en: v.nullable(v.string()),
      variant_zh: v.nullable(v.string()),
      image_hash: v.string(),
      stage: backdrop,
      quantity: v.number(),
      price_total: v.number(),
    }),
  ),
  /** The amount by which the line costs less, and the part of it that is refunded in money. */
  value: v.number(),
  refunded: v.number(),
});
export type OrderPick = v.InferOutput<typeof orderPick>;

/** A note as `order_history` stores it. */
const orderNote = v.variant('note_code', [
  v.object({ note_code: v.null(), note_params: v.null() }),
  v.object({ note_code: v.picklist(['order_note.returned', 'order_note.cash']), note_params: v.null() }),
  v.object({ note_code: v.literal('order_note.unpaid'), note_params: v.object({ minutes: v.number() }) }),
  v.object({
    note_code: v.picklist([
      'order_note.delivery_again',
      'order_note.delivery_failed',
      'order_note.address_changed',
      'order_note.refund_withdrawn',
    ]),
    note_params: v.object({ reason: v.string() }),
  }),
  v.object({
    note_code: v.picklist(['order_note.line_short', 'order_note.line_replaced', 'order_note.line_undone']),
    note_params: lineNote,
  }),
  v.object({
    note_code: v.picklist([
      'order_note.delivery_moved',
      'order_note.slot_changed',
      'order_note.slot_and_address_changed',
    ]),
    note_params: v.object({ reason: v.string(), starts_at: v.string(), ends_at: v.string() }),
  }),
]);

const historyEntry = v.object({
  status: orderStatus,
  payment_status: paymentStatus,
  note: v.nullable(v.string()),
  /** ISO 8601. */
  at: v.string(),
  /** `shopper`, `shop` (a job), `driver` with a name, or the email of staff. */
  changed_by: v.string(),
});

const orderRow = v.object({
  ...order.entries,
  payment_method_en: v.string(),
  payment_method_zh: v.nullable(v.string()),
  /** The bank or wallet of its last payment attempt. */
  payment_id: v.nullable(v.string()),
  /** Whether the shop offers cash on delivery. */
  is_cash_offered: v.boolean(),
  /** Names of the addresses' states, by ISO code. */
  states: v.record(v.string(), v.object({ en: v.string(), zh: v.nullable(v.string()) })),
  lines: v.array(orderLine),
  /** Oldest first. */
  history: v.array(v.intersect([historyEntry, orderNote])),
  /**
   * Oldest first; `created_at` is ISO 8601. A refund whose money was requested again in another refund lists only its
   * coins and points; a withdrawn one is not listed.
   */
  refunds: v.array(
    v.object({
      id: v.string(),
      amount: v.number(),
      coins: v.number(),
      points: v.number(),
      state: v.picklist(REFUND_STATES),
      created_at: v.string(),
      /** ISO 8601; null before it is settled. */
      refunded_at: v.nullable(v.string()),
    }),
  ),
  /** State of the newest request to cancel it. */
  cancellation_state: v.nullable(v.picklist(CANCELLATION_STATES)),
  picks: v.array(orderPick),
  /** Units of lines that were refunded before it was packed. */
  refunded_items: v.array(v.object({ position: v.number(), quantity: v.number() })),
  /** Coins and points that its cancellation returned. */
  returned: v.object({ coins: v.number(), points: v.number() }),
});

export type OrderRow = v.InferOutput<typeof orderRow>;

const SELECT_ORDER = `
  select o.*, pm.name_en as payment_method_en, pm.name_zh as payment_method_zh,
    (select a.channel from payment_attempts a where a.order_id = o.id order by a.id desc limit 1) as payment_id,
    exists (select from payment_methods where code = '${CASH_ON_DELIVERY}' and is_active) as is_cash_offered,
    (select coalesce(jsonb_object_agg(s.id, jsonb_build_object('en', s.name_en, 'zh', s.name_zh)), '{}') from states s
      where s.id in (o.shipping_address ->> 'state_id', o.billing_address ->> 'state_id')) as states,
    (select jsonb_agg(to_jsonb(l) - 'order_id' order by l.position) from order_lines l where l.order_id = o.id) as lines,
    (select jsonb_agg(jsonb_build_object('status', h.status, 'payment_status', h.payment_status, 'note', h.note,
      'note_code', h.note_code, 'note_params', h.note_params, 'at', h.at, 'changed_by', h.changed_by) order by h.id) from order_history h where h.order_id = o.id) as history,
    (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amount', case when r.replaced_by is null then r.amount else 0 end,
      'coins', r.coins, 'points', r.points, 'state', case when r.replaced_by is null then r.state else 'settled' end,
      'created_at', r.created_at, 'refunded_at', case when r.state = 'settled' then r.updated_at end) order by r.id), '[]') from refunds r
      where r.order_id = o.id and r.state <> 'withdrawn' and (r.amount > 0 or r.coins > 0 or r.points > 0) and (r.replaced_by is null or r.coins > 0 or r.points > 0)) as refunds,
    (select coalesce(jsonb_agg(jsonb_build_object('position', k.position, 'state', k.state, 'quantity', k.quantity,
      'replaced', k.replaced, 'replacement', k.replacement, 'value', k.value, 'refunded', k.refunded) order by k.position), '[]')
      from order_picks k where k.order_id = o.id) as picks,
    (select coalesce(jsonb_agg(item), '[]') ${selectItemsBeforePacking('o.id')}) as refunded_items,
    (select c.state from order_cancellations c where c.order_id = o.id order by c.id desc limit 1) as cancellation_state,
    (select jsonb_build_object('coins', coalesce(sum(e.amount) filter (where e.kind = 'store_credit'), 0),
      'points', coalesce(sum(e.amount) filter (where e.kind = 'point'), 0)) from wallet_entries e
      where e.order_id = o.id and e.action = 'return' and e.source = 'order:' || o.id) as returned
  from orders o join payment_methods pm on pm.code = o.payment_method`;

export const orderOfCart = statement(
  'orders.ofCart',
  orderRow,
  `${SELECT_ORDER} where o.cart_id = $1 and o.cart_version = $2`,
);

export const orderByNumber = statement('orders.byNumber', orderRow, `${SELECT_ORDER} where o.order_number = $1`);

/** Finds a customer's order. Values: customer, id. */
export const orderOfCustomer = statement(
  'orders.ofCustomer',
  orderRow,
  `${SELECT_ORDER} where o.customer_id = $1 and o.id = $2`,
);

/** Counts a customer's orders by status. */
export const countsByStatus = statement(
  'orders.countsByStatus',
  v.object({ status: orderStatus, count: v.number() }),
  'select status, count(*)::int as count from orders where customer_id = $1 group by status',
);

/** Reads full orders, sorted by their position in the ids $1. */
export const ordersById = statement(
  'orders.byIds',
  orderRow,
  `${SELECT_ORDER} join unnest($1::uuid[]) with ordinality as cut (id, place) on cut.id = o.id order by cut.place`,
);

/** Reads full orders confirmed by mails $1, oldest first. */
export const ordersOfConfirmations = statement(
  'orders.ofConfirmations',
  orderRow,
  `${SELECT_ORDER} where o.confirmation_id = any($1::uuid[]) order by o.created_at, o.id`,
);

/** SQL condition: a text of an order matches a term `t`. */
const matchesTermSql = (text: string) => `case t.condition
  when 'like' then position(lower(t.value) in lower(${text})) > 0
  when 'in' then lower(${text}) = any (select lower(trim(part)) from unnest(string_to_array(t.value, ',')) part)
  else lower(${text}) = lower(t.value) end`;

/** SQL condition: a line's name, in either language, matches a term `t`. */
const HAS_PRODUCT = `exists (select from order_lines l where l.order_id = o.id
  and (${matchesTermSql('l.name_en')} or ${matchesTermSql("coalesce(l.name_zh, '')")}))`;

/**
 * Finds a page of a customer's order ids and the total count. Values: customer, terms as JSON ({ field, condition,
 * value }; an unknown field is free text), whether all terms must match, an additional required text or null, sorts as
 * JSON ({ column, direction }), limit, offset. Sorts equal orders, and all without sorts, by newest first.
 */
export const customerOrders = statement(
  'orders.list',
  v.object({ total: v.number(), ids: v.array(v.string()) }),
  `with terms as (
     select field, condition, value from jsonb_to_recordset($2::jsonb) t (field text, condition text, value text)
     union all select 'keyword', 'like', $4::text where $4::text is not null
   ), judged as (
     select o.id, o.created_at, o.grand_total, t.field, case t.field
       when 'order_number' then ${matchesTermSql('o.order_number')}
       when 'status' then ${matchesTermSql('o.status')}
       when 'status.slug' then ${matchesTermSql('o.status')}
       when 'payment_status' then ${matchesTermSql('o.payment_status')}
       when 'type' then ${matchesTermSql('o.type')}
       when 'name' then ${HAS_PRODUCT}
       else ${matchesTermSql('o.order_number')} or ${HAS_PRODUCT} or lower(t.value) = o.status end as is_match
     from orders o left join terms t on true where o.customer_id = $1
   ), found as (
     select id, array(
       select case s.column when 'grand_total' then grand_total else extract(epoch from created_at) end
         * case s.direction when 'desc' then -1 else 1 end
       from jsonb_to_recordset($5::jsonb) s ("column" text, direction text)) as sorting, created_at
     from judged group by id, created_at, grand_total
     having coalesce(bool_and(is_match) filter (where field = 'keyword'), true)
       and coalesce(case when $3 then bool_and(is_match) filter (where field is distinct from 'keyword')
         else bool_or(is_match) filter (where field is distinct from 'keyword') end, true)
   )
   select (select count(*) from found) as total,
     array(select id from found order by sorting, created_at desc, id desc limit $6 offset $7) as ids`,
);

/**
 * Takes $2 pieces from stock rows $1, locking them in id order, and returns the rows that had enough. Fewer rows than
 * requested mean that the order is impossible. (`update … from unnest` alone would lock in plan order, so two orders
 * could deadlock.) Records the change of stock of the products and of bundles that contain them, which the next poll of
 * the change feed reads: a poll after every order would cost as much as a call. `is_low`: the product or one of these
 * bundles may be out of stock now.
 */
export const takeStock = lockingStatement(
  'stock',
  'orders.takeStock',
  v.object({ inventory_id: v.number(), product_id: v.number(), is_low: v.boolean() }),
  `with demand as (
     select inventory_id, quantity from unnest($1::bigint[], $2::integer[]) as d (inventory_id, quantity)
   ), locked as (
     select i.id from inventory i join demand on demand.inventory_id = i.id order by i.id for update of i
   ), taken as (
     update inventory i set quantity = i.quantity - demand.quantity
     from locked join demand on demand.inventory_id = locked.id
     where i.id = locked.id and (i.is_continuous_selling or i.quantity - i.min_qty >= demand.quantity)
     returning i.id, i.product_id, case when not i.is_continuous_selling then i.quantity - i.min_qty end as units_left
   ), bundles as (
     select b.bundle_id, b.product_id, sum(b.quantity) as needed
     from bundle_items b join taken using (product_id) group by b.bundle_id, b.product_id
   ), noted as (
     insert into catalog_changes (product_id, kind)
     select product_id, 'stock' from (select product_id from taken union select bundle_id from bundles) touched
   )
   select id as inventory_id, product_id,
     coalesce(units_left < coalesce((select max(needed) from bundles b where b.product_id = taken.product_id), 1), false)
       as is_low
   from taken`,
);

/**
 * Takes a place of slot $5 at $6 for $7 items and $8 bulky items, and inserts an order with its lines, taken stock and
 * first history entry, under the first free number of $2. No row: the slot is full, and nothing is written.
 */
export const insertOrder = lockingStatement(
  'slot',
  'orders.insert',
  v.object({ order_number: v.string() }),
  `with place as (${takePlace('$5', '$6', '$7', '$8')}
   ), free as (
     select number from unnest($2::text[]) drawn (number)
     where not exists (select from orders where order_number = number) limit 1
   ), placed as (
     insert into orders select made.* from free,
       jsonb_populate_record(null::orders, $1::jsonb || jsonb_build_object('order_number', free.number)) made
     where $5::bigint is null or exists (select from place)
     returning id, order_number, status, payment_status, created_at
   ), lines as (
     insert into order_lines select line.* from placed, jsonb_populate_recordset(null::order_lines, $3::jsonb) line
   ), taken as (
     insert into order_stock select stock.* from placed, jsonb_populate_recordset(null::order_stock, $4::jsonb) stock
   ), recorded as (
     insert into order_history (order_id, status, payment_status, at)
     select id, status, payment_status, created_at from placed
   )
   select order_number from placed`,
);
