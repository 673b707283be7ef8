/** Composes the mails of notifications, by kind, from the current data. */
import { textIn } from '@shop/core/lang';
import type { NotificationKind } from '@shop/core/notifications/kinds';
import { formatOrderNote, isFailedDelivery } from '@shop/core/orders/order-note';
import { isStaffRefund } from '@shop/core/payments/refund-state';
import { type PublicSettings, readPublicSettings } from '../content/settings.ts';
import type { Ctx } from '../context.ts';
import { type CustomerRow, customerById } from '../identity/identity.sql.ts';
import { vouchersOfOrder } from '../loyalty/vouchers/order-vouchers.sql.ts';
import { readExpiringPoints } from '../loyalty/wallets/expiry.ts';
import { entryById } from '../loyalty/wallets/wallets.sql.ts';
import { readCancellation } from '../orders/cancellation/cancellations.ts';
import { type OrderRow, ordersById } from '../orders/orders.sql.ts';
import { loadConfirmedOrders } from '../orders/orders.ts';
import { orderView } from '../orders/orders.view.ts';
import { buildViewLink } from '../orders/view-token.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import { readMoney, readRefund } from '../payments/refunds.ts';
import { decrypt } from '../secrets/encrypt.ts';
import {
  composeEmailChangedMail,
  composeNewDeviceMail,
  composePasswordChangedMail,
  composePhoneChangedMail,
} from './account-mail.ts';
import { composeAlertMail } from './alerts/alert-mail.ts';
import { describeItems, describeNotification } from './inbox-texts.ts';
import { type ShopFacts, toShopFacts } from './mail-parts.ts';
import { composeMarketingMail } from './marketing-mail.ts';
import type { NotificationData, NotificationFacts } from './notification-data.ts';
import {
  composeOrderChangedMail,
  composeOrdersPlacedMail,
  composeRefundMail,
  composeUnpaidMail,
  composeVouchersMail,
  formatComment,
  type OrderMailFacts,
  type ReturnedByCancellation,
} from './order-mail.ts';
import { composeEntryMail, composePointsExpiringMail } from './wallet-mail.ts';

/** The facts of a notification that is mailed; `source` makes the Message-ID. */
export type NotificationToMail = NotificationFacts & {
  source: string;
  customer_id: string | null;
  order_id: string | null;
  action_url: string | null;
  /** The hash of a picture. */
  image: string | null;
};

/** Data for the mails of one batch, read once. */
export type MailSource = {
  settings: PublicSettings & ShopFacts;
  /** The orders of each confirmation mail. */
  orders: ReadonlyMap<string, OrderRow[]>;
  publicUrl: string;
};

export async function readMailSource(ctx: Ctx, notifications: readonly NotificationToMail[]): Promise<MailSource> {
  const { publicUrl } = ctx.shop;
  const order_ids = notifications.flatMap(({ kind, order_id }) =>
    kind === 'order-placed' && order_id !== null ? [order_id] : [],
  );
  const [settings, orders] = await Promise.all([readPublicSettings(ctx), loadConfirmedOrders(ctx, order_ids)]);
  return { settings: toShopFacts(settings, publicUrl), orders, publicUrl };
}

type ComposeMail<Kind extends NotificationKind> = (
  ctx: Ctx,
  notification: NotificationToMail & { data: NotificationData<Kind> },
  source: MailSource,
) => Promise<Mail | null>;

/** Builds the content of an order mail; null if the account was removed, so that its orders have no email. */
function buildOrderFacts(
  ctx: Ctx,
  orders: readonly OrderRow[],
  { settings, publicUrl }: MailSource,
): OrderMailFacts | null {
  const mailed = orders.filter(({ contact_email }) => contact_email !== '');
  const [first] = mailed;
  if (first === undefined) return null;
  const { lang, contact_email: to } = first;
  const linked = mailed.map((order) => ({
    order: orderView(order, lang),
    link: buildViewLink(publicUrl, ctx.shop.secret, order),
  }));
  return { orders: linked, lang, to, settings };
}

/** Reads the order of a notification; empty without one. */
async function readOrders(ctx: Ctx, order_id: string | null): Promise<OrderRow[]> {
  return order_id === null ? [] : ctx.db.rows(ordersById, [[order_id]]);
}

/** Finds the customer of a notification, with an email; null if the account has none. */
async function findMailRecipient(
  ctx: Ctx,
  customer_id: string | null,
): Promise<(CustomerRow & { email: string }) | null> {
  const customer = customer_id === null ? null : await ctx.db.row(customerById, [customer_id]);
  return customer?.email == null ? null : { ...customer, email: customer.email };
}

/** Confirms the order, and those that joined its mail. */
const composePlaced: ComposeMail<'order-placed'> = async (ctx, { order_id }, source) => {
  const placed = source.orders.get(order_id ?? '');
  if (placed === undefined) throw new Error(`A mail is about order ${order_id}, which does not exist`);
  const facts = buildOrderFacts(ctx, placed, source);
  return facts && composeOrdersPlacedMail(order_id ?? '', facts);
};

/** Composes the reminder of an unpaid order with its link; null once it is paid or canceled. */
const composeUnpaid: ComposeMail<'payment'> = async (ctx, { order_id, data }, source) => {
  // The confirmation reports a payment.
  if (data.state === 'paid') return null;
  const facts = buildOrderFacts(ctx, await readOrders(ctx, order_id), source);
  const held_until = facts?.orders[0]?.order.held_until ?? null;
  return facts && held_until && composeUnpaidMail(held_until, `order-unpaid.${order_id}`, facts);
};

/** Reads the money, coins and points that a canceled order returned, without those of earlier refunds. */
async function readReturned(ctx: Ctx, order: OrderRow): Promise<ReturnedByCancellation> {
  const { captured, refunded } = await readMoney(ctx, order.id);
  const before = (kind: 'coins' | 'points') => order.refunds.reduce((sum, refund) => sum + refund[kind], 0);
  return {
    money: order.payment_status === 'refund_due' ? captured - refunded : 0,
    coins: order.customer_id === null ? 0 : order.coins - before('coins'),
    points: order.customer_id === null ? 0 : order.points_used - before('points'),
  };
}

/** Reports the status that the order got at a time, with the note from its history. */
const composeStatus: ComposeMail<'order-updated' | 'cancellation'> = async (ctx, { order_id, data }, source) => {
  const status = 'status' in data ? data.status : 'canceled';
  const [order] = await readOrders(ctx, order_id);
  const facts = buildOrderFacts(ctx, order === undefined ? [] : [order], source);
  const entries = order?.history.filter((entry) => entry.status === status) ?? [];
  const at = 'at' in data ? Date.parse(data.at) : Number.NaN;
  const entry = entries.find((each) => Date.parse(each.at) === at) ?? entries[0];
  if (facts === null || order === undefined || entry === undefined) return null;
  const text = formatOrderNote(entry, facts.lang);
  const isFailed = isFailedDelivery(entry);
  const note = isFailed ? text : formatComment(text, facts.lang);
  // An order that is delivered again has a status twice.
  const nth = entry === entries[0] ? '' : `.${Date.parse(entry.at)}`;
  const returned = status === 'canceled' ? await readReturned(ctx, order) : null;
  const change = isFailed && status === 'packed' ? 'delivery_failed' : status;
  return composeOrderChangedMail(change, note, `order-${status}.${order_id}${nth}`, facts, returned);
};

/** Reports a cancellation request that did not cancel the order, or a canceled order. */
const composeCancellation: ComposeMail<'cancellation'> = async (ctx, notification, source) => {
  const { data } = notification;
  if (data.state === 'canceled') return composeStatus(ctx, notification, source);
  const { order_id, comment } = await readCancellation(ctx, data.cancellation_id);
  const facts = buildOrderFacts(ctx, await readOrders(ctx, order_id), source);
  if (facts === null) return null;
  const messageId = `cancellation-${data.state}.${data.cancellation_id}`;
  return composeOrderChangedMail(`cancellation_${data.state}`, formatComment(comment, facts.lang), messageId, facts);
};

const composeRefund: ComposeMail<'refund'> = async (ctx, { data: { refund_id, state } }, source) => {
  const { order_id, attempt_id, reason, ...amounts } = await readRefund(ctx, refund_id);
  if (amounts.state === 'withdrawn') return null;
  const facts = buildOrderFacts(ctx, await readOrders(ctx, order_id), source);
  const refund = { ...amounts, isUnowed: !isStaffRefund(reason), inCash: attempt_id === null };
  return facts && composeRefundMail(state, refund, `refund-${state}.${refund_id}`, facts);
};

/** Lists the vouchers that an order issued; null if they were voided meanwhile. */
const composeVouchers: ComposeMail<'voucher'> = async (ctx, { order_id }, source) => {
  if (order_id === null) return null;
  const [vouchers, orders] = await Promise.all([
    ctx.db.rows(vouchersOfOrder, [order_id]),
    ctx.db.rows(ordersById, [[order_id]]),
  ]);
  const facts = buildOrderFacts(ctx, orders, source);
  if (facts === null || vouchers.length === 0) return null;
  const listed = vouchers.map(({ name_en, name_zh, ...voucher }) => {
    return { ...voucher, name: textIn(facts.lang, name_en, name_zh) };
  });
  return composeVouchersMail(listed, `order-vouchers.${order_id}`, facts);
};

/** Reminds of points that expire soon; null if none are left. */
const composeExpiring: ComposeMail<'points-expiring'> = async (
  ctx,
  { customer_id, data, source },
  { settings, publicUrl },
) => {
  const customer = await findMailRecipient(ctx, customer_id);
  if (customer === null) return null;
  const at = new Date(data.expires_at);
  const expiring = await readExpiringPoints(ctx, customer.id, at);
  const notice = { to: customer.email, lang: customer.lang, at, messageId: source };
  return expiring && composePointsExpiringMail(notice, { ...expiring, publicUrl }, settings);
};

type TillKind = 'offline-transaction-reward' | 'offline-transaction-redeem';

/** Reports a wallet's entry that was made at a till. */
const composeEntry: ComposeMail<TillKind> = async (ctx, { customer_id, data }, { settings, publicUrl }) => {
  const [customer, entry] = await Promise.all([
    findMailRecipient(ctx, customer_id),
    ctx.db.row(entryById, [customer_id, ctx.now, data.entry_id]),
  ]);
  if (customer === null || entry === null) return null;
  return composeEntryMail(entry, { to: customer.email, lang: customer.lang, publicUrl }, settings);
};

/** Reports a product that is back in stock, or costs less. */
const composeAlert: ComposeMail<'back-in-stock' | 'price-drop'> = async (
  ctx,
  { customer_id, data, source },
  mailSource,
) => {
  const customer = await findMailRecipient(ctx, customer_id);
  if (customer === null) return null;
  const { email: to, lang } = customer;
  const fall = 'was' in data ? data : null;
  const mailed = { ...data, to, lang, messageId: source };
  return composeAlertMail(mailed, fall, { ...mailSource, secret: ctx.shop.secret }, { isCustomer: true });
};

/** Composes a campaign's mail, with the link to unsubscribe; null without a proven email. */
const composeMarketing: ComposeMail<'marketing'> = async (ctx, notification, source) => {
  const { action_url, image, source: messageId } = notification;
  const customer = await findMailRecipient(ctx, notification.customer_id);
  if (customer === null || customer.email_verified_at === null) return null;
  const { id: customer_id, email: to, lang } = customer;
  const texts = describeNotification(notification, lang);
  const mail = { ...texts, action_url, image, customer_id, to, lang, messageId };
  return composeMarketingMail(mail, { ...source, secret: ctx.shop.secret });
};

/** Reports a new slot or address, with the note that the history got at a time. */
const composeDelivery: ComposeMail<'delivery-changed'> = async (ctx, { order_id, data, source: messageId }, source) => {
  const [order] = await readOrders(ctx, order_id);
  const facts = buildOrderFacts(ctx, order === undefined ? [] : [order], source);
  const entry = order?.history.find((each) => Date.parse(each.at) === Date.parse(data.at));
  if (facts === null || entry === undefined) return null;
  return composeOrderChangedMail('delivery_changed', formatOrderNote(entry, facts.lang), messageId, facts);
};

/** Reports the short and replaced goods of a packed order. */
const composeItems: ComposeMail<'order-items-changed'> = async (ctx, { order_id, data, source: messageId }, source) => {
  const facts = buildOrderFacts(ctx, await readOrders(ctx, order_id), source);
  return facts && composeOrderChangedMail('items_changed', describeItems(data, facts.lang), messageId, facts);
};

/** Composes a security notice to the account's owner; that of a new email goes to the previous one. */
const composeSecurity: ComposeMail<'security'> = async (
  ctx,
  { customer_id, data, source: messageId },
  { settings },
) => {
  const at = new Date(data.at);
  if (data.about === 'email_changed') {
    if (data.sealed_email === undefined) return null;
    return composeEmailChangedMail(
      { to: decrypt(ctx.shop.secret, data.sealed_email), lang: data.lang, at, messageId },
      settings,
    );
  }
  const customer = await findMailRecipient(ctx, customer_id);
  if (customer === null) return null;
  const notice = { to: customer.email, lang: customer.lang, at, messageId };
  if (data.about === 'new_device') return composeNewDeviceMail(notice, data.device, settings);
  return data.about === 'phone_changed'
    ? composePhoneChangedMail(notice, settings)
    : composePasswordChangedMail(notice, data.removed, settings);
};

/** The composer of each kind that has a mail; it returns null if the mail is no longer needed. */
const COMPOSE_MAIL = {
  'order-placed': composePlaced,
  'order-updated': composeStatus,
  'order-items-changed': composeItems,
  'delivery-changed': composeDelivery,
  payment: composeUnpaid,
  cancellation: composeCancellation,
  refund: composeRefund,
  'points-expiring': composeExpiring,
  'offline-transaction-reward': composeEntry,
  'offline-transaction-redeem': composeEntry,
  voucher: composeVouchers,
  'back-in-stock': composeAlert,
  'price-drop': composeAlert,
  security: composeSecurity,
  marketing: composeMarketing,
} as const satisfies { readonly [Kind in NotificationKind]?: ComposeMail<Kind> };

/** A kind that has a mail. */
export type MailedKind = keyof typeof COMPOSE_MAIL;

/** Returns whether a kind has a mail. */
export const hasMail = (kind: NotificationKind): kind is MailedKind => Object.hasOwn(COMPOSE_MAIL, kind);

/** Prefix of the source of a mail that staff send again; the rest of the source is unique. */
export const RESENT_PREFIX = 'resent:';

/** Returns the suffix that distinguishes the Message-ID of a mail that is sent again from the first; else empty. */
const formatResentSuffix = (source: string): string =>
  source.startsWith(RESENT_PREFIX) ? `.${source.slice(RESENT_PREFIX.length)}` : '';

/** Composes the mail of a notification; null if it is no longer needed. */
export async function composeMail(
  ctx: Ctx,
  notification: NotificationToMail,
  source: MailSource,
): Promise<Mail | null> {
  if (!hasMail(notification.kind)) return null;
  // Each composer takes the data of its kind.
  const compose = COMPOSE_MAIL[notification.kind] as ComposeMail<never>;
  const mail = await compose(ctx, notification as never, source);
  return mail && { ...mail, messageId: `${mail.messageId}${formatResentSuffix(notification.source)}` };
}
