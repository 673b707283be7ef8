/** Composes account mails: one-time codes and security notices. */
import type { RemovedByRecovery } from '@shop/contract/identity';
import { formatDateTime } from '@shop/core/dates';
import { type Lang, textIn } from '@shop/core/lang';
import type { CodeJob } from '../jobs/jobs.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import { escapeHtml, largeDigits, panel } from './mail-layout.ts';
import { headerText, type Paragraph, plainMail, type ShopFacts } from './mail-parts.ts';
import { mailWord } from './messages.ts';

const shopName = ({ site_title }: ShopFacts, lang: Lang): string => textIn(lang, site_title.en, site_title.zh);

/** Composes the mail of a code, with large digits that can be read from a phone held next to the screen. */
export function codeMail(
  job: CodeJob & { contact: string; code: string; messageId: string },
  settings: ShopFacts,
): Mail {
  const { lang, contact, code, purpose, messageId } = job;
  return {
    to: headerText(contact),
    subject: headerText(mailWord(lang, 'code.subject', { shop: shopName(settings, lang) })),
    ...plainMail(lang, mailWord(lang, 'code.title'), settings, [
      mailWord(lang, `code.intro.${purpose}`),
      { text: code, html: largeDigits(code) },
      mailWord(lang, 'code.life'),
      mailWord(lang, 'code.secret'),
      mailWord(lang, 'code.not_you'),
    ]),
    messageId,
  };
}

/** Recipient, time and id of a notice. */
export type AccountNotice = { to: string; lang: Lang; at: Date; messageId: string };

/** Notices with texts of the same form. */
type AccountEvent = 'password' | 'email_changed' | 'phone_changed' | 'device';

function ownerMail(
  of: AccountEvent,
  { to, lang, at, messageId }: AccountNotice,
  settings: ShopFacts,
  more: readonly Paragraph[],
): Mail {
  return {
    to: headerText(to),
    subject: headerText(mailWord(lang, `${of}.subject`, { shop: shopName(settings, lang) })),
    ...plainMail(lang, mailWord(lang, `${of}.title`), settings, [
      mailWord(lang, `${of}.intro`, { time: formatDateTime(at, lang) }),
      ...more,
      mailWord(lang, `${of}.not_you`),
    ]),
    messageId,
  };
}

/** Composes the notice that the password was changed, which lists the data that a recovery removed. */
export const passwordChangedMail = (
  notice: AccountNotice,
  removed: readonly RemovedByRecovery[],
  settings: ShopFacts,
): Mail => {
  const lines = removed.map((each) => mailWord(notice.lang, `password.removed_${each}`));
  return ownerMail('password', notice, settings, lines);
};

/** Composes the notice to the previous email that the account has a new one. */
export const emailChangedMail = (notice: AccountNotice, settings: ShopFacts): Mail =>
  ownerMail('email_changed', notice, settings, []);

/** Composes the notice to the owner that the account has a new phone number. */
export const phoneChangedMail = (notice: AccountNotice, settings: ShopFacts): Mail =>
  ownerMail('phone_changed', notice, settings, []);

/** Composes the notice of a sign-in from a new device; `device` is empty if it is not recognized. */
export function newDeviceMail(notice: AccountNotice, device: string, settings: ShopFacts): Mail {
  const text = device || mailWord(notice.lang, 'device.unknown');
  return ownerMail('device', notice, settings, [{ text, html: panel(escapeHtml(text)) }]);
}
