/** Statements that change the status of an order and return its stock and slot. */

import { orderStatus, paymentStatus } from '@shop/contract/orders';
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import * as v from 'valibot';
import { lockingStatement, statement } from '../db/database.ts';

const lockedOrder = v.object({
  id: v.string(),
  order_number: v.string(),
  customer_id: v.nullable(v.string()),
  status: orderStatus,
  payment_status: paymentStatus,
  payment_method: v.string(),
  /** The language in which it was placed. */
  lang: v.picklist(['en', 'zh']),
  slot_template_id: v.nullable(v.number()),
  slot_starts_at: v.nullable(v.date()),
  slot_items: v.number(),
  slot_bulky: v.number(),
  points: v.number(),
  points_used: v.number(),
  coins: v.number(),
});
export type LockedOrder = v.InferOutput<typeof lockedOrder>;

const LOCKED_COLUMNS = `o.id, order_number, customer_id, status, payment_status, payment_method, lang, slot_template_id,
  slot_starts_at, slot_items, slot_bulky, points, points_used, coins`;

/**
 * Locks order $1, and before it the keys of its customer and of the customer's referrer: a merge of their accounts
 * locks customers first, and changes of the order write to the wallets of both.
 */
export const lockOrder = lockingStatement(
  'order',
  'orders.lock',
  lockedOrder,
  `with owners as materialized (
     select c.id from customers c where c.id in (
       select customer_id from orders where id = $1
       union all select r.referrer_id from referrals r join orders o on o.customer_id = r.friend_id where o.id = $1)
     order by c.id for key share
   )
   select ${LOCKED_COLUMNS} from orders o, (select count(*) from owners) held where o.id = $1 for no key update of o`,
);

/** Locks orders $1 by their ids, and before them the keys of their customers, for changes that touch no wallet. */
export const lockOrders = lockingStatement(
  'order',
  'orders.lockMany',
  lockedOrder,
  `with owners as materialized (
     select c.id from customers c where c.id in (select customer_id from orders where id = any($1::uuid[]))
     order by c.id for key share
   )
   select ${LOCKED_COLUMNS} from orders o, (select count(*) from owners) held
   where o.id = any($1::uuid[]) order by o.id for no key update of o`,
);

/**
 * Writes statuses $2 and $3 of order $1 at $4, and a history entry by $6 with the fields of `OrderNote` that $5 has.
 */
export const updateStatus = statement(
  'orders.updateStatus',
  v.object({}),
  `with changed as (
     update orders set status = $2, payment_status = $3, updated_at = $4 where id = $1 returning id
   )
   insert into order_history (order_id, status, payment_status, note, note_code, note_params, at, changed_by)
   select id, $2, $3, $5::jsonb ->> 'note', $5::jsonb ->> 'note_code', $5::jsonb -> 'note_params', $4, $6 from changed`,
);

/** Writes payment status $3 of order $1, which keeps $2 sen of its payment, at $4. */
export const keepPayment = statement(
  'orders.keepPayment',
  v.object({}),
  'update orders set kept = $2, payment_status = $3, updated_at = $4 where id = $1',
);

/** Writes payment method $2 of order $1 at $3. */
export const updatePaymentMethod = statement(
  'orders.updatePaymentMethod',
  v.object({}),
  'update orders set payment_method = $2, updated_at = $3 where id = $1',
);

/**
 * Writes that order $1 is paid on delivery: rounding $2 and total $3 in sen, whether its phone is proven now, $4, its
 * confirmation mail $5 at $6, and the time $7.
 */
export const writeCashPayment = statement(
  'orders.writeCashPayment',
  v.object({}),
  `update orders set payment_method = '${CASH_ON_DELIVERY}', rounding = $2, grand_total = $3, is_proven = is_proven or $4,
     confirmation_id = $5, confirm_at = $6, updated_at = $7
   where id = $1`,
);

/** Gives the paid order $1 a confirmation mail of its own at $2. */
export const confirmPaid = statement(
  'orders.confirmPaid',
  v.object({}),
  'update orders set confirmation_id = id, confirm_at = $2 where id = $1',
);

/** A stock row, and the pieces of it that were taken off an order. */
const takenStock = v.object({ inventory_id: v.number(), product_id: v.number(), quantity: v.number() });
export type TakenStock = v.InferOutput<typeof takenStock>;

/**
 * Takes the pieces off order $1, and returns them to their stock rows if $2; the deleted rows make a second return
 * impossible.
 */
export const returnStock = lockingStatement(
  'stock',
  'orders.returnStock',
  takenStock,
  `with returned as (
     delete from order_stock where order_id = $1 returning inventory_id, quantity
   ), locked as (
     select i.id from inventory i join returned on returned.inventory_id = i.id order by i.id for update of i
   )
   update inventory i set quantity = i.quantity + case when $2 then returned.quantity else 0 end
   from locked join returned on returned.inventory_id = locked.id where i.id = locked.id
   returning i.id as inventory_id, i.product_id, returned.quantity`,
);

/**
 * Takes the pieces of items $2 (`[{ position, quantity }]`) and of replacements $4 (`[{ product_id, variation_option_id,
 * quantity }]`) off order $1, at most what it still has of each, and returns them to their stock rows if $3; of a
 * bundle, those of its parts.
 */
export const returnUnits = lockingStatement(
  'stock',
  'orders.returnUnits',
  takenStock,
  `with goods as (
     select i.id as inventory_id, item.quantity * coalesce(b.quantity, 1) as quantity
     from jsonb_to_recordset($2::jsonb) as item (position smallint, quantity integer)
       join order_lines l on l.order_id = $1 and l.position = item.position
       left join bundle_items b on b.bundle_id = l.product_id
       join inventory i on i.product_id = coalesce(b.product_id, l.product_id)
         and i.variation_option_id is not distinct from
           case when b.bundle_id is null then l.variation_option_id else b.variation_option_id end
     union all
     select i.id, item.quantity
     from jsonb_to_recordset($4::jsonb) as item (product_id bigint, variation_option_id bigint, quantity integer)
       join inventory i on i.product_id = item.product_id
         and i.variation_option_id is not distinct from item.variation_option_id
   ), wanted as (
     select inventory_id, sum(quantity)::integer as quantity from goods where quantity > 0 group by inventory_id
   ), returned as (
     select s.inventory_id, least(s.quantity, wanted.quantity) as quantity, s.quantity <= wanted.quantity as is_all
     from order_stock s join wanted using (inventory_id) where s.order_id = $1
   ), removed as (
     delete from order_stock s using returned
     where s.order_id = $1 and s.inventory_id = returned.inventory_id and returned.is_all
   ), reduced as (
     update order_stock s set quantity = s.quantity - returned.quantity from returned
     where s.order_id = $1 and s.inventory_id = returned.inventory_id and not returned.is_all
   ), locked as (
     select i.id from inventory i join returned on returned.inventory_id = i.id order by i.id for update of i
   )
   update inventory i set quantity = i.quantity + case when $3 then returned.quantity else 0 end
   from locked join returned on returned.inventory_id = locked.id where i.id = locked.id
   returning i.id as inventory_id, i.product_id, returned.quantity`,
);

/**
 * Returns to order $2 the pieces that its refund $1 took off it, and takes the restocked ones from their stock rows
 * again. `is_taken` is false for a stock row with too few, whose quantity is unchanged.
 */
export const restoreOrderStock = lockingStatement(
  'stock',
  'orders.restoreStock',
  v.object({ product_id: v.number(), is_taken: v.boolean() }),
  `with wanted as (
     select s.* from refunds r,
       jsonb_to_recordset(r.stock) as s (inventory_id bigint, quantity integer, restocked boolean)
     where r.id = $1
   ), locked as (
     select i.id, i.product_id, wanted.quantity, wanted.restocked
     from inventory i join wanted on wanted.inventory_id = i.id order by i.id for update of i
   ), taken as (
     update inventory i set quantity = i.quantity - locked.quantity from locked
     where i.id = locked.id and locked.restocked and (i.quantity >= locked.quantity or i.is_continuous_selling)
     returning i.id
   ), restored as (
     insert into order_stock (order_id, inventory_id, quantity) select $2, id, quantity from locked
     on conflict (order_id, inventory_id) do update set quantity = order_stock.quantity + excluded.quantity
   )
   select product_id, not restocked or exists (select from taken where taken.id = locked.id) as is_taken from locked`,
);

/** Reads whether order $1 was canceled by returning its items to the cart. */
export const wasReturned = statement(
  'orders.wasReturned',
  v.object({ was_returned: v.boolean() }),
  `select exists (select from order_history where order_id = $1 and note_code = 'order_note.returned') as was_returned`,
);
