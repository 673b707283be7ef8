/**
 * The head of a page, said once by every page; React puts it where it belongs. What a page does not say comes from the
 * shop's settings (docs/readings.md#21). Only what a browser shows or keeps is rendered on both sides; pictures and languages for
 * other sites' programs, which run no script, are the server's alone (`web/seo/head-tags.ts`).
 */
import { withLang } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useLocation } from 'react-router';
import { settingsQuery } from '../content/content-queries.ts';
import { useLang, useOrigin } from '../i18n/MessagesProvider.tsx';
import { HeadContext } from '../seo/head-context.ts';

type HeadProps = {
  /** Without the shop's name, which is added where both fit; the shop's own title where left out. */
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

/** As much of a title as search engines show; a Chinese character is as wide as two letters. */
const LONGEST_TITLE = 60;
const widthOf = (text: string) => text.replace(/[^\0-\u2fff]/g, '__').length;

export function Head({ title, description, path, image, noIndex, type }: HeadProps) {
  const lang = useLang();
  const origin = useOrigin();
  const { pathname } = useLocation();
  const { data: settings } = useQuery(settingsQuery(lang));
  const seo = settings?.seo;

  const withShop = settings && title ? `${title} · ${settings.siteTitle}` : '';
  const fits = withShop !== '' && widthOf(withShop) <= LONGEST_TITLE;
  const fullTitle = fits ? withShop : (title ?? seo?.metaTitle ?? '');
  const text = description || seo?.metaDescription;
  const address = path ?? pathname;
  if (import.meta.env.SSR) {
    const context = use(HeadContext);
    if (context !== null) context.head = { title, description, fullTitle, path: address, image, noIndex, type };
  }
  return (
    <>
      <title>{fullTitle}</title>
      {text && <meta name="description" content={text} />}
      {noIndex ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={`${origin}${withLang(address, lang)}`} />
      )}
    </>
  );
}
