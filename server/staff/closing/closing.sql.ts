/** Statements of the daily closing (docs/readings.md#98). A day is from $1 until $2. */
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { REFUND_REASONS } from '@shop/core/payments/refund-state';
import * as v from 'valibot';
import { statement } from '../../db/database.ts';

/** Builds an SQL query: the orders whose first history entry that meets a condition is of the day. */
const selectFirstOfDay = (condition: (entry: string) => string) => `
  select h.order_id from order_history h
  where h.at >= $1 and h.at < $2 and ${condition('h')} and not exists (
    select from order_history e where e.order_id = h.order_id and e.id < h.id and ${condition('e')})`;

/** SQL query: the orders that became paid on the day. */
const BECAME_PAID = selectFirstOfDay((entry) => `${entry}.payment_status = 'paid'`);

const sums = {
  orders: v.number(),
  items_total: v.number(),
  discount: v.number(),
  coupon_discount: v.number(),
  delivery_fee: v.number(),
  bag_fee: v.number(),
  tip: v.number(),
  voucher: v.number(),
  points: v.number(),
  coins: v.number(),
  undelivered: v.number(),
  rounding: v.number(),
  grand_total: v.number(),
};

/**
 * Sums the sales, refunds, deliveries and cash of a day, in one statement, so that all amounts are of the same moment.
 * Amounts in sen. `methods`: the orders that became paid, by payment method; `classes`: their goods by the tax class
 * that the product has now; `refunds`: those that were settled and returned something, by reason.
 */
export const closingOfDay = statement(
  'staff.closing',
  v.object({
    methods: v.array(
      v.object({
        payment_method: v.string(),
        name_en: v.string(),
        name_zh: v.nullable(v.string()),
        ...sums,
        points_used: v.number(),
      }),
    ),
    classes: v.array(
      v.object({
        tax_class: v.nullable(v.string()),
        units: v.number(),
        items_total: v.number(),
        discount: v.number(),
        voucher_discount: v.number(),
        undelivered: v.number(),
      }),
    ),
    refunds: v.array(
      v.object({
        reason: v.picklist(REFUND_REASONS),
        count: v.number(),
        amount: v.number(),
        coins_returned: v.number(),
        points_returned: v.number(),
      }),
    ),
    delivered: v.number(),
    failed: v.number(),
    canceled: v.number(),
    cash_due: v.number(),
    cash_recorded: v.number(),
    cash_counted: v.number(),
    cash_difference: v.number(),
    uncounted_runs: v.number(),
  }),
  `with paid as materialized (${BECAME_PAID}), methods as (
     select o.payment_method, coalesce(m.name_en, o.payment_method) as name_en, m.name_zh, count(*)::int as orders,
       sum(o.items_total)::bigint as items_total, sum(o.discount)::bigint as discount,
       sum(o.coupon_discount)::bigint as coupon_discount, sum(o.delivery_fee)::bigint as delivery_fee,
       sum(o.bag_fee)::bigint as bag_fee, sum(o.tip)::bigint as tip, sum(o.voucher)::bigint as voucher,
       sum(o.points)::bigint as points, sum(o.coins)::bigint as coins,
       coalesce(sum(o.undelivered), 0)::bigint as undelivered, sum(o.rounding)::bigint as rounding,
       sum(o.grand_total)::bigint as grand_total, sum(o.points_used)::bigint as points_used
     from paid join orders o on o.id = paid.order_id left join payment_methods m on m.code = o.payment_method
     group by o.payment_method, m.name_en, m.name_zh
   ), classes as (
     select p.tax_class, sum(l.quantity)::int as units, sum(l.price_total)::bigint as items_total,
       sum(l.discount)::bigint as discount, sum(l.voucher_discount)::bigint as voucher_discount,
       coalesce(sum(k.uncollected), 0)::bigint as undelivered
     from paid join order_lines l on l.order_id = paid.order_id join products p on p.id = l.product_id
       left join order_picks k on k.order_id = l.order_id and k.position = l.position
     group by p.tax_class
   ), settled as (
     select reason, count(*)::int as count, sum(amount)::bigint as amount, sum(coins)::bigint as coins_returned,
       sum(points)::bigint as points_returned
     from refunds where state = 'settled' and updated_at >= $1 and updated_at < $2
       and (amount > 0 or coins > 0 or points > 0) group by reason
   ), runs as materialized (
     select r.counted,
       (select coalesce(sum(cash_collected), 0)::bigint from delivery_stops where run_id = r.id) as recorded
     from delivery_runs r where r.created_at >= $1 and r.created_at < $2
   )
   select (select coalesce(jsonb_agg(to_jsonb(m) order by m.payment_method), '[]') from methods m) as methods,
     (select coalesce(jsonb_agg(to_jsonb(c) order by c.tax_class nulls last), '[]') from classes c) as classes,
     (select coalesce(jsonb_agg(to_jsonb(s) order by s.reason), '[]') from settled s) as refunds,
     (select count(*)::int from (${selectFirstOfDay((entry) => `${entry}.status = 'complete'`)}) done) as delivered,
     (select count(*)::int from order_history h where h.at >= $1 and h.at < $2 and h.note_code
       in ('order_note.delivery_again', 'order_note.delivery_moved', 'order_note.delivery_failed')) as failed,
     (select count(*)::int from (${selectFirstOfDay((entry) => `${entry}.status = 'canceled'`)}) ended) as canceled,
     (select coalesce(sum(o.grand_total), 0)::bigint from paid join orders o on o.id = paid.order_id
       where o.payment_method = '${CASH_ON_DELIVERY}') as cash_due,
     (select coalesce(sum(amount), 0)::bigint from cash_collections where at >= $1 and at < $2) as cash_recorded,
     (select coalesce(sum(counted), 0)::bigint from runs) as cash_counted,
     (select coalesce(sum(counted - recorded), 0)::bigint from runs where counted is not null) as cash_difference,
     (select count(*)::int from runs where counted is null and recorded > 0) as uncounted_runs`,
);
