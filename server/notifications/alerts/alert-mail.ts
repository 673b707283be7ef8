/** Composes mails of alerts: the one with the link to confirm an alert, and the alert itself. */
import type { AlertKind } from '@shop/contract/alerts';
import { type Lang, textIn } from '@shop/core/lang';
import { notificationSettingsPath, productPath, withLang } from '@shop/core/links/paths';
import { formatMoney, type Sen } from '@shop/core/money';
import type { Mail } from '../../partners/mail/mailer.ts';
import { mailLink } from '../mail-links.ts';
import { buttonLink, headerText, plainMail, type ShopFacts } from '../mail-parts.ts';
import { mailWord } from '../messages.ts';

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

const shopName = ({ site_title }: ShopFacts, lang: Lang): string => textIn(lang, site_title.en, site_title.zh);

/** Composes the mail with the link by which a guest confirms an alert. */
export function confirmAlertMail(
  kind: AlertKind,
  { alert_id, name_en, name_zh, to, lang, messageId }: MailedAlert,
  { settings, publicUrl, secret }: AlertMailSource,
): Mail {
  const name = textIn(lang, name_en, name_zh);
  const url = mailLink(publicUrl, secret, 'confirmAlert', alert_id, lang);
  return {
    to: headerText(to),
    subject: headerText(mailWord(lang, 'alert.confirm.subject', { shop: shopName(settings, lang) })),
    ...plainMail(lang, mailWord(lang, 'alert.confirm.title'), settings, [
      mailWord(lang, `alert.confirm.${kind}`, { name }),
      buttonLink(lang, mailWord(lang, 'alert.confirm.link'), url),
      mailWord(lang, 'alert.confirm.not_you'),
    ]),
    messageId,
  };
}

/**
 * Composes the mail of an alert, with the link that ends it. `fall`: the new and old price of a price drop, else null.
 */
export function alertMail(
  { alert_id, slug, name_en, name_zh, to, lang, messageId }: MailedAlert,
  fall: { price: Sen; was: Sen } | null,
  { settings, publicUrl, secret }: AlertMailSource,
  { isCustomer }: { isCustomer: boolean },
): Mail {
  const name = textIn(lang, name_en, name_zh);
  const title =
    fall === null
      ? mailWord(lang, 'alert.back.title', { name })
      : mailWord(lang, 'alert.price.title', { name, price: formatMoney(fall.price) });
  const intro =
    fall === null
      ? mailWord(lang, 'alert.back.intro')
      : mailWord(lang, 'alert.price.intro', { was: formatMoney(fall.was) });
  const product = `${publicUrl}${withLang(productPath(slug), lang)}`;
  return {
    to: headerText(to),
    subject: headerText(mailWord(lang, 'titled.subject', { shop: shopName(settings, lang), title })),
    ...plainMail(lang, title, settings, [intro, buttonLink(lang, mailWord(lang, 'alert.follow'), product)], {
      unsubscribe: { url: mailLink(publicUrl, secret, 'endAlert', alert_id, lang) },
      ...(isCustomer && { settingsLink: `${publicUrl}${withLang(notificationSettingsPath(), lang)}` }),
    }),
    messageId,
  };
}
