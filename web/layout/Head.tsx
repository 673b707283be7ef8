/**
 * The head of a page, said once by every page; React puts it where it belongs. What a page does not say comes from the
 * shop's settings (readings 21).
 */
import { withLang } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { settingsQuery } from '../content/content-queries.ts';
import { useLang, useOrigin } from '../i18n/shop-words.tsx';

type HeadProps = {
  /** Without the shop's name, which is added; the shop's own title where left out. */
  title?: string;
  description?: string;
  /** The page's one address, path with query and without `lang`; this page's path unless said. */
  path?: string;
  /** Root-relative or absolute. */
  image?: string;
  /** Pages that belong to one shopper, or that are no page at all. */
  noIndex?: boolean;
  type?: 'website' | 'product';
};

export function Head({ title, description, path, image, noIndex = false, type = 'website' }: HeadProps) {
  const lang = useLang();
  const origin = useOrigin();
  const { pathname } = useLocation();
  const { data: settings } = useQuery(settingsQuery(lang));
  const seo = settings?.seo;
  const site = settings?.siteTitle ?? 'Sekampit';

  const fullTitle =
    title === undefined ? seo?.metaTitle || `${site} · ${settings?.siteSubtitle ?? ''}` : `${title} · ${site}`;
  const text = description || seo?.metaDescription || '';
  const address = (inLang: 'en' | 'zh') => `${origin}${withLang(path ?? pathname, inLang)}`;
  const picture = image ?? seo?.ogImage.original;
  return (
    <>
      <title>{fullTitle}</title>
      {text !== '' && <meta name="description" content={text} />}
      {seo?.metaTags && <meta name="keywords" content={seo.metaTags} />}
      {noIndex && <meta name="robots" content="noindex" />}
      {!noIndex && (
        <>
          <link rel="canonical" href={address(lang)} />
          <link rel="alternate" hrefLang="en" href={address('en')} />
          <link rel="alternate" hrefLang="zh-Hans" href={address('zh')} />
          <link rel="alternate" hrefLang="x-default" href={address('en')} />
        </>
      )}
      <meta property="og:site_name" content={site} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title ?? (seo?.ogTitle || fullTitle)} />
      <meta property="og:description" content={description || seo?.ogDescription || text} />
      <meta property="og:url" content={address(lang)} />
      <meta property="og:locale" content={lang === 'zh' ? 'zh_CN' : 'en_MY'} />
      {picture && <meta property="og:image" content={new URL(picture, origin).href} />}
      <meta name="twitter:card" content={seo?.twitterCardType || 'summary_large_image'} />
      {seo?.twitterHandle && <meta name="twitter:site" content={seo.twitterHandle} />}
    </>
  );
}
