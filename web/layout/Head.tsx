/**
 * The head of a page; React moves the tags into `<head>`. The shop's settings fill gaps (docs/readings.md#21). Further
 * tags for search engines and link previews are added on the server alone (`web/seo/head-tags.ts`).
 */
import { withLang } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useLocation } from 'react-router';
import { settingsQuery } from '../content/content-queries.ts';
import { useLang, useOrigin, usePageLocale } from '../i18n/MessagesProvider.tsx';
import { HeadContext } from '../seo/head-context.ts';

type HeadProps = {
  /** The title without the shop's name, which is appended if it fits; the shop's own title by default. */
  title?: string;
  description?: string;
  /** The canonical path with query, without `lang`; this page's path by default. */
  path?: string;
  /** Root-relative or absolute. */
  image?: string;
  /** For personal pages and error pages. */
  noIndex?: boolean;
  type?: 'website' | 'product';
};

/** Maximum width of a title in search results; a Chinese character counts twice. */
const MAX_TITLE_WIDTH = 60;
const measureWidth = (text: string) => text.replace(/[^\0-\u2fff]/g, '__').length;

export function Head({ title, description, path, image, type, ...props }: HeadProps) {
  const lang = useLang();
  const isOffered = usePageLocale() === lang;
  const noIndex = props.noIndex || !isOffered;
  const origin = useOrigin();
  const { pathname } = useLocation();
  const { data: settings } = useQuery(settingsQuery(lang));
  const seo = settings?.seo;

  const titleWithShop = settings && title ? `${title} · ${settings.siteTitle}` : '';
  const fits = titleWithShop !== '' && measureWidth(titleWithShop) <= MAX_TITLE_WIDTH;
  const fullTitle = fits ? titleWithShop : (title ?? seo?.metaTitle ?? '');
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
