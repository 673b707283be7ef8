/** Sends the mails of the mail queue: those of notifications, and others such as codes and shop news. */
import { loadPhotos } from '../content/contact-photos.ts';
import { loadTicket } from '../content/contact-us.ts';
import type { Ctx } from '../context.ts';
import { deriveCodeMessageId, prepareCode } from '../identity/codes/codes.ts';
import type { JobData, NotificationJob } from '../jobs/jobs.ts';
import type { Mail, Mailer } from '../partners/mail/mailer.ts';
import { composeCodeMail } from './account-mail.ts';
import { composeGuestMail } from './alerts/compose-guest-mail.ts';
import { composeMail, type MailSource, readMailSource } from './compose-mail.ts';
import { composeContactCopyMail, composeContactReceivedMail } from './contact-mail.ts';
import { deliver, NO_LONGER_NEEDED, SENT_OUTCOME } from './deliveries.ts';
import { readOldMailJob } from './old-jobs.ts';
import { composeShopNews } from './shop-news.ts';
import { composeStaffNotice } from './staff-mail.ts';

export type MailJob = JobData['mail'];
type OtherMailJob = Exclude<MailJob, NotificationJob>;

/** Composes a mail that is not a notification; null if it is no longer needed. */
async function composeOther(ctx: Ctx, job: OtherMailJob, source: MailSource): Promise<Mail | null> {
  const { settings } = source;
  if (job.about === 'code') {
    const code = await prepareCode(ctx, job);
    return code === null
      ? null
      : composeCodeMail({ ...job, ...code, messageId: deriveCodeMessageId(ctx, job) }, settings);
  }
  if (job.about === 'alert.requested' || job.about === 'alert.due') return composeGuestMail(ctx, job, source);
  if (job.about === 'shop.news' || job.about === 'shop.digest') return composeShopNews(ctx, job, settings);
  if (job.about === 'staff.notice') return composeStaffNotice(ctx, job, settings);
  const old = readOldMailJob(job);
  if (old !== null) return composeMail(ctx, old, source);
  const ticket = await loadTicket(ctx.db, job.ticket_id);
  if (ticket === null) throw new Error(`A mail is about message ${job.ticket_id}, which does not exist`);
  if (job.about === 'contact.received') return composeContactReceivedMail(ticket, settings);
  // A shop without a contact email reads its messages in the database.
  if (settings.contact.email === '') return null;
  return composeContactCopyMail(ticket, await loadPhotos(ctx.db, ticket.id), settings);
}

/** Sends a batch of mails; a promise per job, so that one failure does not stop the others. */
export function sendMails(ctx: Ctx, mailer: Mailer, jobs: readonly MailJob[]): Promise<void>[] {
  const ids = jobs.flatMap((job) => (job.about === 'notification' ? [job.notification_id] : []));
  const others = jobs.filter((job): job is OtherMailJob => job.about !== 'notification');
  const source =
    others.length === 0
      ? null
      : readMailSource(
          ctx,
          others.flatMap((job) => readOldMailJob(job) ?? []),
        );
  const notifications = deliver(ctx, 'email', ids, {
    prepare: (deliveries) => readMailSource(ctx, deliveries),
    async send(delivery, source) {
      const mail = await composeMail(ctx, delivery, source);
      if (mail === null) return NO_LONGER_NEEDED;
      await mailer.send(mail);
      return SENT_OUTCOME;
    },
  });
  const sendOther = async (job: OtherMailJob) => {
    const mail = source && (await composeOther(ctx, job, await source));
    if (mail) await mailer.send(mail);
  };
  return jobs.map((job) =>
    job.about === 'notification' ? (notifications.shift() ?? Promise.resolve()) : sendOther(job),
  );
}
