/** The frame of every screen: menu, search, account. On a narrow screen the menu is a drawer. */
import { Drawer, IconButton } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../i18n/text.ts';
import { Icon } from '../ui/Icon.tsx';
import { LiveDot } from './LiveDot.tsx';
import { Menu } from './Menu.tsx';
import { OrderSearch } from './OrderSearch.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { UserMenu } from './UserMenu.tsx';

export function Layout({ children }: { children: ReactNode }) {
  const t = useText();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the drawer on each navigation
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {t('app.skip')}
      </a>
      <Menu />
      <Drawer open={isOpen} onClose={() => setOpen(false)}>
        <Menu />
      </Drawer>
      <div>
        <header className="top">
          <span className="burger">
            <IconButton aria-label={t('menu.open')} aria-expanded={isOpen} onClick={() => setOpen(true)}>
              <Icon name="menu" />
            </IconButton>
          </span>
          <OrderSearch />
          <span className="grow only-wide" />
          <LiveDot />
          <UserMenu />
        </header>
        <main className="main" id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Shortcuts />
    </div>
  );
}
