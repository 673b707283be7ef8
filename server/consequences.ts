/**
 * What follows from what happened, in one place and in the caller's transaction: rows and jobs, never a call to a
 * partner. A throw undoes everything.
 */
import type { Ctx } from './http/context.ts';
import { enqueue } from './jobs/jobs.ts';

/** What the nouns announce, in the past tense. */
export type ShopEvent = { type: 'order.placed'; order_id: string };

/** Runs the consequences of an event; what `ctx.announce` is. */
export async function announce(this: Ctx, event: ShopEvent): Promise<void> {
  switch (event.type) {
    case 'order.placed':
      await enqueue(this, 'mail', { about: 'order.placed', order_id: event.order_id });
  }
}
