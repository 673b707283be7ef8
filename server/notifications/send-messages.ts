/** Sends codes and notices to phones, by WhatsApp with SMS as the fallback. */
import { dateTimeText } from '@shop/core/dates';
import { type Lang, textIn } from '@shop/core/lang';
import { readSettings } from '../content/settings.ts';
import type { Ctx } from '../context.ts';
import { codeToSend } from '../identity/codes/codes.ts';
import { recordMessage } from '../identity/codes/undelivered-codes.ts';
import { customerById } from '../identity/identity.sql.ts';
import type { JobData } from '../jobs/jobs.ts';
import { MessageRefused } from '../partners/message/messenger.ts';
import { decrypt } from '../secrets/encrypt.ts';

type MessageJob = JobData['message'];
type PhoneNotice = Extract<MessageJob, { about: string }>;

/** Finds the recipient of a notice by phone; null if the customer has an email or no proven phone. */
async function phoneRecipient(ctx: Ctx, job: PhoneNotice): Promise<{ to: string; lang: Lang } | null> {
  if (job.about === 'phone_changed') return { to: decrypt(ctx.shop.secret, job.sealed_to), lang: job.lang };
  const customer = await ctx.db.row(customerById, [job.customer_id]);
  if (customer?.phone == null || customer.phone_verified_at === null || customer.email !== null) return null;
  return { to: customer.phone, lang: customer.lang };
}

async function sendNotice(ctx: Ctx, job: PhoneNotice, shopName: (lang: Lang) => string): Promise<void> {
  const recipient = await phoneRecipient(ctx, job);
  if (recipient === null) return;
  const time = dateTimeText(job.at, recipient.lang);
  try {
    await ctx.shop.partners.messenger?.sendNotice({
      ...recipient,
      about: job.about,
      time,
      shop: shopName(recipient.lang),
    });
  } catch (error) {
    // A refused message would be refused again.
    if (!(error instanceof MessageRefused)) throw error;
  }
}

async function sendCodeMessage(
  ctx: Ctx,
  { undelivered, ...job }: Exclude<MessageJob, PhoneNotice>,
  shopName: (lang: Lang) => string,
): Promise<void> {
  const messenger = undelivered === true ? ctx.shop.partners.messenger?.next : ctx.shop.partners.messenger;
  const sent = messenger ? await codeToSend(ctx, job) : null;
  if (!messenger || sent === null) return;
  const message = { to: sent.contact, code: sent.code, lang: job.lang, shop: shopName(job.lang) };
  const message_id = await messenger.sendCode(message);
  if (message_id !== null) await recordMessage(ctx, message_id, job);
}

/** Sends the message of a job. */
export async function sendMessage(ctx: Ctx, job: MessageJob): Promise<void> {
  const { site_title } = await readSettings(ctx);
  const shopName = (lang: Lang) => textIn(lang, site_title.en, site_title.zh);
  await ('about' in job ? sendNotice(ctx, job, shopName) : sendCodeMessage(ctx, job, shopName));
}
