/**
 * The header (ux.md 2.4). Phones: announcement, logo row and chips scroll away, the search stays. From 1024 px on the
 * main row stays, with everything in it.
 */
import { trackOrderPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { CartButton } from '../cart/CartButton.tsx';
import { settingsQuery } from '../content/content-queries.ts';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { AnnouncementStrip } from './AnnouncementStrip.tsx';
import { CategoriesMenu } from './CategoriesMenu.tsx';
import { ChipRow } from './ChipRow.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { Logo } from './Logo.tsx';
import { SearchField } from './SearchField.tsx';

export function Header() {
  const t = useT();
  const { data: settings } = useQuery(settingsQuery(useLang()));
  return (
    <>
      <AnnouncementStrip />
      <header className="no-print contents">
        <div className="page-width flex min-h-14 items-center justify-between pt-1.5 lg:hidden">
          <Logo name={settings?.siteTitle} />
          <div className="flex items-center gap-1">
            <LanguageSwitch />
            <CartButton look="icon" />
          </div>
        </div>
        <div className="sticky top-0 z-(--z-sticky) bg-paper lg:shadow-[0_1px_0_var(--color-line)]">
          <div className="page-width flex items-center gap-5 py-1.5 lg:min-h-(--h-header)">
            <span className="hidden lg:block">
              <Logo name={settings?.siteTitle} />
            </span>
            <CategoriesMenu />
            <SearchField />
            <LangLink
              to={trackOrderPath()}
              className={`${buttonClass('secondary', 'compact')} hidden border-line! min-h-12! lg:inline-flex`}
            >
              <Icon name="truck" className="size-5" />
              {t('layout.track_order')}
            </LangLink>
            <span className="hidden lg:block">
              <CartButton look="button" />
            </span>
          </div>
        </div>
        <ChipRow />
        <div className="stitch" aria-hidden />
      </header>
    </>
  );
}
