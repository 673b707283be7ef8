/**
 * Handlers of each event. They run in order in the publisher's transaction; a throw rolls everything back. They write
 * rows and enqueue jobs, and never call a partner.
 */
import { removeSavedData } from './account/saved-data.ts';
import type { Ctx } from './context.ts';
import type { EventOf, EventType, ShopEvent } from './events.ts';
import { countOrderSpend } from './loyalty/membership/membership.ts';
import { rewardFirstOrder } from './loyalty/rewards/first-order-reward.ts';
import { rewardReferrer } from './loyalty/rewards/referral-rewards.ts';
import { rewardAccount } from './loyalty/rewards/rewards.ts';
import { removeVouchers } from './loyalty/vouchers/customer-vouchers.ts';
import {
  enqueueCancellationMail,
  enqueueContactMails,
  enqueueEntryMail,
  enqueueExpiryMail,
  enqueueOrderConfirmation,
  enqueuePaidConfirmation,
  enqueueRefundMail,
  enqueueStatusMail,
  enqueueUnpaidMail,
  enqueueVouchersMail,
  notifyNewDevice,
  notifyOldContact,
  notifyPasswordChanged,
} from './notifications/enqueue-notifications.ts';
import { claimGuestOrders, releaseStrangersOrders } from './orders/customer-orders.ts';
import { openReferral } from './referral/referrals.ts';
import { creditOutlet } from './referral/store-referrals.ts';

type Handler<Type extends EventType> = (ctx: Ctx, event: EventOf<Type>) => Promise<unknown>;

const HANDLERS: { [Type in EventType]: readonly Handler<Type>[] } = {
  'order.placed': [enqueueOrderConfirmation],
  'order.unpaid': [enqueueUnpaidMail],
  'order.pays_cash': [enqueueOrderConfirmation],
  'order.paid': [enqueuePaidConfirmation],
  'order.status_changed': [enqueueStatusMail, countOrderSpend, rewardFirstOrder, rewardReferrer],
  'cancellation.changed': [enqueueCancellationMail],
  'refund.changed': [enqueueRefundMail],
  'vouchers.issued': [enqueueVouchersMail],
  'points.expiring': [enqueueExpiryMail],
  'contact.received': [enqueueContactMails],
  'contact.proven': [claimGuestOrders],
  'customer.registered': [openReferral, creditOutlet],
  'customer.updated': [rewardAccount],
  'till.rewarded': [enqueueEntryMail],
  'till.redeemed': [enqueueEntryMail],
  'customer.password_changed': [notifyPasswordChanged],
  'customer.reclaimed': [removeSavedData, releaseStrangersOrders, removeVouchers],
  'customer.contact_changed': [notifyOldContact],
  'customer.new_device': [notifyNewDevice],
};

/** Runs the handlers of an event. */
export async function handleEvent<Type extends EventType>(ctx: Ctx, event: ShopEvent<Type>): Promise<void> {
  const handlers: readonly Handler<Type>[] = HANDLERS[event.type];
  for (const handler of handlers) await handler(ctx, event);
}
