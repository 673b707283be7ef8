/** Composes mails to a member of staff about the security of their account. */
import { formatDateTime } from '@shop/core/dates';
import { textIn } from '@shop/core/lang';
import type { Ctx } from '../context.ts';
import type { JobData } from '../jobs/jobs.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import { decrypt } from '../secrets/encrypt.ts';
import { headerText, plainMail, type ShopFacts } from './mail-parts.ts';
import { mailWord } from './messages.ts';

export type StaffNoticeJob = Extract<JobData['mail'], { about: 'staff.notice' }>;

/** Composes a notice to `to`. */
export function staffNoticeMail(to: string, { of, id, at, lang, device }: StaffNoticeJob, settings: ShopFacts): Mail {
  const { site_title } = settings;
  return {
    to: headerText(to),
    subject: headerText(mailWord(lang, `staff.${of}.subject`, { shop: textIn(lang, site_title.en, site_title.zh) })),
    ...plainMail(lang, mailWord(lang, `staff.${of}.title`), settings, [
      mailWord(lang, `staff.${of}.intro`, { time: formatDateTime(new Date(at), lang) }),
      mailWord(lang, 'staff.device', { device: device || mailWord(lang, 'device.unknown') }),
      mailWord(lang, 'staff.not_you'),
    ]),
    messageId: `staff-${id}`,
  };
}

/** Composes the mail of a job. */
export const composeStaffNotice = async (ctx: Ctx, job: StaffNoticeJob, settings: ShopFacts): Promise<Mail> =>
  staffNoticeMail(decrypt(ctx.shop.secret, job.sealed_email), job, settings);
