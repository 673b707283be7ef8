/**
 * The header (docs/ux.md#2.4). On phones announcement, logo row and chips scroll away and the search stays; a product
 * page has no announcement and no chips there, so that the product starts within the first 140 px. From 1024 px on the
 * main row stays.
 */
import { ROUTES } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useTokenScope } from '../../api/tokens.ts';
import { CartButton } from '../../cart/CartButton.tsx';
import { settingsQuery } from '../../content/content-queries.ts';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { registerBar } from '../../ui/bars.ts';
import { classNames } from '../../ui/class-names.ts';
import { useLayout } from '../layout-store.ts';
import { Logo } from './Logo.tsx';
import { SearchField } from './SearchField.tsx';

const AnnouncementBar = lazyHydrated(
  () => import('./AnnouncementBar.tsx').then((file) => file.AnnouncementBar),
  <div className="min-h-9 bg-forest" />,
);
// Plain links, which work before hydration.
const LanguageSwitch = lazyHydrated(() => import('./LanguageSwitch.tsx').then((file) => file.LanguageSwitch));
const CategoriesMenu = lazyHydrated(() => import('./CategoriesMenu.tsx').then((file) => file.CategoriesMenu));
const HeaderAccount = lazyHydrated(
  () => import('../../identity/HeaderAccount.tsx').then((file) => file.HeaderAccount),
  <span className="size-11" />,
);
const CoinPill = lazyHydrated(() => import('../../loyalty/wallet/CoinPill.tsx').then((file) => file.CoinPill));
const QuickLinks = lazyHydrated(
  () => import('./QuickLinks.tsx').then((file) => file.QuickLinks),
  <div className="min-h-14.5" />,
);

/** Returns whether the row sticks to the top: `sentinel`, just above it, is then out of sight. */
function useStuck(sentinel: RefObject<HTMLElement | null>): boolean {
  const isStuck = useLayout((state) => state.stickyHeader);
  const setToggle = useLayout((state) => state.set);
  useEffect(() => {
    if (sentinel.current === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry !== undefined) setToggle('stickyHeader', !entry.isIntersecting);
    });
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [sentinel, setToggle]);
  return isStuck;
}

export function Header() {
  const sentinel = useRef<HTMLDivElement>(null);
  const isStuck = useStuck(sentinel);
  const scope = useTokenScope();
  const isSearching = useLayout((state) => state.mobileSearch);
  const { data: settings } = useQuery(settingsQuery(useLang()));
  const wideOnlyClass = useLocation().pathname === ROUTES.product ? 'hidden lg:block' : undefined;
  return (
    <header className="no-print contents">
      <div className={wideOnlyClass}>
        <AnnouncementBar />
      </div>
      {/* Wraps if the text is enlarged. */}
      <div className="page-width flex min-h-14 flex-wrap items-center gap-x-1 pt-1.5 lg:hidden">
        <span className="min-w-0 flex-[1_1_8.5rem]">
          <Logo settings={settings} />
        </span>
        <div className="ms-auto flex flex-wrap items-center gap-1">
          {/* Hidden on phones, which have the tab bar. */}
          <span className="hidden sm:block">
            <CoinPill />
          </span>
          {/* The narrowest phones lack the space beside the customer's bell; the footer has the switch too. */}
          <span className={scope === 'guest' ? undefined : 'hidden min-[23.4375rem]:block'}>
            <LanguageSwitch othersOnly />
          </span>
          <HeaderAccount />
          <CartButton look="icon" />
        </div>
      </div>
      {/* Takes the row's space while the search covers a phone's screen. */}
      <div ref={sentinel} aria-hidden className={isSearching ? 'min-h-(--h-search)' : undefined} />
      <div
        ref={registerBar}
        className={classNames(
          'top-0 bg-paper',
          isSearching ? 'fixed inset-x-0 z-(--z-modal)' : 'sticky z-(--z-sticky) bars-scroll:static',
          isStuck && 'shadow-2',
        )}
      >
        <div className="page-width flex items-center gap-5 py-1.5 lg:min-h-(--h-header)">
          <span className="hidden max-w-72 min-w-0 shrink-0 lg:block">
            <Logo settings={settings} />
          </span>
          <CategoriesMenu />
          <SearchField suggests />
          <span className="hidden lg:flex lg:items-center lg:gap-2">
            <CoinPill />
            <HeaderAccount />
            <CartButton look="button" />
          </span>
        </div>
      </div>
      <div className={wideOnlyClass}>
        <QuickLinks />
      </div>
      <div className="stitch" aria-hidden />
    </header>
  );
}
