/**
 * Handlers of each event. They run in order in the publisher's transaction; a throw rolls everything back. They write
 * rows and enqueue jobs, and never call a partner.
 */
import { removeSavedData } from './account/saved-data.ts';
import { forgetAddress } from './cart/cart.ts';
import type { Ctx } from './context.ts';
import type { EventOf, EventType, ShopEvent } from './events.ts';
import { countOrderSpend } from './loyalty/membership/membership.ts';
import { rewardFirstOrder } from './loyalty/rewards/first-order-reward.ts';
import { rewardReferrer } from './loyalty/rewards/referral-rewards.ts';
import { rewardAccount } from './loyalty/rewards/rewards.ts';
import { removeVouchers } from './loyalty/vouchers/customer-vouchers.ts';
import { mergeAlerts, removeAlerts } from './notifications/alerts/customer-alerts.ts';
import { eraseNotifications, mergeNotifications } from './notifications/customer-notifications.ts';
import {
  confirmOrder,
  confirmPaidOrder,
  enqueueContactMails,
  notifyOfBoughtVouchers,
  notifyOfCancellation,
  notifyOfDelivery,
  notifyOfDevice,
  notifyOfExpiry,
  notifyOfGivenVouchers,
  notifyOfPassword,
  notifyOfRefund,
  notifyOfStatus,
  notifyOfTier,
  notifyOfTillEntry,
  notifyOldContact,
  remindOfUnpaidOrder,
} from './notifications/notify-of-events.ts';
import { addCancellation, addPaidOrder, addPlacedOrder } from './notifications/shop-news.ts';
import { claimGuestOrders, releaseStrangersOrders } from './orders/customer-orders.ts';
import { openReferral } from './referral/referrals.ts';
import { creditOutlet } from './referral/store-referrals.ts';
import { mergeCustomerFiles, removeCustomerFile } from './staff/customers/customer-files.ts';

type EventHandler<Type extends EventType> = (ctx: Ctx, event: EventOf<Type>) => Promise<unknown>;

const EVENT_HANDLERS: { [Type in EventType]: readonly EventHandler<Type>[] } = {
  'order.placed': [confirmOrder, addPlacedOrder],
  'order.unpaid': [remindOfUnpaidOrder],
  'order.pays_cash': [confirmOrder, addPlacedOrder],
  'order.paid': [confirmPaidOrder, addPaidOrder],
  'order.status_changed': [notifyOfStatus, countOrderSpend, rewardFirstOrder, rewardReferrer],
  'order.delivery_changed': [notifyOfDelivery],
  'cancellation.changed': [notifyOfCancellation, addCancellation],
  'refund.changed': [notifyOfRefund],
  'vouchers.issued': [notifyOfBoughtVouchers],
  'points.expiring': [notifyOfExpiry],
  'contact.received': [enqueueContactMails],
  'contact.proven': [claimGuestOrders],
  'customer.registered': [openReferral, creditOutlet],
  'customer.updated': [rewardAccount],
  'tier.changed': [notifyOfTier],
  'vouchers.given': [notifyOfGivenVouchers],
  'till.rewarded': [notifyOfTillEntry],
  'till.redeemed': [notifyOfTillEntry],
  'customer.password_changed': [notifyOfPassword],
  'customer.reclaimed': [removeSavedData, releaseStrangersOrders, removeVouchers, removeAlerts],
  'customer.contact_changed': [notifyOldContact],
  'customer.new_device': [notifyOfDevice],
  'account.merged': [mergeNotifications, mergeAlerts, mergeCustomerFiles],
  'address.removed': [forgetAddress],
  'account.removed': [eraseNotifications, removeAlerts, removeCustomerFile],
};

/** Runs the handlers of an event. */
export async function handleEvent<Type extends EventType>(ctx: Ctx, event: ShopEvent<Type>): Promise<void> {
  const handlers: readonly EventHandler<Type>[] = EVENT_HANDLERS[event.type];
  for (const handler of handlers) await handler(ctx, event);
}
