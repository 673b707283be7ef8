/** Statements that move an order to another delivery slot. */
import * as v from 'valibot';
import { lockingStatement, statement } from '../db/database.ts';
import { takePlace } from '../delivery/delivery.sql.ts';

/**
 * Reads the data that decides which slots order $1 may have: its method, its address, and the items that it takes of a
 * slot's limits.
 */
export const deliveryOfOrder = statement(
  'orders.delivery',
  v.object({
    method_id: v.number(),
    zip: v.nullable(v.string()),
    state_id: v.string(),
    items: v.number(),
    bulky: v.number(),
  }),
  `select o.delivery_method_id as method_id, o.shipping_address ->> 'zip' as zip,
     o.shipping_address ->> 'state_id' as state_id, sum(l.quantity)::integer as items,
     coalesce(sum(l.quantity) filter (where coalesce(option.bulky, p.bulky)), 0)::integer as bulky
   from orders o join order_lines l on l.order_id = o.id join products p on p.id = l.product_id
     left join variation_options option on option.id = l.variation_option_id
   where o.id = $1 group by o.id`,
);

/** Locks the existing slots of templates $1 and $3 at $2 and $4, always in the same order. */
export const lockSlots = lockingStatement(
  'slot',
  'orders.lockSlots',
  v.object({ template_id: v.number() }),
  `select template_id from delivery_slots
   where (template_id = $1 and starts_at = $2) or (template_id = $3 and starts_at = $4)
   order by template_id, starts_at for update`,
);

/** Takes a place of slot $2 from $3 to $4 for order $1 with $5 items and $6 bulky ones; no row if it is full. */
export const moveToSlot = lockingStatement(
  'slot',
  'orders.moveToSlot',
  v.object({ id: v.string() }),
  `with place as (${takePlace('$2', '$3', '$5', '$6')})
   update orders set slot_template_id = $2, slot_starts_at = $3, slot_ends_at = $4, slot_items = $5, slot_bulky = $6
   where id = $1 and exists (select from place) returning id`,
);
