/** Composes and sends the mails of jobs. */

import { textIn } from '@shop/core/lang';
import { isFailedDelivery, noteText } from '@shop/core/orders/order-note';
import { isStaffRefund } from '@shop/core/payments/refund-state';
import { loadTicket } from '../content/contact-us.ts';
import { type PublicSettings, readSettings } from '../content/settings.ts';
import type { Ctx } from '../context.ts';
import { codeMessageId, codeToSend } from '../identity/codes/codes.ts';
import { customerById } from '../identity/identity.sql.ts';
import type { JobData } from '../jobs/jobs.ts';
import { vouchersOfOrder } from '../loyalty/vouchers/order-vouchers.sql.ts';
import { readExpiringPoints } from '../loyalty/wallets/expiry.ts';
import { entryById } from '../loyalty/wallets/wallets.sql.ts';
import { imageUrl } from '../media/image-hash.ts';
import { readCancellation } from '../orders/cancellation/cancellations.ts';
import { type OrderRow, ordersById } from '../orders/orders.sql.ts';
import { loadConfirmedOrders } from '../orders/orders.ts';
import { orderView } from '../orders/orders.view.ts';
import { viewLink } from '../orders/view-token.ts';
import type { Mail, Mailer } from '../partners/mail/mailer.ts';
import { readMoney, readRefund } from '../payments/refunds.ts';
import { decrypt } from '../secrets/encrypt.ts';
import { codeMail, emailChangedMail, newDeviceMail, passwordChangedMail, phoneChangedMail } from './account-mail.ts';
import { contactCopyMail, contactReceivedMail } from './contact-mail.ts';
import type { ShopFacts } from './mail-parts.ts';
import {
  commentLine,
  type OrderMailFacts,
  orderChangedMail,
  ordersPlacedMail,
  type ReturnedByCancellation,
  refundMail,
  unpaidMail,
  vouchersMail,
} from './order-mail.ts';
import { entryMail, pointsExpiringMail } from './wallet-mail.ts';

type NoticeJob = Extract<JobData['mail'], { customer_id: string; at: string }>;

/** Composes a notice in the customer's language; null if the account has no email, or nothing is left to expire. */
async function noticeMail(ctx: Ctx, job: NoticeJob, settings: ShopFacts): Promise<Mail | null> {
  const at = new Date(job.at);
  const noticed = job.about === 'points.expiring' ? `.${job.days}` : '';
  const messageId = `${job.about.replace('.', '-')}.${job.customer_id}.${at.getTime()}${noticed}`;
  if (job.about === 'customer.email_changed') {
    const to = decrypt(ctx.shop.secret, job.sealed_to);
    return emailChangedMail({ to, lang: job.lang, at, messageId }, settings);
  }
  const customer = await ctx.db.row(customerById, [job.customer_id]);
  if (customer?.email == null) return null;
  const notice = { to: customer.email, lang: customer.lang, at, messageId };
  if (job.about === 'points.expiring') {
    const expiring = await readExpiringPoints(ctx, job.customer_id, at);
    return expiring && pointsExpiringMail(notice, { ...expiring, publicUrl: ctx.shop.publicUrl }, settings);
  }
  if (job.about === 'customer.new_device') return newDeviceMail(notice, job.device, settings);
  return job.about === 'customer.phone_changed'
    ? phoneChangedMail(notice, settings)
    : passwordChangedMail(notice, job.removed ?? [], settings);
}

/** Width in pixels of the logo's picture; mail programs show it smaller. */
const LOGO_WIDTH = 512;

/** Data for the mails of one batch, read once. */
type MailSource = { settings: PublicSettings & ShopFacts; orders: ReadonlyMap<string, OrderRow[]>; publicUrl: string };

async function mailSource(ctx: Ctx, jobs: readonly JobData['mail'][], publicUrl: string): Promise<MailSource> {
  const order_ids = jobs.flatMap((job) => (job.about === 'order.placed' ? [job.order_id] : []));
  const [settings, orders] = await Promise.all([readSettings(ctx), loadConfirmedOrders(ctx, order_ids)]);
  const { logo, has_own_logo } = settings;
  const logo_address = logo !== null && has_own_logo ? `${publicUrl}${imageUrl(logo, LOGO_WIDTH, 'png')}` : null;
  return { settings: { ...settings, logo_address }, orders, publicUrl };
}

/** Builds the content of an order mail; null if the account was removed, so that its orders have no email. */
function orderFacts(
  ctx: Ctx,
  found: readonly OrderRow[],
  { settings, publicUrl }: Pick<MailSource, 'settings' | 'publicUrl'>,
): OrderMailFacts | null {
  const mailed = found.filter(({ contact_email }) => contact_email !== '');
  const [first] = mailed;
  if (first === undefined) return null;
  const { lang, contact_email: to } = first;
  const orders = mailed.map((order) => ({
    order: orderView(order, lang),
    link: viewLink(publicUrl, ctx.shop.secret, order),
  }));
  return { orders, lang, to, settings };
}

/** Loads the mail with the link of an unpaid order; null once it is paid or canceled. */
async function loadUnpaidMail(
  ctx: Ctx,
  order_id: string,
  source: Pick<MailSource, 'settings' | 'publicUrl'>,
): Promise<Mail | null> {
  const found = await ctx.db.rows(ordersById, [[order_id]]);
  const facts = orderFacts(ctx, found, source);
  const held_until = facts?.orders[0]?.order.held_until ?? null;
  return facts && held_until && unpaidMail(held_until, `order-unpaid.${order_id}`, facts);
}

/** Reads what a canceled order returned, except what earlier refunds did. */
async function readReturned(ctx: Ctx, order: OrderRow): Promise<ReturnedByCancellation> {
  const { captured, refunded } = await readMoney(ctx, order.id);
  const before = (kind: 'coins' | 'points') => order.refunds.reduce((sum, refund) => sum + refund[kind], 0);
  return {
    money: order.payment_status === 'refund_due' ? captured - refunded : 0,
    coins: order.customer_id === null ? 0 : order.coins - before('coins'),
    points: order.customer_id === null ? 0 : order.points_used - before('points'),
  };
}

type ChangeJob = Extract<JobData['mail'], { about: 'order.status' | 'order.cancellation' }>;

/** Loads a mail about a new status or a cancellation request. */
async function changeMail(
  ctx: Ctx,
  job: ChangeJob,
  source: Pick<MailSource, 'settings' | 'publicUrl'>,
): Promise<Mail | null> {
  const request = job.about === 'order.cancellation' ? await readCancellation(ctx, job.cancellation_id) : null;
  const order_id = job.about === 'order.status' ? job.order_id : (request?.order_id ?? '');
  const found = await ctx.db.rows(ordersById, [[order_id]]);
  const facts = orderFacts(ctx, found, source);
  if (facts === null) return null;
  if (job.about === 'order.cancellation') {
    const messageId = `cancellation-${job.state}.${job.cancellation_id}`;
    const comment = commentLine(request?.comment ?? null, facts.lang);
    return orderChangedMail(`cancellation_${job.state}`, comment, messageId, facts);
  }
  const [order] = found;
  const entries = order?.history.filter(({ status }) => status === job.status) ?? [];
  const entry = entries.find(({ at }) => job.at !== undefined && Date.parse(at) === Date.parse(job.at)) ?? entries[0];
  if (order === undefined || entry === undefined) return null;
  const text = noteText(entry, facts.lang);
  const isFailed = isFailedDelivery(entry);
  const note = isFailed ? text : commentLine(text, facts.lang);
  // An order that is delivered again has a status twice.
  const nth = entry === entries[0] ? '' : `.${Date.parse(entry.at)}`;
  const returned = job.status === 'canceled' ? await readReturned(ctx, order) : null;
  const change = isFailed && job.status === 'packed' ? 'delivery_failed' : job.status;
  return orderChangedMail(change, note, `order-${job.status}.${order_id}${nth}`, facts, returned);
}

/** Loads a mail about a refund. */
async function loadRefundMail(
  ctx: Ctx,
  { refund_id, state }: Extract<JobData['mail'], { about: 'order.refund' }>,
  source: Pick<MailSource, 'settings' | 'publicUrl'>,
): Promise<Mail | null> {
  const { order_id, attempt_id, reason, ...amounts } = await readRefund(ctx, refund_id);
  const facts = orderFacts(ctx, await ctx.db.rows(ordersById, [[order_id]]), source);
  const refund = { ...amounts, isUnowed: !isStaffRefund(reason), inCash: attempt_id === null };
  return facts && refundMail(state, refund, `refund-${state}.${refund_id}`, facts);
}

/** Loads a mail with the vouchers that an order issued; null if they were voided meanwhile. */
async function loadVouchersMail(
  ctx: Ctx,
  order_id: string,
  source: Pick<MailSource, 'settings' | 'publicUrl'>,
): Promise<Mail | null> {
  const [vouchers, found] = await Promise.all([
    ctx.db.rows(vouchersOfOrder, [order_id]),
    ctx.db.rows(ordersById, [[order_id]]),
  ]);
  const facts = orderFacts(ctx, found, source);
  if (facts === null || vouchers.length === 0) return null;
  const named = vouchers.map(({ name_en, name_zh, ...voucher }) => {
    return { ...voucher, name: textIn(facts.lang, name_en, name_zh) };
  });
  return vouchersMail(named, `order-vouchers.${order_id}`, facts);
}

/** Composes a job's mail from the current data; null if it is no longer needed. */
async function composeMail(
  ctx: Ctx,
  job: JobData['mail'],
  { settings, orders, publicUrl }: MailSource,
): Promise<Mail | null> {
  if (job.about === 'order.placed') {
    const placed = orders.get(job.order_id);
    if (placed === undefined) throw new Error(`A mail is about order ${job.order_id}, which does not exist`);
    const facts = orderFacts(ctx, placed, { settings, publicUrl });
    return facts && ordersPlacedMail(job.order_id, facts);
  }
  if (job.about === 'order.unpaid') return loadUnpaidMail(ctx, job.order_id, { settings, publicUrl });
  if (job.about === 'order.status' || job.about === 'order.cancellation') {
    return changeMail(ctx, job, { settings, publicUrl });
  }
  if (job.about === 'order.refund') return loadRefundMail(ctx, job, { settings, publicUrl });
  if (job.about === 'wallet.entry') {
    const [customer, entry] = await Promise.all([
      ctx.db.row(customerById, [job.customer_id]),
      ctx.db.row(entryById, [job.customer_id, ctx.now, job.entry_id]),
    ]);
    if (customer?.email == null || entry === null) return null;
    return entryMail(entry, { to: customer.email, lang: customer.lang, publicUrl }, settings);
  }
  if (job.about === 'order.vouchers') return loadVouchersMail(ctx, job.order_id, { settings, publicUrl });
  if (job.about === 'code') {
    const sent = await codeToSend(ctx, job);
    if (sent === null) return null;
    return codeMail({ ...job, ...sent, messageId: codeMessageId(ctx, job) }, settings);
  }
  if ('customer_id' in job) return noticeMail(ctx, job, settings);
  const ticket = await loadTicket(ctx.db, job.ticket_id);
  if (ticket === null) throw new Error(`A mail is about message ${job.ticket_id}, which does not exist`);
  if (job.about === 'contact.received') return contactReceivedMail(ticket, settings);
  // A shop without a contact email reads its messages in the database.
  return settings.contact.email === '' ? null : contactCopyMail(ticket, settings);
}

/** Sends a batch of mails; a promise per job, so that one failure does not hold up the others. */
export function sendMails(ctx: Ctx, mailer: Mailer, jobs: readonly JobData['mail'][]): Promise<void>[] {
  const source = mailSource(ctx, jobs, ctx.shop.publicUrl);
  return jobs.map(async (job) => {
    const mail = await composeMail(ctx, job, await source);
    if (mail !== null) await mailer.send(mail);
  });
}
