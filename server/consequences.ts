/**
 * What follows from what happened, in one place and in the caller's transaction: rows and jobs, never a call to a
 * partner. A throw undoes everything. What the jobs do stands here too.
 */
import { removeExpiredCarts } from './cart/cart.ts';
import { readSettings } from './content/settings.ts';
import { removeOldChanges } from './http/change-feed.ts';
import type { Ctx } from './http/context.ts';
import { removeOldKeys } from './http/idempotency.ts';
import type { Work } from './jobs/boss.ts';
import { enqueue } from './jobs/jobs.ts';
import { orderPlacedMail } from './notifications/order-mail.ts';
import { loadOrder } from './orders/orders.ts';
import { orderView } from './orders/orders.view.ts';
import { viewLink } from './orders/view-token.ts';
import type { Mailer } from './partners/mail/mailer.ts';

/** What the nouns announce, in the past tense. */
export type ShopEvent = { type: 'order.placed'; order_id: string };

/** Runs the consequences of an event; what `ctx.announce` is. */
export async function announce(this: Ctx, event: ShopEvent): Promise<void> {
  switch (event.type) {
    case 'order.placed':
      await enqueue(this, 'mail', { about: 'order.placed', order_id: event.order_id });
  }
}

/** What is done with each queue's jobs. `system` makes the context of a job. */
export function workOf(deps: { system: () => Ctx; mailer: Mailer; publicUrl: string }): Work {
  return {
    async mail({ order_id }) {
      const ctx = deps.system();
      const order = await loadOrder(ctx, order_id);
      if (order === null) throw new Error(`A mail is about order ${order_id}, which does not exist`);
      const { lang, contact_email: to } = order;
      const link = viewLink(deps.publicUrl, ctx.secret, order);
      await deps.mailer.send(
        orderPlacedMail({ order: orderView(order, lang), lang, to, link, settings: await readSettings(ctx) }),
      );
    },
    async daily() {
      const ctx = deps.system();
      // The demo's data is loaded when it is needed, not with every start.
      const { ensureDealWindows } = await import('./seed/deal-windows.ts');
      await ensureDealWindows(ctx.db, ctx.now);
      await removeExpiredCarts(ctx.db, ctx.now);
      await removeOldKeys(ctx);
      await removeOldChanges(ctx);
    },
  };
}
