/**
 * Head tags that only other sites and search engines read: link previews and alternate languages. Written by the server
 * alone, so that the browser loads no code for them.
 */
import type { Settings } from '@shop/contract/settings';
import { parseAppleAppId } from '@shop/core/app/store-listing';
import { LANGS, type Lang } from '@shop/core/lang';
import { withLang } from '@shop/core/links/paths';
import type { HeadContent } from './head-context.ts';

const LOCALE = { en: 'en_MY', zh: 'zh_CN' } as const;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, (each) => ESCAPES[each] ?? each);

const renderMeta = (kind: 'property' | 'name', name: string, content: string | undefined): string =>
  content ? `<meta ${kind}="${name}" content="${escapeAttribute(content)}">` : '';

/** Makes a URL absolute. */
const toAbsolute = (address: string | undefined, origin: string): string | undefined =>
  address ? new URL(address, origin).href : undefined;

/** Renders Open Graph, Twitter card and hreflang tags, with the shop's texts as defaults (docs/readings.md#21). */
export function renderHeadTags(head: HeadContent, settings: Settings | undefined, lang: Lang, origin: string): string {
  const seo = settings?.seo;
  const languages = settings?.languages ?? LANGS;
  const description = head.description || (head.title === undefined && seo?.ogDescription) || seo?.metaDescription;
  const address = (inLang: Lang) => `${origin}${withLang(head.path, inLang)}`;
  const renderAlternate = (inLang: string, href: string) =>
    `<link rel="alternate" hreflang="${inLang}" href="${escapeAttribute(href)}">`;
  return [
    // The sitemap does not repeat hreflang.
    ...(head.noIndex
      ? []
      : [
          ...languages.map((each) => renderAlternate(each, address(each))),
          renderAlternate('x-default', address('en')),
        ]),
    renderMeta('name', 'keywords', seo?.metaTags),
    renderMeta('property', 'og:site_name', settings?.siteTitle),
    renderMeta('property', 'og:type', head.type ?? 'website'),
    renderMeta('property', 'og:title', head.title ?? (seo?.ogTitle || head.fullTitle)),
    renderMeta('property', 'og:description', description || undefined),
    renderMeta('property', 'og:url', address(lang)),
    renderMeta('property', 'og:image', toAbsolute(head.image || seo?.ogImage.original, origin)),
    renderMeta('property', 'og:locale', LOCALE[lang]),
    ...languages
      .filter((each) => each !== lang)
      .map((each) => renderMeta('property', 'og:locale:alternate', LOCALE[each])),
    renderMeta('name', 'twitter:card', seo?.twitterCardType || 'summary_large_image'),
    renderMeta('name', 'twitter:site', seo?.twitterHandle),
  ].join('');
}

/**
 * Renders the tag for Safari's banner of the app in the App Store, which opens this page in the app. Empty if the app
 * has no listing, and on pages that search engines do not index. Commas separate the tag's parts, so those of the URL
 * are escaped.
 */
export function renderAppBanner(
  { path, noIndex }: HeadContent,
  settings: Settings | undefined,
  lang: Lang,
  origin: string,
): string {
  const id = parseAppleAppId(settings?.app_links.ios ?? '');
  if (id === null || noIndex) return '';
  const pageUrl = `${origin}${withLang(path, lang)}`.replaceAll(',', '%2C');
  return renderMeta('name', 'apple-itunes-app', `app-id=${id}, app-argument=${pageUrl}`);
}
