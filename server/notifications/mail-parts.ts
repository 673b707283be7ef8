/** Parts of every mail: the seller's details, and texts that are safe in headers and HTML. */
import { formatPhone } from '@shop/core/identity/phone';
import { type Lang, textIn } from '@shop/core/lang';
import type { PublicSettings } from '../content/settings.ts';
import { mailWord } from './messages.ts';

export type ShopFacts = Pick<PublicSettings, 'site_title' | 'legal' | 'contact'>;

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
  if (/[\r\n]/.test(text)) throw new Error('A line break in a header of a mail');
  return text;
}

/** A paragraph; text and HTML where the HTML has more than the text. */
export type Paragraph = string | { text: string; html: string };

/** Composes a mail of a title, paragraphs and small print, as text and HTML. */
export function plainMail(lang: Lang, title: string, small: readonly string[], paragraphs: readonly Paragraph[]) {
  const texts = paragraphs.map((each) => (typeof each === 'string' ? each : each.text));
  const htmls = paragraphs.map((each) => (typeof each === 'string' ? `<p>${escapeHtml(each)}</p>` : each.html));
  const html = `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-Hans' : 'en'}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f7f3ea;color:#1d2b24;font:16px/1.5 sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff">
<h1 style="font-size:22px">${escapeHtml(title)}</h1>
${htmls.join('\n')}
<p style="font-size:13px;color:#55625b">${small.map(escapeHtml).join('<br>')}</p>
</div></body></html>`;
  return { html, text: [title, ...texts, small.join('\n')].join('\n\n') };
}
