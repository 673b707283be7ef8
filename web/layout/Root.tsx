/** The document and the frame of every page. A document has one language: the switch loads another document. */
import { direction, parsePageLocale, toHtmlLang } from '@shop/core/lang';
import { withLang } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { type LoaderFunctionArgs, ScrollRestoration, useLocation } from 'react-router';
import favicon from '../art/favicon.svg?no-inline';
import { dietariesQuery, navCategoriesQuery } from '../catalog/catalog-queries.ts';
import { settingsQuery } from '../content/content-queries.ts';
import { whenHydrated } from '../hydration/lazy.tsx';
import { useLang, useMessagesLocale, usePageLocale } from '../i18n/MessagesProvider.tsx';
import { pageRequest, prefetch } from '../page-loader.ts';
import { PageError } from './errors/PageError.tsx';
import { Frame } from './Frame.tsx';
import { usePageFocus } from './use-page-focus.ts';

export function rootLoader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageRequest(args);
  return prefetch(
    page,
    page.queries.prefetchQuery(settingsQuery(page.lang)),
    page.queries.prefetchQuery(navCategoriesQuery(page.lang)),
    page.queries.prefetchQuery(dietariesQuery(page.lang)),
  );
}

function Document({ children }: { children: ReactNode }) {
  const lang = useLang();
  const locale = usePageLocale();
  const textLocale = useMessagesLocale();
  const { data: settings } = useQuery(settingsQuery(lang));
  return (
    // `public/boot.js` sets the theme before hydration.
    <html lang={toHtmlLang(locale)} dir={direction(locale)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#FFFBF3" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#16110D" media="(prefers-color-scheme: dark)" />
        <meta name="format-detection" content="telephone=no" />
        {settings?.icon ? (
          <>
            <link rel="icon" href={settings.icon} type="image/png" />
            <link rel="apple-touch-icon" href={settings.icon} />
          </>
        ) : (
          <link rel="icon" href={favicon} type="image/svg+xml" />
        )}
        <link rel="manifest" href={withLang('/manifest.webmanifest', lang)} />
        {settings?.accent_styles && <link rel="stylesheet" href={settings.accent_styles} />}
      </head>
      <body className="group/page" lang={textLocale === locale ? undefined : textLocale}>
        {children}
      </body>
    </html>
  );
}

/** Reloads if Back leads to a URL in another locale. */
function useReloadOnOtherLocale(): void {
  const locale = usePageLocale();
  const { search } = useLocation();
  useEffect(() => {
    if (parsePageLocale(new URLSearchParams(search).get('lang')) !== locale) window.location.reload();
  }, [search, locale]);
}

/** Marks the document as ready for tests, once every part is hydrated: until then a button may still be a link. */
function useReadyMark(): void {
  useEffect(
    () =>
      whenHydrated(() => {
        document.documentElement.dataset.ready = '';
      }),
    [],
  );
}

export function Root() {
  useReloadOnOtherLocale();
  useReadyMark();
  usePageFocus();
  return (
    <Document>
      <Frame />
      <ScrollRestoration />
    </Document>
  );
}

/** Shown if the frame itself fails. */
export function RootError() {
  return (
    <Document>
      <main>
        <PageError />
      </main>
    </Document>
  );
}
