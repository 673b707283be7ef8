/** Parts of every mail: the seller's details, and texts that are safe in headers and HTML. */
import { formatPhone } from '@shop/core/identity/phone';
import { type Lang, textIn } from '@shop/core/lang';
import type { PublicSettings } from '../content/settings.ts';
import { mailWord } from './messages.ts';

/** `logo_address`: the full address of the shop's own logo, as a PNG; null without one. */
export type ShopFacts = Pick<PublicSettings, 'site_title' | 'legal' | 'contact'> & { logo_address: string | null };

/**
 * The seller's details (docs/partners.md#7, Consumer Protection Regulations): business, registration, address,
 * contact, prices.
 */
export function legalLines({ legal, contact }: ShopFacts, lang: Lang): string[] {
  return [
    mailWord(lang, 'shop.registration', {
      business: legal.business_name,
      number: textIn(lang, legal.registration_no.en, legal.registration_no.zh),
    }),
    textIn(lang, contact.address.en, contact.address.zh),
    mailWord(lang, 'shop.contact', { email: contact.email, phone: formatPhone(contact.phone) }),
    textIn(lang, legal.prices_note.en, legal.prices_note.zh),
  ];
}

/** Escapes a text for HTML; line breaks stay. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\n/g, '<br>');

/** Longer remarks are shown in the order only. */
const QUOTED_LENGTH = 200;

/**
 * Makes a shopper's text safe for a mail that anyone may have sent to a stranger: one line of bounded length, without
 * links. A space after each dot and colon breaks web addresses and stays readable: `S. Kumar`, `www. example. com`
 * (docs/security.md#limits).
 */
export function withoutLinks(text: string): string {
  const line = text
    .normalize('NFKC')
    // Zero-width characters could hide a link from these rules but not from a mail program.
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<=\S)\.+(?=\p{L})/gu, '$& ')
    .replace(/(?<=[a-z\d])。+(?=[a-z\d])/gi, '$& ')
    .replace(/:(?=[^\s\d])/g, ': ')
    .replace(/@/g, ' @ ')
    .replace(/ +/g, ' ')
    .trim();
  return line.length > QUOTED_LENGTH ? `${line.slice(0, QUOTED_LENGTH).trimEnd()}…` : line;
}

/** Makes a text safe for a header: a line break would start another header. */
export function headerText(text: string): string {
  if (/[\r\n]/.test(text)) throw new Error('A mail header has a line break');
  return text;
}

/** A paragraph; text and HTML where the HTML has more than the text. */
export type Paragraph = string | { text: string; html: string };

/** Lays a mail out: the shop's own logo, title, content as HTML, and small print. */
export function mailPage(
  lang: Lang,
  title: string,
  shop: ShopFacts,
  content: string,
  small: readonly string[],
): string {
  const name = escapeHtml(textIn(lang, shop.site_title.en, shop.site_title.zh));
  const logo =
    shop.logo_address === null
      ? ''
      : `<p style="margin:0 0 16px"><img src="${escapeHtml(shop.logo_address)}" alt="${name}" height="48" style="height:48px;width:auto;max-width:100%"></p>\n`;
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-Hans' : 'en'}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f7f3ea;color:#1d2b24;font:16px/1.5 sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff">
${logo}<h1 style="font-size:22px">${escapeHtml(title)}</h1>
${content}
<p style="font-size:13px;color:#55625b">${small.map(escapeHtml).join('<br>')}</p>
</div></body></html>`;
}

/** Composes a mail of a title, paragraphs and small print (the seller's details), as text and HTML. */
export function plainMail(
  lang: Lang,
  title: string,
  shop: ShopFacts,
  paragraphs: readonly Paragraph[],
  small: readonly string[] = legalLines(shop, lang),
) {
  const texts = paragraphs.map((each) => (typeof each === 'string' ? each : each.text));
  const htmls = paragraphs.map((each) => (typeof each === 'string' ? `<p>${escapeHtml(each)}</p>` : each.html));
  const html = mailPage(lang, title, shop, htmls.join('\n'), small);
  return { html, text: [title, ...texts, small.join('\n')].join('\n\n') };
}
