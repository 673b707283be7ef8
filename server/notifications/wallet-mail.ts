/** Composes mails about a wallet: one per entry, and reminders of points that expire soon. */
import { formatDate } from '@shop/core/dates';
import { type Lang, textIn } from '@shop/core/lang';
import { ROUTES, withLang } from '@shop/core/links/paths';
import { formatMoney, type Sen } from '@shop/core/money';
import { describeEntry } from '../loyalty/wallets/entry-texts.ts';
import type { EntryRow } from '../loyalty/wallets/wallets.sql.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import type { AccountNotice } from './account-mail.ts';
import { drawLargeDigits } from './mail-layout.ts';
import { buildButtonLink, composePlainMail, formatLabelled, requireHeaderText, type ShopFacts } from './mail-parts.ts';
import { formatMailText } from './mail-texts.ts';

const formatSigned = (amount: number): string => (amount > 0 ? `+${amount}` : String(amount));

export function composeEntryMail(
  entry: EntryRow,
  { to, lang, publicUrl }: { to: string; lang: Lang; publicUrl: string },
  settings: ShopFacts,
): Mail {
  const shop = textIn(lang, settings.site_title.en, settings.site_title.zh);
  const description = describeEntry(entry.action, entry.details, lang);
  return {
    to: requireHeaderText(to),
    subject: requireHeaderText(
      formatMailText(lang, `entry.subject_${entry.kind}`, { shop, amount: formatSigned(entry.amount) }),
    ),
    ...composePlainMail(
      lang,
      formatMailText(lang, 'entry.title'),
      settings,
      [
        {
          text: formatLabelled(lang, description, formatSigned(entry.amount)),
          html: drawLargeDigits(formatSigned(entry.amount), description),
        },
        formatMailText(lang, `entry.balance_${entry.kind}`, { balance: entry.balance_after }),
        buildButtonLink(lang, formatMailText(lang, 'entry.follow'), `${publicUrl}${withLang(ROUTES.wallet, lang)}`),
      ],
      { settingsLink: `${publicUrl}${withLang(ROUTES.notificationSettings, lang)}` },
    ),
    messageId: `wallet-entry.${entry.id}`,
  };
}

/** Points that expire at the notice's time, and their value in sen. */
type ExpiringPoints = { points: number; value: Sen; publicUrl: string };

/** Composes the reminder of points that expire soon. They can be used on the whole day before their expiry. */
export function composePointsExpiringMail(
  { to, lang, at, messageId }: AccountNotice,
  { points, value, publicUrl }: ExpiringPoints,
  settings: ShopFacts,
): Mail {
  const date = formatDate(at.getTime() - 1, lang);
  const shop = textIn(lang, settings.site_title.en, settings.site_title.zh);
  const url = `${publicUrl}${withLang(ROUTES.wallet, lang)}`;
  return {
    to: requireHeaderText(to),
    subject: requireHeaderText(formatMailText(lang, 'points.subject', { shop, points, date })),
    ...composePlainMail(
      lang,
      formatMailText(lang, 'points.title'),
      settings,
      [
        formatMailText(lang, 'points.intro', { points, value: formatMoney(value), date }),
        formatMailText(lang, 'points.how'),
        buildButtonLink(lang, formatMailText(lang, 'points.link'), url),
      ],
      { settingsLink: `${publicUrl}${withLang(ROUTES.notificationSettings, lang)}` },
    ),
    messageId,
  };
}
