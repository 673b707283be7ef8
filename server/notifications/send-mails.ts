/** Composes and sends the mails of jobs. */

import { loadTicket } from '../content/contact-us.ts';
import { readSettings, type StoredSettings } from '../content/settings.ts';
import type { Ctx } from '../context.ts';
import { codeMessageId, codeToSend } from '../identity/codes.ts';
import { customerById } from '../identity/identity.sql.ts';
import type { JobData } from '../jobs/jobs.ts';
import type { OrderRow } from '../orders/orders.sql.ts';
import { loadConfirmedOrders } from '../orders/orders.ts';
import { orderView } from '../orders/orders.view.ts';
import { viewLink } from '../orders/view-token.ts';
import type { Mail, Mailer } from '../partners/mail/mailer.ts';
import { unseal } from '../secrets/encrypt.ts';
import { codeMail, emailChangedMail, newDeviceMail, passwordChangedMail, phoneChangedMail } from './account-mail.ts';
import { contactCopyMail, contactReceivedMail } from './contact-mail.ts';
import { ordersPlacedMail } from './order-mail.ts';

type NoticeJob = Extract<JobData['mail'], { customer_id: string }>;

/** A security notice in the customer's language; null where the account has no email. */
async function noticeMail(ctx: Ctx, job: NoticeJob, settings: StoredSettings): Promise<Mail | null> {
  const at = new Date(job.at);
  const messageId = `${job.about.replace('.', '-')}.${job.customer_id}.${at.getTime()}`;
  if (job.about === 'customer.email_changed') {
    const to = unseal(ctx.shop.secret, job.sealed_to);
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

/** What the mails of one batch need, read once. */
type MailSource = { settings: StoredSettings; orders: ReadonlyMap<string, OrderRow[]>; publicUrl: string };

async function mailSource(ctx: Ctx, jobs: readonly JobData['mail'][], publicUrl: string): Promise<MailSource> {
  const order_ids = jobs.flatMap((job) => (job.about === 'order.placed' ? [job.order_id] : []));
  const [settings, orders] = await Promise.all([readSettings(ctx), loadConfirmedOrders(ctx, order_ids)]);
  return { settings, orders, publicUrl };
}

/** Composes a job's mail from the current data; null where it has become pointless. */
async function composeMail(
  ctx: Ctx,
  job: JobData['mail'],
  { settings, orders, publicUrl }: MailSource,
): Promise<Mail | null> {
  if (job.about === 'order.placed') {
    const placed = orders.get(job.order_id);
    if (placed === undefined) throw new Error(`A mail is about order ${job.order_id}, which does not exist`);
    // The email is empty where the account was removed in the meantime.
    const confirmed = placed.filter(({ contact_email }) => contact_email !== '');
    const [first] = confirmed;
    if (first === undefined) return null;
    const { lang, contact_email: to } = first;
    const views = confirmed.map((order) => ({
      order: orderView(order, lang),
      link: viewLink(publicUrl, ctx.shop.secret, order),
    }));
    return ordersPlacedMail({ id: job.order_id, orders: views, lang, to, settings });
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
