/**
 * The tags of a page's head that no browser needs: how it looks when it is shared, and its other languages. They run to
 * some hundred bytes of script, so the server alone writes them.
 */
import type { Settings } from '@shop/contract/content';
import { LANGS, type Lang } from '@shop/core/lang';
import { withLang } from '@shop/core/links/paths';
import type { HeadContent } from './head-context.ts';

const LOCALE = { en: 'en_MY', zh: 'zh_CN' } as const;

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const attribute = (text: string) => text.replace(/[&"<>]/g, (each) => ESCAPED[each] ?? each);

const meta = (kind: 'property' | 'name', name: string, content: string | undefined): string =>
  content ? `<meta ${kind}="${name}" content="${attribute(content)}">` : '';

/** An address that a browser's own words may make: absolute, whatever it was made of. */
const absolute = (address: string | undefined, origin: string): string | undefined =>
  address ? new URL(address, origin).href : undefined;

/** Open Graph, Twitter card and hreflang of what the page said; the shop's own words where it said nothing (docs/readings.md#21). */
export function headTags(head: HeadContent, settings: Settings | undefined, lang: Lang, origin: string): string {
  const seo = settings?.seo;
  const description = head.description || (head.title === undefined && seo?.ogDescription) || seo?.metaDescription;
  const address = (inLang: Lang) => `${origin}${withLang(head.path, inLang)}`;
  const other = (inLang: string, href: string) =>
    `<link rel="alternate" hreflang="${inLang}" href="${attribute(href)}">`;
  return [
    // One way of saying it: here, not in the sitemap as well.
    ...(head.noIndex ? [] : [...LANGS.map((each) => other(each, address(each))), other('x-default', address('en'))]),
    meta('name', 'keywords', seo?.metaTags),
    meta('property', 'og:site_name', settings?.siteTitle),
    meta('property', 'og:type', head.type ?? 'website'),
    meta('property', 'og:title', head.title ?? (seo?.ogTitle || head.fullTitle)),
    meta('property', 'og:description', description || undefined),
    meta('property', 'og:url', address(lang)),
    meta('property', 'og:image', absolute(head.image || seo?.ogImage.original, origin)),
    meta('property', 'og:locale', LOCALE[lang]),
    ...LANGS.filter((each) => each !== lang).map((each) => meta('property', 'og:locale:alternate', LOCALE[each])),
    meta('name', 'twitter:card', seo?.twitterCardType || 'summary_large_image'),
    meta('name', 'twitter:site', seo?.twitterHandle),
  ].join('');
}
