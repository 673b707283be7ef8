/** Statements of picking. Their writers hold the order's lock. */
import { address } from '@shop/contract/addresses';
import { BAG_KINDS, PICK_STATES } from '@shop/core/orders/picking';
import * as v from 'valibot';
import { lockingStatement, statement } from '../../db/database.ts';
import { IS_BEFORE_PACKING, REFUNDED_UNITS, UNITS_LEFT, UNITS_TO_PICK } from './units-to-pick.sql.ts';

const pickingRow = v.object({
  order_id: v.string(),
  claimed_by: v.nullable(v.string()),
  claimed_at: v.nullable(v.date()),
  begun_at: v.date(),
  packed_by: v.nullable(v.string()),
  packed_at: v.nullable(v.date()),
  bags: v.nullable(v.record(v.picklist(BAG_KINDS), v.number())),
});
export type PickingRow = v.InferOutput<typeof pickingRow>;

/** Reads the picking of orders $1: picker, times and bags. */
export const pickingOfOrders = statement(
  'orders.picking',
  pickingRow,
  'select * from order_picking where order_id = any($1::uuid[])',
);

/** Writes that $2 picks order $1 since $3; null releases it. */
export const writeClaim = statement(
  'orders.writeClaim',
  v.object({}),
  `insert into order_picking (order_id, claimed_by, claimed_at, begun_at) values ($1, $2, $3::timestamptz, $3)
   on conflict (order_id) do update set claimed_by = excluded.claimed_by, claimed_at = excluded.claimed_at`,
);

/** Releases order $1, or removes its picking if no line is decided. */
export const releaseClaim = statement(
  'orders.releaseClaim',
  v.object({}),
  `with untouched as (
     delete from order_picking where order_id = $1 and not exists (select from order_picks where order_id = $1) returning order_id
   )
   update order_picking set claimed_by = null, claimed_at = null
   where order_id = $1 and not exists (select from untouched)`,
);

/** Writes that $2 packed order $1 at $3 into bags $4 or null. */
export const writePacked = statement(
  'orders.writePacked',
  v.object({}),
  `insert into order_picking (order_id, begun_at, packed_by, packed_at, bags) values ($1, $3::timestamptz, $2, $3, $4::jsonb)
   on conflict (order_id) do update set packed_by = excluded.packed_by, packed_at = excluded.packed_at,
     bags = coalesce(excluded.bags, order_picking.bags)`,
);

/** A decision's change of a stock row: pieces of the order, and pieces for sale. */
const stockChange = v.object({ inventory_id: v.number(), pieces: v.number(), sale: v.number() });
export type StockChange = v.InferOutput<typeof stockChange>;

const standingPick = v.object({
  state: v.picklist(PICK_STATES),
  quantity: v.number(),
  replaced: v.number(),
  replacement: v.nullable(
    v.object({
      product_id: v.number(),
      variation_option_id: v.nullable(v.number()),
      name_en: v.string(),
      name_zh: v.nullable(v.string()),
      quantity: v.number(),
    }),
  ),
  uncollected: v.number(),
  refund_id: v.nullable(v.string()),
  stock: v.array(stockChange),
});

/**
 * Reads line $2 of order $1, except a sold voucher, the decision on it and the order's address. `quantity` are the
 * units to pick, or those of the decision. `if_missing` is the line's choice, else the order's.
 */
export const lineToPick = statement(
  'orders.lineToPick',
  v.object({
    product_id: v.number(),
    variation_option_id: v.nullable(v.number()),
    name_en: v.string(),
    name_zh: v.nullable(v.string()),
    quantity: v.number(),
    ordered: v.number(),
    if_missing: v.nullable(v.string()),
    is_bundle: v.boolean(),
    shipping_address: address,
    pick: v.nullable(standingPick),
  }),
  `select l.product_id, l.variation_option_id, l.name_en, l.name_zh,
     ${UNITS_TO_PICK} as quantity, l.quantity as ordered,
     coalesce(l.if_missing, o.if_missing) as if_missing,
     exists (select from bundle_items b where b.bundle_id = l.product_id) as is_bundle,
     o.shipping_address,
     case when k.position is not null then to_jsonb(k) end as pick
   from order_lines l join orders o on o.id = l.order_id join products p on p.id = l.product_id
     left join order_picks k on k.order_id = l.order_id and k.position = l.position
   where l.order_id = $1 and l.position = $2 and p.type <> 'voucher'`,
);

/**
 * Locks the stock of order $1's goods, of product $3 (or null) and of rows $4, and returns it. `per_unit` are the
 * pieces that one unit of line $2 takes of a row, null for rows of other goods; `pieces` those that the order has.
 */
export const lockPickedStock = lockingStatement(
  'stock',
  'orders.lockPickedStock',
  v.object({
    inventory_id: v.number(),
    product_id: v.number(),
    variation_option_id: v.nullable(v.number()),
    quantity: v.number(),
    min_qty: v.number(),
    is_continuous_selling: v.boolean(),
    per_unit: v.nullable(v.number()),
    pieces: v.number(),
  }),
  `with line as (
     select i.id, sum(coalesce(b.quantity, 1))::integer as per_unit
     from order_lines l left join bundle_items b on b.bundle_id = l.product_id
       join inventory i on i.product_id = coalesce(b.product_id, l.product_id)
         and i.variation_option_id is not distinct from
           case when b.bundle_id is null then l.variation_option_id else b.variation_option_id end
     where l.order_id = $1 and l.position = $2 group by i.id
   ), wanted as (
     select id from line
     union select inventory_id from order_stock where order_id = $1
     union select id from inventory where product_id = $3::bigint
     union select unnest($4::bigint[])
   ), locked as (
     select i.* from inventory i where i.id in (select id from wanted) order by i.id for update
   )
   select l.id as inventory_id, l.product_id, l.variation_option_id, l.quantity, l.min_qty, l.is_continuous_selling,
     line.per_unit, coalesce((select s.quantity from order_stock s where s.order_id = $1 and s.inventory_id = l.id), 0) as pieces
   from locked l left join line on line.id = l.id`,
);

/** Changes stock by $2 (`StockChange[]`), pieces of order $1 and pieces for sale, under the lock of these rows. */
export const changePickedStock = statement(
  'orders.changePickedStock',
  v.object({ product_id: v.number() }),
  `with change as (
     select * from jsonb_to_recordset($2::jsonb) as c (inventory_id bigint, pieces integer, sale integer)
   ), added as (
     insert into order_stock (order_id, inventory_id, quantity) select $1, inventory_id, pieces from change where pieces > 0
     on conflict (order_id, inventory_id) do update set quantity = order_stock.quantity + excluded.quantity
   ), removed as (
     delete from order_stock s using change c
     where s.order_id = $1 and s.inventory_id = c.inventory_id and c.pieces < 0 and s.quantity + c.pieces <= 0
   ), reduced as (
     update order_stock s set quantity = s.quantity + c.pieces from change c
     where s.order_id = $1 and s.inventory_id = c.inventory_id and c.pieces < 0 and s.quantity + c.pieces > 0
   )
   update inventory i set quantity = i.quantity + c.sale from change c where i.id = c.inventory_id returning i.product_id`,
);

/** Writes a decision on line $2 of order $1: the fields of `order_picks` in $3. */
export const insertPick = statement(
  'orders.insertPick',
  v.object({}),
  `insert into order_picks select made.* from jsonb_populate_record(null::order_picks,
     $3::jsonb || jsonb_build_object('order_id', $1::uuid, 'position', $2::smallint)) made`,
);

/** Removes the decision on line $2 of order $1. */
export const deletePick = statement(
  'orders.deletePick',
  v.object({}),
  'delete from order_picks where order_id = $1 and position = $2',
);

/** Reads the amount that the driver is to collect for order $1 before rounding, in sen. */
export const collectable = statement(
  'orders.collectable',
  v.object({ due: v.number() }),
  'select grand_total - rounding as due from orders where id = $1',
);

/** Writes that the driver collects $2 sen less (or more) for order $1: rounding $3 and total $4. */
export const writeUncollected = statement(
  'orders.writeUncollected',
  v.object({}),
  `update orders set undelivered = nullif(coalesce(undelivered, 0) + $2::bigint, 0), rounding = $3, grand_total = $4
   where id = $1`,
);

/**
 * Reads, of order $1, whether its picking was begun, the lines with units to pick that are not decided, the units that
 * are delivered, and whether lines are short or replaced.
 */
export const pickingProgress = statement(
  'orders.pickingProgress',
  v.object({ is_begun: v.boolean(), undecided: v.number(), delivered: v.number(), is_changed: v.boolean() }),
  `select exists (select from order_picking where order_id = $1) as is_begun,
     count(*) filter (where k.position is null and p.type <> 'voucher' and open.units > 0) as undecided,
     coalesce(sum(coalesce(k.quantity + k.replaced, open.units)), 0)::bigint as delivered,
     coalesce(bool_or(k.state <> 'found'), false) as is_changed
   from order_lines l join products p on p.id = l.product_id
     left join order_picks k on k.order_id = l.order_id and k.position = l.position
     left join lateral (select ${UNITS_LEFT} as units where k.position is null) open on true
   where l.order_id = $1`,
);

/**
 * Reads the replaced lines of order $1: the ordered units that were replaced, the pieces that came for them, and the
 * units that were refunded before.
 */
export const replacedLines = statement(
  'orders.replacedLines',
  v.object({
    position: v.number(),
    replaced: v.number(),
    pieces: v.number(),
    refunded_before: v.number(),
    product_id: v.number(),
    variation_option_id: v.nullable(v.number()),
  }),
  `select k.position, k.replaced, (k.replacement ->> 'quantity')::integer as pieces,
     l.quantity - ${UNITS_TO_PICK} as refunded_before,
     (k.replacement ->> 'product_id')::bigint as product_id,
     (k.replacement ->> 'variation_option_id')::bigint as variation_option_id
   from order_picks k join order_lines l on l.order_id = k.order_id and l.position = k.position
   where k.order_id = $1 and k.replacement is not null`,
);

/** Withdraws the refund $1 of short goods at $2. */
export const withdrawShort = statement(
  'orders.withdrawShort',
  v.object({}),
  `update refunds set state = 'withdrawn', updated_at = $2 where id = $1`,
);

/**
 * Reads whether requested refund $1 has units that are not delivered: its lines were decided without them, or its order
 * was packed without a decision on the line. Vouchers are not picked, and a canceled order delivers nothing.
 */
export const unpickedUnits = statement(
  'orders.unpickedUnits',
  v.object({ is_owed: v.boolean() }),
  `select coalesce(bool_or(case when k.position is null then o.status not in ('pending', 'processing')
       else ${REFUNDED_UNITS} - (item ->> 'quantity')::integer < l.quantity - (${UNITS_TO_PICK}) end), false) as is_owed
   from refunds r join orders o on o.id = r.order_id, jsonb_array_elements(r.items) item,
     order_lines l join products p on p.id = l.product_id
     left join order_picks k on k.order_id = l.order_id and k.position = l.position
   where r.id = $1 and r.state = 'requested' and o.status <> 'canceled' and p.type <> 'voucher'
     and l.order_id = r.order_id and l.position = (item ->> 'position')::integer and ${IS_BEFORE_PACKING}`,
);
