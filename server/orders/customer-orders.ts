/** A customer's orders: merge, removal, export. Removing the account anonymizes them but keeps them for accounting. */
import type { Contact } from '@shop/core/identity/contact';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { exportRows, exportStatement } from '../db/customer-export.ts';
import { lockingStatement, lockRows, statement } from '../db/database.ts';
import type { EventOf } from '../events.ts';
import { removeKeysOfGuest } from '../http/api/idempotency.ts';
import { claimVouchers } from '../loyalty/vouchers/customer-vouchers.ts';
import { OPEN_STATUSES } from './placing/open-orders.sql.ts';

/** Reassigns the orders of customers `$1`, and guest orders with the email `$3` or phone `$4`, to customer `$2`. */
const reassignOrdersTo = lockingStatement(
  'order',
  'orders.reassign',
  v.object({ id: v.string() }),
  `with given as (
     select id from orders
     where customer_id = any($1::uuid[]) or (customer_id is null and (contact_email = $3 or contact_phone = $4))
     order by id for no key update
   )
   update orders o set customer_id = $2 from given where o.id = given.id returning o.id`,
);

/**
 * Reassigns to a customer the orders of the customers `from`, and guest orders with a contact that the customer proved.
 * Vouchers that the guest orders issued come along. Returns how many orders.
 */
export async function reassignOrders(
  ctx: Ctx,
  { from, into, contact }: { from: readonly string[]; into: string; contact: Contact },
): Promise<number> {
  const { kind, value } = contact;
  const orders = await lockRows(ctx.db, reassignOrdersTo, [
    from,
    into,
    kind === 'email' ? value : null,
    kind === 'phone' ? value : null,
  ]);
  if (orders.length > 0) await claimVouchers(ctx, into);
  return orders.length;
}

const detachOrders = statement(
  'orders.detach',
  v.object({}),
  `with mine as (
     select id from orders where customer_id = $1 and (contact_email = $2 or contact_phone = $3) is not true
     order by id for no key update
   )
   update orders o set customer_id = null from mine where o.id = mine.id`,
);

/**
 * Releases from a reclaimed account the orders that were not placed with the owner's contact: a stranger placed them.
 * Their signed links still open them. The caller holds the customer's row `for update`, so no other transaction locks
 * these orders and then waits for this one.
 */
export const releaseStrangersOrders = (
  ctx: Ctx,
  { customer_id, contact: { kind, value } }: EventOf<'customer.reclaimed'>,
): Promise<void> =>
  ctx.db.write(detachOrders, [customer_id, kind === 'email' ? value : null, kind === 'phone' ? value : null]);

/** Reassigns guest orders to the customer who proved their contact. */
export const claimGuestOrders = (ctx: Ctx, { customer_id, contact }: EventOf<'contact.proven'>): Promise<number> =>
  reassignOrders(ctx, { from: [], into: customer_id, contact });

const openOrders = statement(
  'orders.open',
  v.object({ id: v.string(), order_number: v.string() }),
  `select id, order_number from orders
   where customer_id = $1
     and (status in (${OPEN_STATUSES}) or payment_status = 'refund_due')
   order by created_at, id`,
);

/** Lists a customer's orders that are still to be delivered or refunded, oldest first. */
export const listOpenOrders = (ctx: Ctx, customer_id: string): Promise<{ id: string; order_number: string }[]> =>
  ctx.db.rows(openOrders, [customer_id]);

const exportedOrders = exportStatement(
  'orders.export',
  `to_jsonb(o) - 'id' - 'cart_id' - 'cart_version' - 'guest_token_hash' - 'customer_id'
     - 'is_proven' - 'address_hash' - 'network_hash' - 'confirmation_id' - 'confirm_at'
     - 'hold_minutes' - 'unpaid_mail_at' || jsonb_build_object(
     'lines', (select jsonb_agg(to_jsonb(l) - 'order_id' - 'image_hash' - 'stage' order by l.position)
       from order_lines l where l.order_id = o.id),
     'history', (select jsonb_agg(to_jsonb(h) - 'id' - 'order_id' order by h.id)
       from order_history h where h.order_id = o.id),
     'cancellations', (select jsonb_agg(to_jsonb(c) - 'order_id' order by c.id)
       from order_cancellations c where c.order_id = o.id))`,
  'from orders o where customer_id = $1 order by created_at, id',
);

/** Exports a customer's orders for the download; money in sen. */
export const exportOrders = (ctx: Ctx, customer_id: string): Promise<Record<string, unknown>[]> =>
  exportRows(ctx.db, exportedOrders, customer_id);

/** Builds an SQL expression: an address reduced to postcode, city and state. */
const namelessSql = (address: string) => `${address} || jsonb_build_object(
  'title', null, 'recipient', null, 'email', null, 'contact_number', null, 'street_address', null, 'company', null,
  'fax', null, 'formatted_address',
  concat_ws(', ', nullif(concat_ws(' ', ${address} ->> 'zip', ${address} ->> 'city'), ''), ${address} ->> 'state'))`;

/** Removes the personal data of customer `$1` from their orders. */
const anonymizeCustomer = lockingStatement(
  'order',
  'orders.anonymizeBuyer',
  v.object({ guest_token_hash: v.nullable(v.string()) }),
  `with mine as (select id, guest_token_hash from orders where customer_id = $1 order by id for no key update),
     reasons as (update order_cancellations c set reason = '' from mine where c.order_id = mine.id)
   update orders o set contact_email = '', contact_phone = '', guest_token_hash = null, address_hash = null,
     network_hash = null, shipping_remarks = null,
     shipping_address = ${namelessSql('shipping_address')}, billing_address = ${namelessSql('billing_address')},
     updated_at = $2
   from mine where o.id = mine.id returning mine.guest_token_hash`,
);

/**
 * Reduces a customer's orders to accounting data: goods, prices, dates and the part of the country. Also deletes the
 * stored responses of the same orders placed as a guest.
 */
export async function anonymizeOrders(ctx: Ctx, customer_id: string): Promise<void> {
  const orders = await lockRows(ctx.db, anonymizeCustomer, [customer_id, ctx.now]);
  for (const { guest_token_hash } of orders) {
    if (guest_token_hash !== null) await removeKeysOfGuest(ctx, guest_token_hash);
  }
}
