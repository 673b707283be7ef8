/**
 * Notifies customers of events: chooses the kind of notification, its facts, and the source that identifies the event.
 */
import { recognizeDevice } from '@shop/core/identity/device-name';
import { accountPath, coinsPath } from '@shop/core/links/paths';
import type { Ctx } from '../context.ts';
import type { EventOf } from '../events.ts';
import { enqueue } from '../jobs/jobs.ts';
import { ordersById } from '../orders/orders.sql.ts';
import { encrypt } from '../secrets/encrypt.ts';
import { notify } from './notify.ts';

const SECURITY_PATH = accountPath('logins');

/**
 * Confirms a placed order. The first order of a confirmation mail sends it, at once or after the mail has collected the
 * orders of the next minutes. An order that waits for its online payment is confirmed once it is paid, or is to be paid
 * on delivery.
 */
export async function confirmOrder(
  ctx: Ctx,
  { order_id, mail }: EventOf<'order.placed' | 'order.pays_cash'>,
): Promise<void> {
  if (mail === null) return;
  await notify(
    ctx,
    'order-placed',
    {},
    {
      source: `order-placed.${order_id}`,
      order_id,
      mail: mail.confirmation_id === order_id ? mail.confirm_at : 'joined',
    },
  );
}

/** Confirms an order that was paid online; its mail reports the payment, too. */
export async function confirmPaidOrder(ctx: Ctx, { order_id }: EventOf<'order.paid'>): Promise<void> {
  await notify(
    ctx,
    'payment',
    { state: 'paid' },
    { source: `order-paid.${order_id}`, order_id, channels: ['inbox', 'push'] },
  );
  await notify(ctx, 'order-placed', {}, { source: `order-placed.${order_id}`, order_id });
}

/** Reminds of an order that waits for its online payment: customers by inbox and push, guests by mail. */
export const remindOfUnpaidOrder = (ctx: Ctx, { order_id, customer_id }: EventOf<'order.unpaid'>): Promise<void> =>
  notify(
    ctx,
    'payment',
    { state: 'unpaid' },
    { source: `order-unpaid.${order_id}`, order_id, channels: customer_id === null ? ['email'] : ['inbox', 'push'] },
  );

/** Notifies of short and replaced goods in place of the status packed: one message reports both. */
async function notifyOfItems(ctx: Ctx, order_id: string, options: { source: string; order_id: string }): Promise<void> {
  const [order] = await ctx.db.rows(ordersById, [[order_id]]);
  if (order === undefined) return;
  const lines = order.picks.flatMap(({ position, state, quantity, replacement }) => {
    const line = order.lines.find((each) => each.position === position);
    if (line === undefined || state === 'found') return [];
    const other = replacement && {
      ...{ name_en: replacement.name_en, name_zh: replacement.name_zh, quantity: replacement.quantity },
    };
    return [{ name_en: line.name_en, name_zh: line.name_zh, ordered: line.quantity, quantity, replacement: other }];
  });
  const less = order.picks.reduce((sum, { value }) => sum + value, 0);
  const is_refunded = order.undelivered === null;
  await notify(ctx, 'order-items-changed', { at: ctx.now.toISOString(), lines, less, is_refunded }, options);
}

/** Notifies of an order's new status, except `pending`, which the confirmation reports. */
export async function notifyOfStatus(
  ctx: Ctx,
  { order_id, status, isFailedDelivery, hasChangedItems }: EventOf<'order.status_changed'>,
): Promise<void> {
  if (status === 'pending') return;
  const at = ctx.now.toISOString();
  const options = { source: `order-${status}.${order_id}.${ctx.now.getTime()}`, order_id };
  if (status === 'canceled') return notify(ctx, 'cancellation', { state: status, at }, options);
  if (hasChangedItems === true) return notifyOfItems(ctx, order_id, options);
  await notify(ctx, 'order-updated', { status, at, ...(isFailedDelivery && { failed: true }) }, options);
}

/** Notifies that staff changed the slot or address of an order that is not packed yet. */
export const notifyOfDelivery = (ctx: Ctx, { order_id }: EventOf<'order.delivery_changed'>): Promise<void> =>
  notify(
    ctx,
    'delivery-changed',
    { at: ctx.now.toISOString() },
    { source: `delivery-changed.${order_id}.${ctx.now.getTime()}`, order_id },
  );

export const notifyOfCancellation = (
  ctx: Ctx,
  { cancellation_id, order_id, state }: EventOf<'cancellation.changed'>,
): Promise<void> =>
  notify(
    ctx,
    'cancellation',
    { cancellation_id, state },
    { source: `cancellation-${state}.${cancellation_id}`, order_id },
  );

export const notifyOfRefund = (
  ctx: Ctx,
  { refund_id, order_id, state, amount }: EventOf<'refund.changed'>,
): Promise<void> =>
  notify(ctx, 'refund', { refund_id, state, amount }, { source: `refund-${state}.${refund_id}`, order_id });

export const notifyOfBoughtVouchers = (ctx: Ctx, { order_id }: EventOf<'vouchers.issued'>): Promise<void> =>
  notify(
    ctx,
    'voucher',
    {},
    {
      source: `order-vouchers.${order_id}`,
      order_id,
      action_url: accountPath('ownVouchers'),
    },
  );

export const notifyOfExpiry = (
  ctx: Ctx,
  { customer_id, points, expires_at, days }: EventOf<'points.expiring'>,
): Promise<void> =>
  notify(
    ctx,
    'points-expiring',
    { points, expires_at: expires_at.toISOString(), days },
    { source: `points-expiring.${customer_id}.${expires_at.getTime()}.${days}`, customer_id },
  );

export const notifyOfTier = (ctx: Ctx, { customer_id, tier, direction }: EventOf<'tier.changed'>): Promise<void> => {
  const { code, ...names } = tier;
  const source = `tier.${customer_id}.${code}.${ctx.now.getTime()}`;
  return notify(ctx, 'tier', { ...names, direction }, { source, customer_id, action_url: coinsPath() });
};

export const notifyOfGivenVouchers = (
  ctx: Ctx,
  { customer_id, own_voucher_ids, name_en, name_zh }: EventOf<'vouchers.given'>,
): Promise<void> =>
  notify(
    ctx,
    'voucher',
    { name_en, name_zh, vouchers: own_voucher_ids.length },
    {
      source: `vouchers-given.${own_voucher_ids[0]}`,
      customer_id,
      action_url: accountPath('ownVouchers'),
      channels: ['inbox', 'push'],
    },
  );

/**
 * Mails a message of the contact form to its sender, and a copy to the shop: neither is a notification of a customer.
 */
export async function enqueueContactMails(ctx: Ctx, { ticket_id }: EventOf<'contact.received'>): Promise<void> {
  await enqueue(ctx, 'mail', { about: 'contact.received', ticket_id });
  await enqueue(ctx, 'mail', { about: 'contact.copy', ticket_id });
}

/** Notifies the customer of a new password, and of the data that a recovery removed. */
export const notifyOfPassword = (
  ctx: Ctx,
  { customer_id, removed }: EventOf<'customer.password_changed'>,
): Promise<void> =>
  notify(
    ctx,
    'security',
    { about: 'password_changed', at: ctx.now.toISOString(), removed: [...removed] },
    {
      source: `customer-password_changed.${customer_id}.${ctx.now.getTime()}`,
      customer_id,
      action_url: SECURITY_PATH,
    },
  );

export const notifyOfDevice = (ctx: Ctx, { customer_id, device }: EventOf<'customer.new_device'>): Promise<void> =>
  notify(
    ctx,
    'security',
    { about: 'new_device', at: ctx.now.toISOString(), device: recognizeDevice(device) },
    { source: `customer-new_device.${customer_id}.${ctx.now.getTime()}`, customer_id, action_url: SECURITY_PATH },
  );

/**
 * Notifies the old contact when an account's email or phone was replaced: a thief would receive a notice to the new
 * one. A phone that was never proven may belong to anyone, so it gets no message.
 */
export function notifyOldContact(
  ctx: Ctx,
  { customer_id, was, was_proven, lang }: EventOf<'customer.contact_changed'>,
): Promise<void> {
  const at = ctx.now.toISOString();
  // Rows and jobs contain contacts only encrypted (docs/decisions/0012-joining-and-leaving.md).
  const sealed = encrypt(ctx.shop.secret, was.value);
  const options = {
    source: `customer-${was.kind}_changed.${customer_id}.${ctx.now.getTime()}`,
    customer_id,
    action_url: SECURITY_PATH,
  };
  return was.kind === 'email'
    ? notify(ctx, 'security', { about: 'email_changed', at, lang, sealed_email: sealed }, options)
    : notify(
        ctx,
        'security',
        { about: 'phone_changed', at, lang, ...(was_proven && { sealed_phone: sealed }) },
        options,
      );
}

/** Notifies a member of the points and coins that a till awarded or took. */
export function notifyOfTillEntry(
  ctx: Ctx,
  { type, customer_id, entry }: EventOf<'till.rewarded' | 'till.redeemed'>,
): Promise<void> {
  const kind = type === 'till.rewarded' ? 'offline-transaction-reward' : 'offline-transaction-redeem';
  const data = { entry_id: entry.id, wallet: entry.kind, amount: entry.amount };
  return notify(ctx, kind, data, { source: `wallet-entry.${entry.id}`, customer_id });
}
