/** Reminds of orders that wait for their online payment, once each (docs/readings.md#10). */
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { awaitsPayment } from '@shop/core/orders/payment-deadline';
import { MINUTE_MS } from '@shop/core/time';
import * as v from 'valibot';
import { type Ctx, publish } from '../../context.ts';
import { statement } from '../../db/database.ts';
import { inTransaction } from '../../transaction.ts';
import { requireLockedOrder } from '../change-status.ts';

/** A payment takes a minute or two; a shopper who has not paid by then may have lost the page. */
const REMIND_AFTER_MS = 2 * MINUTE_MS;
/** Minimum time between two reminders of orders with one email, as between confirmations. */
const REMIND_EVERY_MS = 5 * MINUTE_MS;
const MAX_REMINDERS_PER_RUN = 500;

/** SQL condition: no order with its email had a reminder after `since`. */
const mayBeMailedSql = (since: string) =>
  `contact_email <> '' and not exists (
     select from orders other where other.contact_email = o.contact_email and other.unpaid_mail_at > ${since})`;

/**
 * Finds at most $2 orders that wait for their online payment, oldest first: placed at or before $1, not reminded of
 * yet, and with an email that had no reminder since $3.
 */
const unremindedOrders = statement(
  'orders.unreminded',
  v.object({ id: v.string() }),
  `select id from orders o
   where status = 'pending' and payment_status in ('unpaid', 'failed') and payment_method <> '${CASH_ON_DELIVERY}'
     and created_at <= $1 and unpaid_mail_at is null and ${mayBeMailedSql('$3')}
   order by created_at limit $2`,
);

/** Marks order $1 as reminded at $2; no row if it already was, or if its email had a reminder after $3. */
const takeReminder = statement(
  'orders.takeReminder',
  v.object({ customer_id: v.nullable(v.string()) }),
  `update orders o set unpaid_mail_at = $2
   where id = $1 and unpaid_mail_at is null and ${mayBeMailedSql('$3')}
   returning customer_id`,
);

/**
 * Reminds of a locked order that waits for its payment, unless it was reminded of, or its email just had a reminder.
 */
export async function remindUnpaidOrder(ctx: Ctx, order_id: string): Promise<void> {
  const since = new Date(ctx.now.getTime() - REMIND_EVERY_MS);
  const taken = await ctx.db.row(takeReminder, [order_id, ctx.now, since]);
  if (taken !== null) await publish(ctx, { type: 'order.unpaid', order_id, customer_id: taken.customer_id });
}

/** Reminds of orders that were not paid within minutes. Part of the minutely job. */
export async function remindUnpaidOrders(ctx: Ctx): Promise<void> {
  const before = (ms: number) => new Date(ctx.now.getTime() - ms);
  const due = [before(REMIND_AFTER_MS), MAX_REMINDERS_PER_RUN, before(REMIND_EVERY_MS)];
  for (const { id } of await ctx.db.rows(unremindedOrders, due)) {
    await inTransaction(ctx, async (ctx) => {
      if (awaitsPayment(await requireLockedOrder(ctx, id))) await remindUnpaidOrder(ctx, id);
    });
  }
}
