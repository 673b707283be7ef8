/** Composes mails to a member of staff about the security of their account. */
import { formatDateTime } from '@shop/core/dates';
import { textIn } from '@shop/core/lang';
import type { Ctx } from '../context.ts';
import type { JobData } from '../jobs/jobs.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import { decrypt } from '../secrets/encrypt.ts';
import { composePlainMail, requireHeaderText, type ShopFacts } from './mail-parts.ts';
import { formatMailText } from './mail-texts.ts';

export type StaffNoticeJob = Extract<JobData['mail'], { about: 'staff.notice' }>;

/** Composes a notice to `to`. */
export function composeStaffNoticeMail(
  to: string,
  { of, id, at, lang, device }: StaffNoticeJob,
  settings: ShopFacts,
): Mail {
  const { site_title } = settings;
  return {
    to: requireHeaderText(to),
    subject: requireHeaderText(
      formatMailText(lang, `staff.${of}.subject`, { shop: textIn(lang, site_title.en, site_title.zh) }),
    ),
    ...composePlainMail(lang, formatMailText(lang, `staff.${of}.title`), settings, [
      formatMailText(lang, `staff.${of}.intro`, { time: formatDateTime(new Date(at), lang) }),
      formatMailText(lang, 'staff.device', { device: device || formatMailText(lang, 'device.unknown') }),
      formatMailText(lang, 'staff.not_you'),
    ]),
    messageId: `staff-${id}`,
  };
}

/** Composes the mail of a job. */
export const composeStaffNotice = async (ctx: Ctx, job: StaffNoticeJob, settings: ShopFacts): Promise<Mail> =>
  composeStaffNoticeMail(decrypt(ctx.shop.secret, job.sealed_email), job, settings);
