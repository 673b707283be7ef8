import type { ORDER_MAIL_KINDS } from '@shop/core/notifications/kinds';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { statement } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { refuse } from '../refuse.ts';
import { RESENT_PREFIX } from './compose-mail.ts';
import { notify } from './notify.ts';

type OrderMailKind = (typeof ORDER_MAIL_KINDS)[number];

/**
 * Finds the latest notification of kind $2 with a mail about order $1, and whether that mail still waits. A
 * confirmation may be about the order with which this one shares it.
 */
const latestMail = statement(
  'notifications.latestOrderMail',
  v.object({ order_id: v.string(), data: v.record(v.string(), v.unknown()), waits: v.boolean() }),
  `select n.order_id, n.data, d.state = 'queued' as waits
   from orders o join notifications n on n.order_id = case $2::text when 'order-placed'
     then coalesce(o.confirmation_id, o.id) else o.id end
   join notification_deliveries d on d.notification_id = n.id and d.channel = 'email'
   where o.id = $1 and n.kind = $2 and (d.state <> 'suppressed' or d.reason <> 'joined')
   order by n.created_at desc, n.id desc limit 1`,
);

/**
 * Sends the latest mail of a kind about an order again, composed from the order as it is now. Refuses `order.no_mail`,
 * and `order.mail_waits`.
 */
export async function resendOrderMail(ctx: Ctx, order_id: string, kind: OrderMailKind): Promise<void> {
  const latest = (await ctx.db.row(latestMail, [order_id, kind])) ?? refuse('order.no_mail');
  if (latest.waits) refuse('order.mail_waits');
  const { order_number: _, total: __, ...data } = latest.data;
  await notify(ctx, kind, data as never, {
    source: `${RESENT_PREFIX}${uuidV7(ctx.now)}`,
    order_id: latest.order_id,
    channels: ['email'],
    mail: ctx.now,
  });
}
