/** Composes account mails: one-time codes and security notices. */
import type { RemovedByRecovery } from '@shop/contract/identity';
import { formatDateTime } from '@shop/core/dates';
import { CODE_LIFE_MINUTES } from '@shop/core/identity/one-time-code';
import { type Lang, textIn } from '@shop/core/lang';
import type { CodeJob } from '../jobs/jobs.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import { drawLargeDigits, drawPanel, escapeHtml } from './mail-layout.ts';
import { composePlainMail, type Paragraph, requireHeaderText, type ShopFacts } from './mail-parts.ts';
import { formatMailText } from './mail-texts.ts';

const formatShopName = ({ site_title }: ShopFacts, lang: Lang): string => textIn(lang, site_title.en, site_title.zh);

/** Composes the mail of a code, with large digits that can be read from a phone held next to the screen. */
export function composeCodeMail(
  job: CodeJob & { contact: string; code: string; messageId: string },
  settings: ShopFacts,
): Mail {
  const { lang, contact, code, purpose, messageId } = job;
  return {
    to: requireHeaderText(contact),
    subject: requireHeaderText(formatMailText(lang, 'code.subject', { shop: formatShopName(settings, lang) })),
    ...composePlainMail(lang, formatMailText(lang, 'code.title'), settings, [
      formatMailText(lang, `code.intro.${purpose}`),
      { text: code, html: drawLargeDigits(code) },
      formatMailText(lang, 'code.life', { minutes: CODE_LIFE_MINUTES }),
      formatMailText(lang, 'code.secret'),
      formatMailText(lang, 'code.not_you'),
    ]),
    messageId,
  };
}

/** Recipient, time and id of a notice. */
export type AccountNotice = { to: string; lang: Lang; at: Date; messageId: string };

/** Notices with texts of the same form. */
type AccountEvent = 'password' | 'email_changed' | 'phone_changed' | 'device';

function composeOwnerMail(
  of: AccountEvent,
  { to, lang, at, messageId }: AccountNotice,
  settings: ShopFacts,
  more: readonly Paragraph[],
): Mail {
  return {
    to: requireHeaderText(to),
    subject: requireHeaderText(formatMailText(lang, `${of}.subject`, { shop: formatShopName(settings, lang) })),
    ...composePlainMail(lang, formatMailText(lang, `${of}.title`), settings, [
      formatMailText(lang, `${of}.intro`, { time: formatDateTime(at, lang) }),
      ...more,
      formatMailText(lang, `${of}.not_you`),
    ]),
    messageId,
  };
}

/** Composes the notice that the password was changed, which lists the data that a recovery removed. */
export const composePasswordChangedMail = (
  notice: AccountNotice,
  removed: readonly RemovedByRecovery[],
  settings: ShopFacts,
): Mail => {
  const lines = removed.map((each) => formatMailText(notice.lang, `password.removed_${each}`));
  return composeOwnerMail('password', notice, settings, lines);
};

/** Composes the notice to the previous email that the account has a new one. */
export const composeEmailChangedMail = (notice: AccountNotice, settings: ShopFacts): Mail =>
  composeOwnerMail('email_changed', notice, settings, []);

/** Composes the notice to the owner that the account has a new phone number. */
export const composePhoneChangedMail = (notice: AccountNotice, settings: ShopFacts): Mail =>
  composeOwnerMail('phone_changed', notice, settings, []);

/** Composes the notice of a sign-in from a new device; `device` is empty if it is not recognized. */
export function composeNewDeviceMail(notice: AccountNotice, device: string, settings: ShopFacts): Mail {
  const text = device || formatMailText(notice.lang, 'device.unknown');
  return composeOwnerMail('device', notice, settings, [{ text, html: drawPanel(escapeHtml(text)) }]);
}
