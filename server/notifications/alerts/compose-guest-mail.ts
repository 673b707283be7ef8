/** Composes the mails of guests' alerts from their current data. */
import type { Ctx } from '../../context.ts';
import type { JobData } from '../../jobs/jobs.ts';
import type { Mail } from '../../partners/mail/mailer.ts';
import type { MailSource } from '../compose-mail.ts';
import { composeAlertConfirmation, composeAlertMail } from './alert-mail.ts';
import { alertToMail } from './alerts.sql.ts';

export type GuestAlertJob = Extract<JobData['mail'], { about: 'alert.requested' | 'alert.due' }>;

/** Composes the mail of a guest's alert; null if it was confirmed or ended meanwhile, or its product removed. */
export async function composeGuestMail(ctx: Ctx, job: GuestAlertJob, source: MailSource): Promise<Mail | null> {
  const { alert_id, about, at } = job;
  const alert = await ctx.db.row(alertToMail, [alert_id]);
  if (alert === null) return null;
  const { kind, state, email: to, ...product } = alert;
  const mailed = { alert_id, to, ...product, messageId: `${about.replace('.', '-')}.${alert_id}.${Date.parse(at)}` };
  const mailSource = { ...source, secret: ctx.shop.secret };
  if (about === 'alert.requested') {
    return state === 'unconfirmed' ? composeAlertConfirmation(kind, mailed, mailSource) : null;
  }
  if (kind === 'price-drop' && state === 'ended') return null;
  const { price, was } = job;
  return composeAlertMail(mailed, kind === 'price-drop' ? { price, was } : null, mailSource, { isCustomer: false });
}
