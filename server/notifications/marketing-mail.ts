/** Composes the mails of campaigns, with the link that withdraws the consent to them. */
import { type Lang, textIn } from '@shop/core/lang';
import { notificationSettingsPath, withLang } from '@shop/core/links/paths';
import { imageUrl } from '../media/image-urls.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import type { NotificationText } from './inbox-texts.ts';
import { drawPicture } from './mail-layout.ts';
import { buildMailLink } from './mail-links.ts';
import { buildButtonLink, composePlainMail, type Paragraph, requireHeaderText, type ShopFacts } from './mail-parts.ts';
import { formatMailText } from './mail-texts.ts';

/** Width in pixels of a picture, which every kind of picture has as a JPEG; it is shown at most half as wide. */
const PICTURE_WIDTH = 1_200;

/** A campaign's texts and its recipient. */
type MarketingMail = NotificationText & {
  action_url: string | null;
  /** The hash of a picture. */
  image: string | null;
  customer_id: string;
  to: string;
  lang: Lang;
  messageId: string;
};

type MarketingMailSource = { settings: ShopFacts; publicUrl: string; secret: string };

export function composeMarketingMail(
  { title, body, action_url, image, customer_id, to, lang, messageId }: MarketingMail,
  { settings, publicUrl, secret }: MarketingMailSource,
): Mail {
  const inShop = (path: string) => `${publicUrl}${withLang(path, lang)}`;
  const url = action_url?.startsWith('/') ? inShop(action_url) : action_url;
  const shown: Paragraph[] = [
    ...body.split(/\n+/),
    ...(image === null
      ? []
      : [{ text: '', html: drawPicture(`${publicUrl}${imageUrl(image, PICTURE_WIDTH, 'jpg')}`, title) }]),
    ...(url === null ? [] : [buildButtonLink(lang, formatMailText(lang, 'marketing.follow'), url)]),
  ];
  const shop = textIn(lang, settings.site_title.en, settings.site_title.zh);
  return {
    to: requireHeaderText(to),
    subject: requireHeaderText(formatMailText(lang, 'titled.subject', { shop, title })),
    ...composePlainMail(lang, title, settings, shown, {
      unsubscribe: { url: buildMailLink(publicUrl, secret, 'unsubscribe', customer_id, lang) },
      settingsLink: inShop(notificationSettingsPath()),
    }),
    messageId,
  };
}
