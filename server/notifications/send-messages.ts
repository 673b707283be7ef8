/** Sends codes and notices to phones, by WhatsApp with SMS as the fallback, and news of orders by WhatsApp alone. */
import { formatDateTime } from '@shop/core/dates';
import { type Lang, textIn } from '@shop/core/lang';
import { readPublicSettings } from '../content/settings.ts';
import type { Ctx } from '../context.ts';
import { prepareCode } from '../identity/codes/codes.ts';
import { recordMessage } from '../identity/codes/undelivered-codes.ts';
import { customerById } from '../identity/identity.sql.ts';
import type { JobData, NotificationJob } from '../jobs/jobs.ts';
import { MessageRefused } from '../partners/message/messenger.ts';
import { decrypt } from '../secrets/encrypt.ts';
import { type DeliveryOutcome, deliver, NO_LONGER_NEEDED, SENT_OUTCOME } from './deliveries.ts';
import { describeNotification } from './inbox-texts.ts';
import type { NotificationDelivery } from './notifications.sql.ts';
import { readOldMessageJob } from './old-jobs.ts';
import { type PhoneNotice, readPhoneNotice } from './phone-notices.ts';

type PhoneMessageJob = JobData['message'];
type FormatShopName = (lang: Lang) => string;

/**
 * Finds the recipient of a notice by phone: of a changed phone the previous one, otherwise the customer's proven phone.
 * Null without such a phone, and for other notices if the customer has an email.
 */
async function findRecipient(
  ctx: Ctx,
  customer_id: string | null,
  notice: PhoneNotice,
): Promise<{ to: string; lang: Lang } | null> {
  if (notice.about === 'phone_changed') {
    const { sealed_phone, lang } = notice;
    return sealed_phone === undefined ? null : { to: decrypt(ctx.shop.secret, sealed_phone), lang };
  }
  const customer = customer_id === null ? null : await ctx.db.row(customerById, [customer_id]);
  if (customer?.phone == null || customer.phone_verified_at === null || customer.email !== null) return null;
  return { to: customer.phone, lang: customer.lang };
}

async function sendNotice(
  ctx: Ctx,
  customer_id: string | null,
  notice: PhoneNotice,
  formatShopName: FormatShopName,
): Promise<DeliveryOutcome> {
  const recipient = await findRecipient(ctx, customer_id, notice);
  const { messenger } = ctx.shop.partners;
  if (recipient === null || messenger === null) return NO_LONGER_NEEDED;
  const time = formatDateTime(notice.at, recipient.lang);
  return trySending(() =>
    messenger.sendNotice({ ...recipient, about: notice.about, time, shop: formatShopName(recipient.lang) }),
  );
}

async function trySending(send: () => Promise<void>): Promise<DeliveryOutcome> {
  try {
    await send();
    return SENT_OUTCOME;
  } catch (error) {
    // A refused message would be refused again.
    if (error instanceof MessageRefused) return { state: 'failed', reason: 'refused' };
    throw error;
  }
}

/** Sends the news of an order to its customer's proven phone. */
async function sendOrderMessage(ctx: Ctx, delivery: NotificationDelivery): Promise<DeliveryOutcome> {
  const { kind, data, customer_id } = delivery;
  const { messenger } = ctx.shop.partners;
  const customer = customer_id === null ? null : await ctx.db.row(customerById, [customer_id]);
  if (customer?.phone == null || customer.phone_verified_at === null) return NO_LONGER_NEEDED;
  // The template's setting was removed meanwhile.
  if (messenger === null || !messenger.orderKinds.has(kind) || !('order_number' in data)) return NO_LONGER_NEEDED;
  const { phone: to, lang } = customer;
  const { body: text } = describeNotification(delivery, lang);
  return trySending(() => messenger.sendOrder({ to, lang, kind, order_number: data.order_number, text }));
}

async function sendCodeMessage(
  ctx: Ctx,
  { undelivered, ...job }: Exclude<PhoneMessageJob, NotificationJob>,
  formatShopName: FormatShopName,
): Promise<void> {
  const messenger = undelivered === true ? ctx.shop.partners.messenger?.next : ctx.shop.partners.messenger;
  const code = messenger ? await prepareCode(ctx, job) : null;
  if (!messenger || code === null) return;
  const message = { to: code.contact, code: code.code, lang: job.lang, shop: formatShopName(job.lang) };
  const message_id = await messenger.sendCode(message);
  if (message_id !== null) await recordMessage(ctx, message_id, job);
}

async function readShopName(ctx: Ctx): Promise<FormatShopName> {
  const { site_title } = await readPublicSettings(ctx);
  return (lang) => textIn(lang, site_title.en, site_title.zh);
}

/** Sends the messages of a batch; a promise per job. */
export function sendMessages(ctx: Ctx, jobs: readonly PhoneMessageJob[]): Promise<unknown>[] {
  const ids = jobs.flatMap((job) => ('notification_id' in job ? [job.notification_id] : []));
  const notifications = deliver(ctx, 'whatsapp', ids, {
    prepare: () => readShopName(ctx),
    async send(delivery, formatShopName) {
      const notice = readPhoneNotice(delivery);
      return notice === null
        ? sendOrderMessage(ctx, delivery)
        : sendNotice(ctx, delivery.customer_id, notice, formatShopName);
    },
  });
  return jobs.map(async (job) => {
    if ('notification_id' in job) return notifications.shift();
    const formatShopName = await readShopName(ctx);
    const old = readOldMessageJob(job);
    if (old !== null) return sendNotice(ctx, old.customer_id, old.notice, formatShopName);
    return sendCodeMessage(ctx, job, formatShopName);
  });
}
