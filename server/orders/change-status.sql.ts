/** Statements that change the status of an order and return what it took. */
import { orderStatus, paymentStatus } from '@shop/contract/orders';
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
});
export type LockedOrder = v.InferOutput<typeof lockedOrder>;

export const lockOrder = lockingStatement(
  'order',
  'orders.lock',
  lockedOrder,
  `select id, order_number, customer_id, status, payment_status, payment_method, lang, slot_template_id,
     slot_starts_at, slot_items, slot_bulky
   from orders where id = $1 for update`,
);

/** Writes statuses $2 and $3 of order $1 at $4, and a history entry with note $5 by $6. */
export const updateStatus = statement(
  'orders.updateStatus',
  v.object({}),
  `with changed as (
     update orders set status = $2, payment_status = $3, updated_at = $4 where id = $1 returning id
   )
   insert into order_history (order_id, status, payment_status, note, at, changed_by)
   select id, $2, $3, $5, $4, $6 from changed`,
);

/** Writes payment method $2 of order $1 at $3. */
export const updatePaymentMethod = statement(
  'orders.updatePaymentMethod',
  v.object({}),
  'update orders set payment_method = $2, updated_at = $3 where id = $1',
);

/** Returns the pieces that order $1 took to their stock rows; the deleted rows make a second return impossible. */
export const returnStock = lockingStatement(
  'stock',
  'orders.returnStock',
  v.object({ product_id: v.number() }),
  `with returned as (
     delete from order_stock where order_id = $1 returning inventory_id, quantity
   ), locked as (
     select i.id from inventory i join returned on returned.inventory_id = i.id order by i.id for update of i
   )
   update inventory i set quantity = i.quantity + returned.quantity
   from locked join returned on returned.inventory_id = locked.id where i.id = locked.id
   returning i.product_id`,
);
