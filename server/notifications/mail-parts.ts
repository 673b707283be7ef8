/** Parts of every mail: the seller's details, and texts that are safe in headers and HTML. */
import { formatPhone } from '@shop/core/identity/phone';
import { type Lang, textIn } from '@shop/core/lang';
import type { PublicSettings } from '../content/settings.ts';
import { imageUrl } from '../media/image-urls.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import {
  type Block,
  drawButton,
  drawMail,
  drawTextLink,
  drawTextParagraph,
  escapeHtml,
  type FooterLinks,
  type MailedShop,
} from './mail-layout.ts';
import { formatMailText } from './mail-texts.ts';

/** The shop's data in its mails. */
export type ShopFacts = MailedShop & Pick<PublicSettings, 'legal' | 'contact'>;

/** Width in pixels of the logo's picture; mail programs show it smaller. */
const LOGO_WIDTH = 512;

/** Adds to the settings what mails need in full: the shop's address, and that of its own logo. */
export function toShopFacts(settings: PublicSettings, public_url: string): PublicSettings & ShopFacts {
  const { logo, has_own_logo } = settings;
  const logo_address = logo !== null && has_own_logo ? `${public_url}${imageUrl(logo, LOGO_WIDTH, 'png')}` : null;
  return { ...settings, logo_address, public_url };
}

/** Maximum characters of a quoted text. The page of the order shows longer remarks in full. */
const QUOTED_LENGTH = 200;

/** Punctuation of Chinese texts, but no colon that an address could follow. */
const CHINESE_PUNCTUATION = /([，！？；（）]|：(?![/／\s]))/;

/**
 * Replaces look-alikes of Latin letters, digits and dots by these; leaves the punctuation of Chinese texts unchanged.
 */
const normalizeLetters = (text: string): string =>
  text
    .split(CHINESE_PUNCTUATION)
    .map((part, index) => (index % 2 === 0 ? part.normalize('NFKC') : part))
    .join('');

/**
 * Makes a shopper's text safe for a mail that anyone may have sent to a stranger: one line of bounded length, without
 * links. A space after each dot and colon breaks web addresses and stays readable: `S. Kumar`, `www. example. com`
 * (docs/security.md#limits).
 */
export function breakLinks(text: string): string {
  const line = normalizeLetters(text)
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
export function requireHeaderText(text: string): string {
  if (/[\r\n]/.test(text)) throw new Error('A mail header has a line break');
  return text;
}

/** A paragraph: a text, or a text with HTML of its own. */
export type Paragraph = string | { text: string; html: Block };

export const formatParagraph = (each: Paragraph): string => (typeof each === 'string' ? each : each.text);

export const drawParagraph = (each: Paragraph): Block =>
  typeof each === 'string' ? drawTextParagraph(each) : each.html;

/** Builds the line with email and phone, as links in HTML; null if the shop has neither. */
function formatContactLine({ contact }: ShopFacts, lang: Lang): Paragraph | null {
  const links = [
    { label: contact.email, url: `mailto:${contact.email}` },
    { label: formatPhone(contact.phone), url: `tel:${contact.phone}` },
  ].filter(({ label }) => label !== '');
  if (links.length === 0) return null;
  const line = (contacts: readonly string[]) =>
    formatMailText(lang, 'shop.contact', { contacts: contacts.join(' · ') });
  return {
    text: line(links.map(({ label }) => label)),
    html: (attributes) => line(links.map(({ url, label }) => drawTextLink(attributes, url, label))),
  };
}

/**
 * Lists the seller's details (docs/partners.md#7, Consumer Protection Regulations): business, registration, address,
 * contact, prices.
 */
export function listLegalLines(shop: ShopFacts, lang: Lang): Paragraph[] {
  const { legal, contact } = shop;
  const line = (text: string): Paragraph => ({ text, html: () => escapeHtml(text) });
  const contacts = formatContactLine(shop, lang);
  return [
    line(
      formatMailText(lang, 'shop.registration', {
        business: legal.business_name,
        number: textIn(lang, legal.registration_no.en, legal.registration_no.zh),
      }),
    ),
    line(textIn(lang, contact.address.en, contact.address.zh)),
    ...(contacts === null ? [] : [contacts]),
    line(textIn(lang, legal.prices_note.en, legal.prices_note.zh)),
  ];
}

/** Options of a mail: links below it, and small print other than the seller's details. */
type PlainMailOptions = FooterLinks & { small?: readonly Paragraph[] };

/**
 * Composes a mail of a title, paragraphs and small print (by default the seller's details), as text and HTML. The first
 * paragraph is its preheader. With `unsubscribe`, the mail also gets the headers for it.
 */
export function composePlainMail(
  lang: Lang,
  title: string,
  shop: ShopFacts,
  paragraphs: readonly Paragraph[],
  { small = listLegalLines(shop, lang), settingsLink, unsubscribe }: PlainMailOptions = {},
): Pick<Mail, 'html' | 'text' | 'unsubscribe'> {
  const html = drawMail({
    lang,
    title,
    preheader: formatParagraph(paragraphs[0] ?? title),
    shop,
    content: paragraphs.map(drawParagraph),
    small: small.map(drawParagraph),
    settingsLink,
    unsubscribe,
  });
  const end = [
    ...small.map(formatParagraph),
    ...(unsubscribe === undefined
      ? []
      : [formatLabelled(lang, formatMailText(lang, 'page.unsubscribe'), unsubscribe.url)]),
  ];
  const said = paragraphs.map(formatParagraph).filter((each) => each !== '');
  const text = [title, ...said, ...(end.length === 0 ? [] : [end.join('\n')])].join('\n\n');
  return unsubscribe === undefined
    ? { html, text }
    : { html, text, unsubscribe: { url: requireHeaderText(unsubscribe.url) } };
}

/** Builds a button; in the text version, its label and address. */
export const buildButtonLink = (lang: Lang, label: string, url: string): Paragraph => ({
  text: formatLabelled(lang, label, url),
  html: drawButton(label, url),
});

/** Formats a label and its value on one line of text. */
export const formatLabelled = (lang: Lang, label: string, value: string): string =>
  formatMailText(lang, 'order.row', { label, value });
