/**
 * The only file that names the router's links. Every address inside the shop passes here, so that `?lang=` is kept on
 * all of them: the language comes from the address alone (readings 1).
 */
import type { Lang } from '@shop/core/lang';
import { withLang } from '@shop/core/links/paths';
import { type ComponentProps, useCallback } from 'react';
import { Link, type NavigateOptions, NavLink, useLocation, useNavigate } from 'react-router';
import { useLang } from './i18n/shop-words.tsx';
import { useInOverlay } from './ui/overlay-context.ts';

const ABSOLUTE = /^([a-z][a-z0-9+.-]*:|\/\/)/i;

/** An address of the shop in a language; addresses of other places, which a banner may have, stay as they are. */
const spoken = (href: string, lang: Lang): string => (ABSOLUTE.test(href) ? href : withLang(href, lang));

type LangLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { to: string };

/**
 * A link inside the shop. In an open sheet or drawer it takes the overlay's place in the history, so that Back from
 * where it leads does not return to an overlay that is closed.
 */
export function LangLink({ to, replace, ...rest }: LangLinkProps) {
  const lang = useLang();
  const inOverlay = useInOverlay();
  return <Link to={spoken(to, lang)} replace={replace ?? inOverlay} {...rest} />;
}

type LangNavLinkProps = Omit<ComponentProps<typeof NavLink>, 'to'> & { to: string };

/** A link that knows whether it is the page (`aria-current="page"`). */
export function LangNavLink({ to, ...rest }: LangNavLinkProps) {
  return <NavLink to={spoken(to, useLang())} {...rest} />;
}

/** Goes somewhere inside the shop: `go('/products?keyword=kaya')`. */
export function useGo(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const lang = useLang();
  const inOverlay = useInOverlay();
  return useCallback(
    (to, options) => void navigate(spoken(to, lang), { replace: inOverlay, ...options }),
    [navigate, lang, inOverlay],
  );
}

/** This page in a language, path and query kept; loads a new document, because its words come with it. */
export function LanguageLink({ lang, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { lang: Lang }) {
  const { pathname, search, hash } = useLocation();
  return <Link to={withLang(`${pathname}${search}${hash}`, lang)} reloadDocument {...rest} />;
}
