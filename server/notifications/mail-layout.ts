/**
 * The one layout of all mails (docs/decisions/0027-mail-layout.md): tables, styles of each element for the light
 * theme, and a style sheet for the dark theme and narrow screens alone, which some mail programs drop.
 */
import { type Lang, textIn, toHtmlLang } from '@shop/core/lang';
import { homePath, informationPath, withLang } from '@shop/core/links/paths';
import { deriveActionColours } from '../content/accent-styles.ts';
import type { PublicSettings } from '../content/settings.ts';
import { formatMailText } from './mail-texts.ts';

/** The shop's data that the layout shows. */
export type MailedShop = Pick<PublicSettings, 'site_title'> & {
  /** The full address of the shop's own logo, as a PNG; null without one. */
  logo_address: string | null;
  /** `#rrggbb`; the shop's green without one. */
  accent?: string | null;
  /** The shop's public address, without a trailing slash; without it, a mail has no pictures of products. */
  public_url?: string;
};

/** Escapes a text for HTML; line breaks stay. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\n/g, '<br>');

/** Width in pixels from which the page is no longer fluid. */
const PAGE_WIDTH_PX = 600;

/** Fonts of web/styles.css where a device has them, else its own; mails load no fonts. */
const BODY_FONTS =
  "Figtree,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,'PingFang SC','Microsoft YaHei','Noto Sans SC',sans-serif";
const HEADING_FONTS = "'Bricolage Grotesque',Figtree,Arial,sans-serif";

/** Outlook for Windows takes a serif font where it lacks the first one of a list. */
const OUTLOOK_FONT =
  '<!--[if mso]><style>body,table,td,div,p,a,h1,h2{font-family:Arial,sans-serif!important}</style><![endif]-->';

/** Values of one property in the light and in the dark theme. */
type Shades = readonly [light: string, dark: string];

/** Returns the colours of elements, by the class under which the dark theme finds them: those of web/styles.css. */
function chooseColours(accent: string | null) {
  const { action, onAction, brand } = deriveActionColours(accent);
  return {
    page: { 'background-color': ['#f6eee0', '#110d0a'] },
    card: { 'background-color': ['#ffffff', '#1f1813'], 'border-color': ['#e6dac6', '#3b2f26'] },
    sunken: { 'background-color': ['#fbf6ec', '#2a211a'] },
    rule: { 'border-color': ['#e6dac6', '#3b2f26'] },
    stitch: { 'border-color': ['#f7b51e', '#ffc94a'] },
    ink: { color: ['#2b1d14', '#fbf3e7'] },
    soft: { color: ['#5e4c3f', '#d3c3b1'] },
    brand: { color: [brand, '#fbf3e7'] },
    link: { color: action },
    action: { 'background-color': action, color: onAction },
    done: { 'background-color': action },
    ahead: { 'background-color': ['#e6dac6', '#3b2f26'] },
  } as const satisfies Readonly<Record<string, Readonly<Record<string, Shades>>>>;
}

type ColourRole = keyof ReturnType<typeof chooseColours>;

/** Returns the attributes of an element: the roles' classes and light colours, and styles of its own. */
export type StyleAttributes = (roles: readonly ColourRole[], style?: string) => string;

/** A part of a mail's HTML, in the colours of the shop. */
export type Block = (attributes: StyleAttributes) => string;

function createAttributes(accent: string | null): StyleAttributes {
  const lights = Object.entries<Readonly<Record<string, Shades>>>(chooseColours(accent)).map(([name, properties]) => {
    const colours = Object.entries(properties).map(([property, [light]]) => `${property}:${light}`);
    return [name, colours.join(';')] as const;
  });
  const byRole = new Map<string, string>(lights);
  return (names, style = '') => {
    const colours = names.map((name) => byRole.get(name)).join(';');
    return `class="${names.join(' ')}" style="${colours}${style === '' ? '' : `;${style}`}"`;
  };
}

/**
 * Style sheet for narrow screens. It is separate, because Gmail drops a whole sheet if it does not know a part of it.
 */
const NARROW_STYLES =
  '@media (max-width:480px){.outer{padding:12px 8px!important}.inset{padding-left:16px!important;padding-right:16px!important}}';

/** Builds the dark theme of mail programs that follow the device, and of Outlook on the web. */
function buildDarkTheme(accent: string | null): string {
  const rules = Object.entries<Readonly<Record<string, Shades>>>(chooseColours(accent)).map(([name, properties]) => {
    const declarations = Object.entries(properties).map(([property, [, dark]]) => `${property}:${dark}!important`);
    return { name, declarations: declarations.join(';') };
  });
  const byDevice = rules.map(({ name, declarations }) => `.${name}{${declarations}}`).join('');
  const byOutlook = rules.map(({ name, declarations }) => `[data-ogsc] .${name}{${declarations}}`).join('');
  return `@media (prefers-color-scheme:dark){${byDevice}}${byOutlook}`;
}

/** Invisible characters after the preheader: without them, lists of mails would show the page's next words after it. */
const PREHEADER_END = '&#847;&zwnj;&nbsp;'.repeat(40);

/** A table for layout alone: screen readers do not announce it. */
const TABLE_START = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** Builds a layout table as wide as its surroundings. */
export const drawLayoutTable = (rows: string, style = ''): string =>
  `${TABLE_START} style="border-collapse:separate;width:100%${style === '' ? '' : `;${style}`}">${rows}</table>`;

export const drawTextParagraph =
  (text: string): Block =>
  () =>
    `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

export const drawHeading =
  (text: string): Block =>
  (attributes) =>
    `<h2 ${attributes(['ink'], `margin:8px 0 12px;font:700 20px/1.25 ${HEADING_FONTS}`)}>${escapeHtml(text)}</h2>`;

/** Builds a box with a background of its own. */
export const drawPanel =
  (html: string, style = ''): Block =>
  (attributes) =>
    drawLayoutTable(
      `<tr><td ${attributes(['sunken'], `padding:16px 20px;border-radius:14px${style === '' ? '' : `;${style}`}`)}>${html}</td></tr>`,
      'margin:0 0 16px',
    );

/** Builds a number or code in large digits, which can be read from a phone next to the screen. */
export const drawLargeDigits =
  (text: string, label?: string): Block =>
  (attributes) =>
    drawPanel(
      (label === undefined ? '' : `<div ${attributes(['soft'], 'font-size:14px')}>${escapeHtml(label)}</div>`) +
        `<div ${attributes(['ink'], `font:700 34px/1.3 ${HEADING_FONTS}${label === undefined ? ';letter-spacing:6px;padding-left:6px' : ''}`)}>${escapeHtml(text)}</div>`,
      'text-align:center',
    )(attributes);

/** Builds a button 44 px high, which Outlook draws too. */
export const drawButton =
  (label: string, url: string): Block =>
  (attributes) =>
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>` +
    `<td ${attributes(['action'], 'border-radius:14px;mso-padding-alt:12px 24px')}>` +
    `<a href="${escapeHtml(url)}" ${attributes(['action'], 'display:inline-block;padding:12px 24px;font-size:16px;line-height:20px;font-weight:700;text-decoration:none;border-radius:14px')}>${escapeHtml(label)}</a></td></tr></table>`;

/** Builds a picture as wide as the card. */
export const drawPicture =
  (url: string, alt: string): Block =>
  () =>
    `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" width="534" style="display:block;width:100%;max-width:534px;height:auto;border:0;border-radius:14px;margin:0 0 16px">`;

/** Builds a link within text; a phone number stays on one line. */
export const drawTextLink = (attributes: StyleAttributes, url: string, label: string): string => {
  const style = `text-decoration:underline${url.startsWith('tel:') ? ';white-space:nowrap' : ''}`;
  return `<a href="${escapeHtml(url)}" ${attributes(['link'], style)}>${escapeHtml(label)}</a>`;
};

/** Links below a mail. */
export type FooterLinks = {
  /** Address of the notification settings, in mails to customers with an account. */
  settingsLink?: string | undefined;
  unsubscribe?: { url: string } | undefined;
};

/** Builds the header: the shop's own logo, else its name, as a link to the shop if its address is known. */
function drawHeader(lang: Lang, shop: MailedShop, attributes: StyleAttributes): string {
  const name = escapeHtml(textIn(lang, shop.site_title.en, shop.site_title.zh));
  const shown =
    shop.logo_address === null
      ? name
      : // A white ground: a dark logo would vanish in the dark theme.
        `<img src="${escapeHtml(shop.logo_address)}" alt="${name}" height="48" style="display:block;height:48px;width:auto;max-width:100%;border:0;border-radius:8px;background-color:#ffffff">`;
  const style = `font:700 24px/1.2 ${HEADING_FONTS};text-decoration:none`;
  return shop.public_url === undefined
    ? `<div ${attributes(['brand'], style)}>${shown}</div>`
    : `<a href="${escapeHtml(shop.public_url + withLang(homePath(), lang))}" ${attributes(['brand'], style)}>${shown}</a>`;
}

function drawFooterLinks(
  lang: Lang,
  shop: MailedShop,
  { settingsLink, unsubscribe }: FooterLinks,
  attributes: StyleAttributes,
): string {
  const help = shop.public_url && `${shop.public_url}${withLang(informationPath('faq'), lang)}`;
  const links = [
    ...(help === undefined ? [] : [drawTextLink(attributes, help, formatMailText(lang, 'page.help'))]),
    ...(settingsLink === undefined
      ? []
      : [drawTextLink(attributes, settingsLink, formatMailText(lang, 'page.settings'))]),
    ...(unsubscribe === undefined
      ? []
      : [drawTextLink(attributes, unsubscribe.url, formatMailText(lang, 'page.unsubscribe'))]),
  ];
  return links.length === 0 ? '' : `<div style="margin:0 0 8px">${links.join(' &nbsp;·&nbsp; ')}</div>`;
}

export type MailPage = FooterLinks & {
  lang: Lang;
  title: string;
  /** The sentence that lists of mails show after the subject. */
  preheader: string;
  shop: MailedShop;
  content: readonly Block[];
  /** Lines of small print. */
  small: readonly Block[];
};

/** Lays a mail out: header, title, content, and small print below the card. */
export function drawMail({ lang, title, preheader, shop, content, small, ...links }: MailPage): string {
  const accent = shop.accent ?? null;
  const attributes = createAttributes(accent);
  const build = (blocks: readonly Block[], between: string) => blocks.map((block) => block(attributes)).join(between);
  return `<!doctype html>
<html lang="${toHtmlLang(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>:root{color-scheme:light dark;supported-color-schemes:light dark}</style><style>${NARROW_STYLES}</style><style>${buildDarkTheme(accent)}</style>${OUTLOOK_FONT}</head>
<body ${attributes(['page', 'ink'], `margin:0;padding:0;font:16px/1.5 ${BODY_FONTS};-webkit-text-size-adjust:100%`)}>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all" data-preheader>${escapeHtml(preheader)}${PREHEADER_END}</div>
${TABLE_START} ${attributes(['page', 'ink'], `width:100%;font:16px/1.5 ${BODY_FONTS}`)}><tr><td align="center" class="outer" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="${PAGE_WIDTH_PX}" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
${TABLE_START} ${attributes(['card', 'ink'], `width:100%;max-width:${PAGE_WIDTH_PX}px;border-width:1px;border-style:solid;border-radius:22px;border-collapse:separate;text-align:left;word-break:break-word`)}>
<tr><td class="inset" style="padding:24px 32px 16px">${drawHeader(lang, shop, attributes)}</td></tr>
<tr><td style="padding:0"><div ${attributes(['stitch'], 'border-top-width:2px;border-top-style:dashed;font-size:0;line-height:0')}>&nbsp;</div></td></tr>
<tr><td class="inset" style="padding:20px 32px 12px">
<h1 ${attributes(['ink'], `margin:0 0 12px;font:700 26px/1.2 ${HEADING_FONTS}`)}>${escapeHtml(title)}</h1>
${build(content, '\n')}
</td></tr></table>
${TABLE_START} style="width:100%;max-width:${PAGE_WIDTH_PX}px"><tr><td ${attributes(['soft'], 'padding:20px 12px;font-size:13px;line-height:1.6;text-align:left')}>
${drawFooterLinks(lang, shop, links, attributes)}${build(small, '<br>')}
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body></html>`;
}
