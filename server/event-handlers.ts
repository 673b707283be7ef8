/**
 * What follows from what happened, in one place and in the caller's transaction: rows and jobs, never a call to a
 * partner. A throw undoes everything. What the jobs do stands here too.
 */
import { recognizeDevice } from '@shop/core/identity/device-name';
import type { Lang } from '@shop/core/lang';
import { addressesRecords } from './addresses/records.ts';
import { removeExpiredCarts } from './cart/cart.ts';
import { cartRecords } from './cart/records.ts';
import { forgetRecentOf, removeOldRecent } from './catalog/products/recent-products.ts';
import { removeOldSales, rollUpSales } from './catalog/sales/sales-rollup.ts';
import { textIn } from './content/bilingual.ts';
import { loadTicket, removeOldTickets } from './content/contact-us.ts';
import { readSettings, type StoredSettings } from './content/settings.ts';
import type { Ctx } from './context.ts';
import { loadDemo } from './demo.ts';
import type { ShopEvent } from './events.ts';
import { removeOldKeys } from './http/api/idempotency.ts';
import { removeOldChanges } from './http/cache/change-feed.ts';
import { codeMessageId, codeToSend, removeOldCodes } from './identity/codes.ts';
import { customerById } from './identity/identity.sql.ts';
import { removeOldSessions } from './identity/identity.ts';
import { noteMessage, removeOldMessages } from './identity/undelivered.ts';
import type { Work } from './jobs/boss.ts';
import { enqueue, type JobData } from './jobs/jobs.ts';
import {
  codeMail,
  emailChangedMail,
  newDeviceMail,
  noticeTime,
  passwordChangedMail,
  phoneChangedMail,
} from './notifications/account-mail.ts';
import { contactCopyMail, contactReceivedMail } from './notifications/contact-mail.ts';
import { ordersPlacedMail } from './notifications/order-mail.ts';
import { forgetNetworks } from './orders/open-orders.ts';
import type { OrderRow } from './orders/orders.sql.ts';
import { loadConfirmedOrders } from './orders/orders.ts';
import { orderView } from './orders/orders.view.ts';
import { detachOrdersOfStranger, takeOrders } from './orders/records.ts';
import { viewLink } from './orders/view-token.ts';
import type { Mail, Mailer } from './partners/mail/mailer.ts';
import { MessageRefused } from './partners/message/messenger.ts';
import { seal, unseal } from './secrets/encrypt.ts';
import { wishlistRecords } from './wishlist/records.ts';

/** What a customer saves, beside recent products and orders. */
const SAVED_RECORDS = [addressesRecords, cartRecords, wishlistRecords];

/** Runs the consequences of an event; what `ctx.announce` is. */
export async function announce(this: Ctx, event: ShopEvent): Promise<void> {
  switch (event.type) {
    case 'order.placed':
      await confirmOrder(this, event);
      break;
    case 'contact.received':
      await enqueue(this, 'mail', { about: 'contact.received', ticket_id: event.ticket_id });
      await enqueue(this, 'mail', { about: 'contact.copy', ticket_id: event.ticket_id });
      break;
    case 'customer.password_changed':
      await enqueue(this, 'mail', {
        about: 'customer.password_changed',
        customer_id: event.customer_id,
        removed: event.removed,
        at: this.now.toISOString(),
      });
      await enqueue(this, 'message', {
        about: 'password_changed',
        customer_id: event.customer_id,
        at: this.now.toISOString(),
      });
      break;
    case 'customer.reclaimed':
      for (const records of SAVED_RECORDS) await records.remove(this, event.customer_id);
      await forgetRecentOf(this, event.customer_id);
      await detachOrdersOfStranger(this, event.customer_id, event.contact);
      break;
    case 'customer.contact_changed':
      await tellOldContact(this, event);
      break;
    case 'customer.new_device':
      await enqueue(this, 'mail', {
        about: 'customer.new_device',
        customer_id: event.customer_id,
        device: recognizeDevice(event.device),
        at: this.now.toISOString(),
      });
      break;
    case 'contact.proven':
      // What was ordered as guest with it is theirs.
      await takeOrders(this, { from: [], into: event.customer_id, contact: event.contact });
  }
}

/** The first order of a mail sends it, at once or when it has collected those of the next minutes. */
async function confirmOrder(
  ctx: Ctx,
  { order_id, confirmation_id, confirm_at }: Extract<ShopEvent, { type: 'order.placed' }>,
): Promise<void> {
  if (confirmation_id !== order_id) return;
  const startAfter = confirm_at > ctx.now ? { startAfter: confirm_at } : undefined;
  await enqueue(ctx, 'mail', { about: 'order.placed', order_id }, startAfter);
}

/**
 * Whoever had the account before is told, where it was reached before: who took it over would not be. A number that was
 * never proven is nobody's for certain, and a message costs money.
 */
async function tellOldContact(
  ctx: Ctx,
  { customer_id, was, was_proven, lang }: Extract<ShopEvent, { type: 'customer.contact_changed' }>,
): Promise<void> {
  const at = ctx.now.toISOString();
  // Jobs name nobody (docs/decisions/0012-joining-and-leaving.md).
  const sealed_to = seal(ctx.secret, was.value);
  if (was.kind === 'email') {
    return enqueue(ctx, 'mail', { about: 'customer.email_changed', sealed_to, customer_id, lang, at });
  }
  await enqueue(ctx, 'mail', { about: 'customer.phone_changed', customer_id, at });
  if (was_proven) await enqueue(ctx, 'message', { about: 'phone_changed', sealed_to, lang, at });
}

type NoticeJob = Extract<JobData['mail'], { customer_id: string }>;

/** What the owner of an account is told, in their own language; null where the account has no email. */
async function noticeMail(ctx: Ctx, job: NoticeJob, settings: StoredSettings): Promise<Mail | null> {
  const at = new Date(job.at);
  const messageId = `${job.about.replace('.', '-')}.${job.customer_id}.${at.getTime()}`;
  if (job.about === 'customer.email_changed') {
    const to = unseal(ctx.secret, job.sealed_to);
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

type MessageJob = JobData['message'];
type PhoneNotice = Extract<MessageJob, { about: string }>;

/** Whom a notice to a telephone goes to; null where there is nobody to tell in this way. */
async function toldByPhone(ctx: Ctx, job: PhoneNotice): Promise<{ to: string; lang: Lang } | null> {
  if (job.about === 'phone_changed') return { to: unseal(ctx.secret, job.sealed_to), lang: job.lang };
  const customer = await ctx.db.row(customerById, [job.customer_id]);
  if (customer?.phone == null || customer.phone_verified_at === null || customer.email !== null) return null;
  return { to: customer.phone, lang: customer.lang };
}

async function sendNotice(ctx: Ctx, job: PhoneNotice, shopName: (lang: Lang) => string): Promise<void> {
  const told = await toldByPhone(ctx, job);
  if (told === null) return;
  const time = noticeTime(new Date(job.at), told.lang);
  try {
    await ctx.partners.messenger?.sendNotice({ ...told, about: job.about, time, shop: shopName(told.lang) });
  } catch (error) {
    // Trying again is of no use.
    if (!(error instanceof MessageRefused)) throw error;
  }
}

async function sendCodeMessage(
  ctx: Ctx,
  { undelivered, ...job }: Exclude<MessageJob, PhoneNotice>,
  shopName: (lang: Lang) => string,
): Promise<void> {
  const messenger = undelivered === true ? ctx.partners.messenger?.next : ctx.partners.messenger;
  const sent = messenger ? await codeToSend(ctx, job) : null;
  if (!messenger || sent === null) return;
  const message = { to: sent.contact, code: sent.code, lang: job.lang, shop: shopName(job.lang) };
  const message_id = await messenger.sendCode(message);
  if (message_id !== null) await noteMessage(ctx, message_id, job);
}

/** What the mails of jobs that are done together are made from, read once. */
type MailSource = { settings: StoredSettings; orders: ReadonlyMap<string, OrderRow[]>; publicUrl: string };

async function mailSource(ctx: Ctx, jobs: readonly JobData['mail'][], publicUrl: string): Promise<MailSource> {
  const order_ids = jobs.flatMap((job) => (job.about === 'order.placed' ? [job.order_id] : []));
  const [settings, orders] = await Promise.all([readSettings(ctx), loadConfirmedOrders(ctx, order_ids)]);
  return { settings, orders, publicUrl };
}

/** The mail of a job, its content made from what is true now. */
async function composeMail(
  ctx: Ctx,
  job: JobData['mail'],
  { settings, orders, publicUrl }: MailSource,
): Promise<Mail | null> {
  if (job.about === 'order.placed') {
    const placed = orders.get(job.order_id);
    if (placed === undefined) throw new Error(`A mail is about order ${job.order_id}, which does not exist`);
    // Without an email where the account was removed meanwhile.
    const confirmed = placed.filter(({ contact_email }) => contact_email !== '');
    const [first] = confirmed;
    if (first === undefined) return null;
    const { lang, contact_email: to } = first;
    const views = confirmed.map((order) => ({
      order: orderView(order, lang),
      link: viewLink(publicUrl, ctx.secret, order),
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
  // A shop without an address of its own reads its messages in the database.
  return settings.contact.email === '' ? null : contactCopyMail(ticket, settings);
}

/** Looks after the day: the demo's sales made real, sales counted anew, what has expired removed. */
async function doDaily(ctx: Ctx, isDemo: boolean): Promise<void> {
  if (isDemo) await (await loadDemo()).ensureDealWindows(ctx.db, ctx.now);
  await rollUpSales(ctx, 'whole window');
  await removeOldSales(ctx);
  await removeOldRecent(ctx);
  await removeOldTickets(ctx);
  await removeExpiredCarts(ctx.db, ctx.now);
  await removeOldCodes(ctx);
  await removeOldMessages(ctx);
  await removeOldSessions(ctx);
  await removeOldKeys(ctx);
  await removeOldChanges(ctx);
  await forgetNetworks(ctx);
}

/** What is done with each queue's jobs. `system` makes the context of jobs. */
export function workOf(deps: { system: () => Ctx; mailer: Mailer; publicUrl: string; isDemo: boolean }): Work {
  return {
    mail(jobs) {
      const ctx = deps.system();
      const source = mailSource(ctx, jobs, deps.publicUrl);
      return jobs.map(async (job) => {
        const mail = await composeMail(ctx, job, await source);
        if (mail !== null) await deps.mailer.send(mail);
      });
    },
    message: (jobs) =>
      jobs.map(async (job) => {
        const ctx = deps.system();
        const { site_title } = await readSettings(ctx);
        const shopName = (lang: Lang) => textIn(lang, site_title.en, site_title.zh);
        await ('about' in job ? sendNotice(ctx, job, shopName) : sendCodeMessage(ctx, job, shopName));
      }),
    hourly: (jobs) => jobs.map(() => rollUpSales(deps.system())),
    daily: (jobs) => jobs.map(() => doDaily(deps.system(), deps.isDemo)),
  };
}
