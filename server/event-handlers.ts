/**
 * Handlers of each event. They run in order in the publisher's transaction; a throw rolls everything back. They write
 * rows and enqueue jobs, and never call a partner.
 */
import { removeSavedData } from './account/saved-data.ts';
import type { Ctx } from './context.ts';
import type { EventOf, EventType, ShopEvent } from './events.ts';
import {
  enqueueCancellationMail,
  enqueueContactMails,
  enqueueOrderConfirmation,
  enqueueStatusMail,
  notifyNewDevice,
  notifyOldContact,
  notifyPasswordChanged,
} from './notifications/enqueue-notifications.ts';
import { claimGuestOrders, releaseStrangersOrders } from './orders/customer-orders.ts';

type Handler<Type extends EventType> = (ctx: Ctx, event: EventOf<Type>) => Promise<unknown>;

const HANDLERS: { [Type in EventType]: readonly Handler<Type>[] } = {
  'order.placed': [enqueueOrderConfirmation],
  'order.status_changed': [enqueueStatusMail],
  'cancellation.changed': [enqueueCancellationMail],
  'contact.received': [enqueueContactMails],
  'contact.proven': [claimGuestOrders],
  'customer.password_changed': [notifyPasswordChanged],
  'customer.reclaimed': [removeSavedData, releaseStrangersOrders],
  'customer.contact_changed': [notifyOldContact],
  'customer.new_device': [notifyNewDevice],
};

/** Runs the handlers of an event. */
export async function handleEvent<Type extends EventType>(ctx: Ctx, event: ShopEvent<Type>): Promise<void> {
  const handlers: readonly Handler<Type>[] = HANDLERS[event.type];
  for (const handler of handlers) await handler(ctx, event);
}
