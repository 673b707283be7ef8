/** The bottom bar of phones (docs/ux.md#rule-3): labelled, with a filled icon for the current tab. */
import { accountPath, categoriesPath, coinsPath, homePath, trackOrderPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { CartTab } from '../cart/CartTab.tsx';
import { settingsQuery } from '../content/content-queries.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink, useIsOpenPage } from '../links.tsx';
import { ModalLink } from '../modals/ModalLink.tsx';
import { registerBar, registerBarSpace } from '../ui/bars.ts';
import { classNames } from '../ui/class-names.ts';
import type { IconName } from '../ui/icons/icon-names.ts';
import { TabFace } from './TabFace.tsx';

/** Minimum height of an on-screen keyboard, in pixels. */
const MIN_KEYBOARD_PX = 150;

/** True while a phone's keyboard is open, so that the bar does not cover it. */
function useKeyboardOpen(): boolean {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null) return;
    const measure = () => setOpen(window.innerHeight - viewport.height > MIN_KEYBOARD_PX);
    viewport.addEventListener('resize', measure);
    return () => viewport.removeEventListener('resize', measure);
  }, []);
  return open;
}

/** With large text a long label takes width from the others, and the font shrinks with the screen to fit all. */
const TAB =
  'press flex min-h-14 min-w-min flex-1 flex-col items-center justify-center gap-0.5 text-[min(0.75rem,6vw)] leading-[1.34] font-semibold';

type TabProps = { to: string; icon: IconName; activeIcon: IconName; label: string; opensCategories?: boolean };

function Tab({ to, icon, activeIcon, label, opensCategories = false }: TabProps) {
  const active = useIsOpenPage(to);
  const { pathname } = useLocation();
  const look = {
    to,
    'aria-current': active ? ('page' as const) : undefined,
    className: classNames(TAB, active ? 'font-bold text-action-strong' : 'text-ink-2'),
  };
  const face = <TabFace icon={active ? activeIcon : icon} active={active} label={label} />;
  // On other pages the categories open as a sheet (docs/spec.md §2 "category view (bottom sheet)").
  return opensCategories && pathname !== to ? (
    <ModalLink view="CATEGORY_VIEW" data={null} {...look}>
      {face}
    </ModalLink>
  ) : (
    <LangLink {...look}>{face}</LangLink>
  );
}

export function TabBar() {
  const t = useT();
  const isKeyboardOpen = useKeyboardOpen();
  const hasLoyalty = useQuery(settingsQuery(useLang())).data?.loyalty != null;
  return (
    <>
      {/* Reserves the bar's height, so that it does not cover the footer. */}
      <div
        ref={registerBarSpace}
        className="h-[calc(var(--h-tab)+var(--safe-b))] group-has-[[data-buy-bar]]/page:h-[calc(var(--spacing)*16+var(--safe-b))] lg:hidden bars-scroll:hidden"
        aria-hidden
      />
      <nav
        ref={registerBar}
        aria-label={t('layout.main_menu')}
        className={classNames(
          'no-print fixed bars-scroll:static inset-x-0 bottom-0 z-(--z-sticky) flex border-t border-line bg-paper px-[4px] pt-1 pb-(--safe-b) shadow-2 lg:hidden',
          'group-has-[[data-buy-bar]]/page:hidden group-data-keyboard/page:hidden',
          isKeyboardOpen && 'hidden',
        )}
      >
        <Tab to={homePath()} icon="house" activeIcon="house-fill" label={t('layout.home')} />
        <Tab
          to={categoriesPath()}
          icon="squares-four"
          activeIcon="squares-four-fill"
          label={t('layout.aisles')}
          opensCategories
        />
        {hasLoyalty && <Tab to={coinsPath()} icon="coins" activeIcon="coins-fill" label={t('layout.coins')} />}
        <CartTab className={classNames(TAB, 'text-ink-2')} />
        {!hasLoyalty && (
          <Tab to={trackOrderPath()} icon="package" activeIcon="package-fill" label={t('layout.track')} />
        )}
        <Tab to={accountPath('profile')} icon="user" activeIcon="user-fill" label={t('layout.me')} />
      </nav>
    </>
  );
}
