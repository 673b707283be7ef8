/**
 * The only file that imports the router's links. Every link inside the shop is made here, so that it has `?lang=`: the
 * language comes from the address alone (docs/readings.md#1).
 */
import type { Lang, PageLocale } from '@shop/core/lang';
import { withLang } from '@shop/core/links/paths';
import { type ComponentProps, type MouseEvent, useCallback } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router';
import { usePageLocale } from './i18n/MessagesProvider.tsx';
import { useInOverlay } from './ui/overlay/overlay-context.ts';

const ABSOLUTE = /^([a-z][a-z0-9+.-]*:|\/\/)/i;

/** Adds a locale to a URL of the shop; URLs of other sites, which a banner may have, stay unchanged. */
const localizeHref = (href: string, locale: PageLocale): string =>
  ABSOLUTE.test(href) ? href : withLang(href, locale);

export type LangLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string;
  /** Replaces this page's history entry. */
  replace?: boolean;
  /** Leaves the scroll position unchanged. */
  preventScrollReset?: boolean;
  /** Loads a new document. */
  reloadDocument?: boolean;
};

/** Returns whether a click follows a link in this tab: not in a new tab or window, and without the context menu. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/**
 * Renders a link inside the shop. `to` is an absolute path, so that the router need not resolve the hundreds of links on
 * a page. In an open sheet or drawer the new page replaces the overlay's history entry, so that Back does not return to a
 * closed overlay.
 */
export function LangLink({ to, replace, preventScrollReset, reloadDocument = false, onClick, ...rest }: LangLinkProps) {
  const locale = usePageLocale();
  const inOverlay = useInOverlay();
  const href = localizeHref(to, locale);
  const navigate = useNavigate();
  const leavesDocument = reloadDocument || rest.target !== undefined || ABSOLUTE.test(href);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || leavesDocument || !isPlainClick(event)) return;
        event.preventDefault();
        void navigate(href, { replace: replace ?? inOverlay, ...(preventScrollReset && { preventScrollReset }) });
      }}
    />
  );
}

/**
 * Returns a function that localizes addresses, for long lists of plain links: a `LangLink` each would slow rendering on
 * the server.
 */
export function useHref(): (to: string) => string {
  const locale = usePageLocale();
  return (to) => localizeHref(to, locale);
}

/** Returns whether the path's page, or a page below it, is open. Home matches only its exact path. */
export function useIsOpenPage(path: string): boolean {
  const { pathname } = useLocation();
  return pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
}

/** Returns a function that navigates inside the shop, in the page's language: `go('/products?keyword=kaya')`. */
export function useGo(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const locale = usePageLocale();
  const inOverlay = useInOverlay();
  return useCallback(
    (to, options) => void navigate(localizeHref(to, locale), { replace: inOverlay, ...options }),
    [navigate, locale, inOverlay],
  );
}

/** Returns a function that moves by a number of history entries, back if it is negative. */
export function useGoBy(): (entries: number) => void {
  const navigate = useNavigate();
  return useCallback((entries) => void navigate(entries), [navigate]);
}

/** Links to this page, with its query, in another language. Loads a new document, because its messages differ. */
export function LanguageLink({ lang, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { lang: Lang }) {
  const { pathname, search, hash } = useLocation();
  // Sorts the parameters: the server caches a page once for all orders of its parameters, so its links must not depend
  // on the order.
  const params = new URLSearchParams(search);
  params.sort();
  const query = params.size === 0 ? '' : `?${params}`;
  return <a {...rest} href={withLang(`${pathname}${query}${hash}`, lang)} />;
}
