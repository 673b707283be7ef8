/**
 * Head tags that only other sites and search engines read: link previews and alternate languages. Written by the server
 * alone, so that the browser loads no code for them.
 */
import type { Settings } from '@shop/contract/settings';
import { appleAppId } from '@shop/core/app/store-listing';
import { LANGS, type Lang } from '@shop/core/lang';
import { withLang } from '@shop/core/links/paths';
import type { HeadContent } from './head-context.ts';

const LOCALE = { en: 'en_MY', zh: 'zh_CN' } as const;

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const attribute = (text: string) => text.replace(/[&"<>]/g, (each) => ESCAPED[each] ?? each);

const meta = (kind: 'property' | 'name', name: string, content: string | undefined): string =>
  content ? `<meta ${kind}="${name}" content="${attribute(content)}">` : '';

/** Makes a URL absolute. */
const absolute = (address: string | undefined, origin: string): string | undefined =>
  address ? new URL(address, origin).href : undefined;

/** Open Graph, Twitter card and hreflang tags of the page, with the shop's texts as defaults (docs/readings.md#21). */
export function headTags(head: HeadContent, settings: Settings | undefined, lang: Lang, origin: string): string {
  const seo = settings?.seo;
  const languages = settings?.languages ?? LANGS;
  const description = head.description || (head.title === undefined && seo?.ogDescription) || seo?.metaDescription;
  const address = (inLang: Lang) => `${origin}${withLang(head.path, inLang)}`;
  const other = (inLang: string, href: string) =>
    `<link rel="alternate" hreflang="${inLang}" href="${attribute(href)}">`;
  return [
    // The sitemap does not repeat hreflang.
    ...(head.noIndex
      ? []
      : [...languages.map((each) => other(each, address(each))), other('x-default', address('en'))]),
    meta('name', 'keywords', seo?.metaTags),
    meta('property', 'og:site_name', settings?.siteTitle),
    meta('property', 'og:type', head.type ?? 'website'),
    meta('property', 'og:title', head.title ?? (seo?.ogTitle || head.fullTitle)),
    meta('property', 'og:description', description || undefined),
    meta('property', 'og:url', address(lang)),
    meta('property', 'og:image', absolute(head.image || seo?.ogImage.original, origin)),
    meta('property', 'og:locale', LOCALE[lang]),
    ...languages.filter((each) => each !== lang).map((each) => meta('property', 'og:locale:alternate', LOCALE[each])),
    meta('name', 'twitter:card', seo?.twitterCardType || 'summary_large_image'),
    meta('name', 'twitter:site', seo?.twitterHandle),
  ].join('');
}

/**
 * Safari's banner of the app in the App Store, which opens this page in the app. Empty if the app has no listing, and
 * on pages that search engines do not index. Commas separate its parts, so those of the URL are escaped.
 */
export function smartAppBanner(
  { path, noIndex }: HeadContent,
  settings: Settings | undefined,
  lang: Lang,
  origin: string,
): string {
  const id = appleAppId(settings?.app_links.ios ?? '');
  if (id === null || noIndex) return '';
  const page = `${origin}${withLang(path, lang)}`.replaceAll(',', '%2C');
  return meta('name', 'apple-itunes-app', `app-id=${id}, app-argument=${page}`);
}
