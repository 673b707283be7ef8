/** Composes mails of alerts: the one with the link to confirm an alert, and the alert itself. */
import type { AlertKind } from '@shop/contract/alerts';
import { type Lang, textIn } from '@shop/core/lang';
import { notificationSettingsPath, productPath, withLang } from '@shop/core/links/paths';
import { formatMoney, type Sen } from '@shop/core/money';
import type { Mail } from '../../partners/mail/mailer.ts';
import { buildMailLink } from '../mail-links.ts';
import { buildButtonLink, composePlainMail, requireHeaderText, type ShopFacts } from '../mail-parts.ts';
import { formatMailText } from '../mail-texts.ts';

/** The alert, its product and its recipient. */
export type MailedAlert = {
  alert_id: string;
  slug: string;
  name_en: string;
  name_zh: string | null;
  to: string;
  lang: Lang;
  messageId: string;
};

export type AlertMailSource = { settings: ShopFacts; publicUrl: string; secret: string };

const formatShopName = ({ site_title }: ShopFacts, lang: Lang): string => textIn(lang, site_title.en, site_title.zh);

/** Composes the mail with the link by which a guest confirms an alert. */
export function composeAlertConfirmation(
  kind: AlertKind,
  { alert_id, name_en, name_zh, to, lang, messageId }: MailedAlert,
  { settings, publicUrl, secret }: AlertMailSource,
): Mail {
  const name = textIn(lang, name_en, name_zh);
  const url = buildMailLink(publicUrl, secret, 'confirmAlert', alert_id, lang);
  return {
    to: requireHeaderText(to),
    subject: requireHeaderText(formatMailText(lang, 'alert.confirm.subject', { shop: formatShopName(settings, lang) })),
    ...composePlainMail(lang, formatMailText(lang, 'alert.confirm.title'), settings, [
      formatMailText(lang, `alert.confirm.${kind}`, { name }),
      buildButtonLink(lang, formatMailText(lang, 'alert.confirm.link'), url),
      formatMailText(lang, 'alert.confirm.not_you'),
    ]),
    messageId,
  };
}

/**
 * Composes the mail of an alert, with the link that ends it. `fall`: the new and old price of a price drop, else null.
 */
export function composeAlertMail(
  { alert_id, slug, name_en, name_zh, to, lang, messageId }: MailedAlert,
  fall: { price: Sen; was: Sen } | null,
  { settings, publicUrl, secret }: AlertMailSource,
  { isCustomer }: { isCustomer: boolean },
): Mail {
  const name = textIn(lang, name_en, name_zh);
  const title =
    fall === null
      ? formatMailText(lang, 'alert.back.title', { name })
      : formatMailText(lang, 'alert.price.title', { name, price: formatMoney(fall.price) });
  const intro =
    fall === null
      ? formatMailText(lang, 'alert.back.intro')
      : formatMailText(lang, 'alert.price.intro', { was: formatMoney(fall.was) });
  const product = `${publicUrl}${withLang(productPath(slug), lang)}`;
  return {
    to: requireHeaderText(to),
    subject: requireHeaderText(formatMailText(lang, 'titled.subject', { shop: formatShopName(settings, lang), title })),
    ...composePlainMail(
      lang,
      title,
      settings,
      [intro, buildButtonLink(lang, formatMailText(lang, 'alert.follow'), product)],
      {
        unsubscribe: { url: buildMailLink(publicUrl, secret, 'endAlert', alert_id, lang) },
        ...(isCustomer && { settingsLink: `${publicUrl}${withLang(notificationSettingsPath(), lang)}` }),
      },
    ),
    messageId,
  };
}
