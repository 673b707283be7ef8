/** Composes and sends the mails of jobs. */

import { loadTicket } from '../content/contact-us.ts';
import { type PublicSettings, readSettings } from '../content/settings.ts';
import type { Ctx } from '../context.ts';
import { codeMessageId, codeToSend } from '../identity/codes/codes.ts';
import { customerById } from '../identity/identity.sql.ts';
import type { JobData } from '../jobs/jobs.ts';
import { readCancellation } from '../orders/cancellations.ts';
import { type OrderRow, ordersById } from '../orders/orders.sql.ts';
import { loadConfirmedOrders } from '../orders/orders.ts';
import { orderView } from '../orders/orders.view.ts';
import { viewLink } from '../orders/view-token.ts';
import type { Mail, Mailer } from '../partners/mail/mailer.ts';
import { decrypt } from '../secrets/encrypt.ts';
import { codeMail, emailChangedMail, newDeviceMail, passwordChangedMail, phoneChangedMail } from './account-mail.ts';
import { contactCopyMail, contactReceivedMail } from './contact-mail.ts';
import { type OrderMailFacts, orderChangedMail, ordersPlacedMail } from './order-mail.ts';

type NoticeJob = Extract<JobData['mail'], { customer_id: string }>;

/** A security notice in the customer's language; null where the account has no email. */
async function noticeMail(ctx: Ctx, job: NoticeJob, settings: PublicSettings): Promise<Mail | null> {
  const at = new Date(job.at);
  const messageId = `${job.about.replace('.', '-')}.${job.customer_id}.${at.getTime()}`;
  if (job.about === 'customer.email_changed') {
    const to = decrypt(ctx.shop.secret, job.sealed_to);
    return emailChangedMail({ to, lang: job.lang, at, messageId }, settings);
  }
  const customer = await ctx.db.row(customerById, [job.customer_id]);
  if (customer?.email == null) return null;
  const notice = { to: customer.email, lang: customer.lang, at, messageId };
  if (job.about === 'customer.new_device') return newDeviceMail(notice, job.device, settings);
  return job.about === 'customer.phone_changed'
    ? phoneChangedMail(notice, settings)
    : passwordChangedMail(notice, job.removed ?? [], settings);
}

/** Data for the mails of one batch, read once. */
type MailSource = { settings: PublicSettings; orders: ReadonlyMap<string, OrderRow[]>; publicUrl: string };

async function mailSource(ctx: Ctx, jobs: readonly JobData['mail'][], publicUrl: string): Promise<MailSource> {
  const order_ids = jobs.flatMap((job) => (job.about === 'order.placed' ? [job.order_id] : []));
  const [settings, orders] = await Promise.all([readSettings(ctx), loadConfirmedOrders(ctx, order_ids)]);
  return { settings, orders, publicUrl };
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
    return orderChangedMail(`cancellation_${job.state}`, request?.comment ?? null, messageId, facts);
  }
  const entry = found[0]?.history.findLast(({ status }) => status === job.status);
  return orderChangedMail(job.status, entry?.note ?? null, `order-${job.status}.${order_id}`, facts);
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
  if (job.about === 'order.status' || job.about === 'order.cancellation') {
    return changeMail(ctx, job, { settings, publicUrl });
  }
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
