/** Enqueues the mails and messages that follow from events; `send-mails.ts` and `send-messages.ts` compose them. */
import { recognizeDevice } from '@shop/core/identity/device-name';
import type { Ctx } from '../context.ts';
import type { EventOf } from '../events.ts';
import { enqueue } from '../jobs/jobs.ts';
import { encrypt } from '../secrets/encrypt.ts';

/**
 * The first order of a confirmation mail sends it, at once or after it has collected the orders of the next minutes. An
 * order that waits for its online payment is confirmed once it is paid, or is to be paid on delivery.
 */
export async function enqueueOrderConfirmation(
  ctx: Ctx,
  { order_id, mail }: EventOf<'order.placed' | 'order.pays_cash'>,
): Promise<void> {
  if (mail?.confirmation_id !== order_id) return;
  const { confirm_at } = mail;
  const startAfter = confirm_at > ctx.now ? { startAfter: confirm_at } : undefined;
  await enqueue(ctx, 'mail', { about: 'order.placed', order_id }, startAfter);
}

/** Mails a guest the link of an order that waits for its online payment. */
export const enqueueUnpaidMail = (ctx: Ctx, { order_id }: EventOf<'order.unpaid'>): Promise<void> =>
  enqueue(ctx, 'mail', { about: 'order.unpaid', order_id });

/** Mails the confirmation of an order that was paid online. */
export const enqueuePaidConfirmation = (ctx: Ctx, { order_id }: EventOf<'order.paid'>): Promise<void> =>
  enqueue(ctx, 'mail', { about: 'order.placed', order_id });

/** Mails the shopper the order's new status. An order starts pending, which its confirmation reports. */
export async function enqueueStatusMail(
  ctx: Ctx,
  { order_id, status }: EventOf<'order.status_changed'>,
): Promise<void> {
  if (status === 'pending') return;
  await enqueue(ctx, 'mail', { about: 'order.status', order_id, status, at: ctx.now.toISOString() });
}

/** Mails the shopper the decision on a cancellation request. */
export const enqueueCancellationMail = (
  ctx: Ctx,
  { cancellation_id, state }: EventOf<'cancellation.changed'>,
): Promise<void> => enqueue(ctx, 'mail', { about: 'order.cancellation', cancellation_id, state });

/** Mails the shopper that money will be refunded, or has been refunded. */
export const enqueueRefundMail = (ctx: Ctx, { refund_id, state }: EventOf<'refund.changed'>): Promise<void> =>
  enqueue(ctx, 'mail', { about: 'order.refund', refund_id, state });

/** Mails the shopper the vouchers that a paid order issued. */
export const enqueueVouchersMail = (ctx: Ctx, { order_id }: EventOf<'vouchers.issued'>): Promise<void> =>
  enqueue(ctx, 'mail', { about: 'order.vouchers', order_id });
/** Mails the customer that points expire soon. */
export const enqueueExpiryMail = (
  ctx: Ctx,
  { customer_id, expires_at, days }: EventOf<'points.expiring'>,
): Promise<void> => enqueue(ctx, 'mail', { about: 'points.expiring', customer_id, at: expires_at.toISOString(), days });

/** Mails a message of the contact form to its sender, and a copy to the shop. */
export async function enqueueContactMails(ctx: Ctx, { ticket_id }: EventOf<'contact.received'>): Promise<void> {
  await enqueue(ctx, 'mail', { about: 'contact.received', ticket_id });
  await enqueue(ctx, 'mail', { about: 'contact.copy', ticket_id });
}

/** Notifies the customer of a new password, and of the data that a recovery removed. */
export async function notifyPasswordChanged(
  ctx: Ctx,
  { customer_id, removed }: EventOf<'customer.password_changed'>,
): Promise<void> {
  const at = ctx.now.toISOString();
  await enqueue(ctx, 'mail', { about: 'customer.password_changed', customer_id, removed, at });
  await enqueue(ctx, 'message', { about: 'password_changed', customer_id, at });
}

/** Notifies the customer of a sign-in from a new device. */
export async function notifyNewDevice(ctx: Ctx, event: EventOf<'customer.new_device'>): Promise<void> {
  const { customer_id, device } = event;
  const at = ctx.now.toISOString();
  await enqueue(ctx, 'mail', { about: 'customer.new_device', customer_id, device: recognizeDevice(device), at });
}

/**
 * Notifies the old contact when an account's email or phone was replaced: a thief would receive a notice to the new
 * one. A phone that was never proven may belong to anyone, so it gets no message.
 */
export async function notifyOldContact(
  ctx: Ctx,
  { customer_id, was, was_proven, lang }: EventOf<'customer.contact_changed'>,
): Promise<void> {
  const at = ctx.now.toISOString();
  // Jobs hold contacts encrypted only (docs/decisions/0012-joining-and-leaving.md).
  const sealed_to = encrypt(ctx.shop.secret, was.value);
  if (was.kind === 'email') {
    return enqueue(ctx, 'mail', { about: 'customer.email_changed', sealed_to, customer_id, lang, at });
  }
  await enqueue(ctx, 'mail', { about: 'customer.phone_changed', customer_id, at });
  if (was_proven) await enqueue(ctx, 'message', { about: 'phone_changed', sealed_to, lang, at });
}

/** Mails a member the points and coins that a till awarded or took. */
export const enqueueEntryMail = (
  ctx: Ctx,
  { customer_id, entry_id }: EventOf<'till.rewarded' | 'till.redeemed'>,
): Promise<void> => enqueue(ctx, 'mail', { about: 'wallet.entry', customer_id, entry_id });
