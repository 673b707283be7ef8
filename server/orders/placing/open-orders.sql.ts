/** Statements that count open orders. */
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { OPEN_ORDER_STATUSES } from '@shop/core/orders/status';
import * as v from 'valibot';
import { declareCleanUp } from '../../db/clean-up.ts';
import { lockingStatement, statement } from '../../db/database.ts';

export const OPEN_STATUSES = OPEN_ORDER_STATUSES.map((status) => `'${status}'`).join(', ');

/**
 * Locks the phones, emails, mailboxes, hashes and customers $1, so that no other order with one of them is counted or
 * placed until the transaction ends.
 */
export const lockOpenOrders = lockingStatement(
  'open_orders',
  'orders.lockOpen',
  v.object({ held: v.literal('') }),
  `select pg_advisory_xact_lock(key)::text as held
   from (select distinct hashtextextended('open orders of ' || name, 0) as key from unnest($1::text[]) name
     order by 1) keys`,
);

const volume = v.object({ orders: v.number(), value: v.number() });

/**
 * Builds an SQL expression: the volume of open orders, which are paid on delivery, and neither delivered nor canceled:
 * those placed after `since` with the value of `column`. Row comparison and filter leave the planner only indexes that
 * begin with `column`. While the table is small it would also take those of `created_at` or `status`, and keep that
 * plan.
 */
const openVolumeSql = (column: string, value: string, since: string, condition = 'true') => `(
  select json_build_object('orders', count(*) filter (where status in (${OPEN_STATUSES})),
    'value', coalesce(sum(grand_total) filter (where status in (${OPEN_STATUSES})), 0)) from orders
  where payment_method = '${CASH_ON_DELIVERY}' and payment_status = 'unpaid' and ${condition}
    and ${column} = ${value} and (${column}, created_at) > (${value}, ${since}))`;

/**
 * Counts open orders placed after $6 by phone $1, mailbox $9, address $3 and customer $5, and those after $7 by network
 * $4 without a proven phone. Also reads whether the customer has a proven phone, whether staff blocked the
 * customer or the owner of the phone or email, and the newest mail to the email $2 that is sent after $8.
 */
export const openOrders = statement(
  'orders.countOpen',
  v.object({
    phone: volume,
    email: volume,
    address: volume,
    network: volume,
    customer: volume,
    is_customer_proven: v.boolean(),
    is_blocked: v.boolean(),
    newest: v.nullable(v.object({ confirmation_id: v.string(), confirm_at: v.string() })),
  }),
  `select ${openVolumeSql('contact_phone', '$1', '$6')} as phone,
     ${openVolumeSql('mailbox_key(contact_email)', '$9', '$6')} as email,
     ${openVolumeSql('address_hash', '$3', '$6')} as address,
     ${openVolumeSql('network_hash', '$4', '$7', 'not is_proven')} as network,
     ${openVolumeSql('customer_id', '$5::uuid', '$6')} as customer,
     exists (select from customers where id = $5::uuid and phone_verified_at is not null) as is_customer_proven,
     exists (select from customers where blocked_at is not null and (id = $5::uuid
       or (email = $2 and email_verified_at is not null) or (phone = $1 and phone_verified_at is not null))) as is_blocked,
     (select json_build_object('confirmation_id', confirmation_id, 'confirm_at', confirm_at) from orders
       where contact_email = $2 and confirm_at > $8 order by confirm_at desc limit 1) as newest`,
);

/** Builds an SQL expression like `openVolumeSql`: the volume of online orders that wait for their payment. */
const waitingVolumeSql = (column: string, value: string, since: string, condition = `status = 'pending'`) => `(
  select json_build_object('orders', count(*), 'value', coalesce(sum(grand_total), 0)) from orders
  where payment_status in ('unpaid', 'failed') and payment_method <> '${CASH_ON_DELIVERY}' and ${condition}
    and ${column} = ${value} and (${column}, created_at) > (${value}, ${since}))`;

/**
 * Counts online orders that wait for their payment, placed after $6 by phone $1, mailbox $2, address $3 and customer
 * $5, and after $7 by network $4 without a proven phone; of a network also those that were canceled unpaid, so that
 * returning orders to the cart makes no room for more.
 */
export const waitingOrders = statement(
  'orders.countWaiting',
  v.object({ phone: volume, email: volume, address: volume, network: volume, customer: volume }),
  `select ${waitingVolumeSql('contact_phone', '$1', '$6')} as phone,
     ${waitingVolumeSql('mailbox_key(contact_email)', '$2', '$6')} as email,
     ${waitingVolumeSql('address_hash', '$3', '$6')} as address,
     ${waitingVolumeSql('network_hash', '$4', '$7', `status in ('pending', 'canceled') and not is_proven`)} as network,
     ${waitingVolumeSql('customer_id', '$5::uuid', '$6')} as customer`,
);

export const forgetNetworks = declareCleanUp(
  'orders.forgetNetworks',
  'update orders set network_hash = null',
  'from orders where network_hash is not null and created_at < $1 order by created_at',
);
