/** Header, page, footer and overlays. The checkout has a reduced frame (docs/ux.md#rule-3). */
import { ROUTES } from '@shop/core/links/paths';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { CartProvider } from '../cart/CartProvider.tsx';
import { lazyHydrated, lazyWithRetry } from '../hydration/lazy.tsx';
import { useT } from '../i18n/MessagesProvider.tsx';
import { useModal } from '../modals/modal-store.ts';
import { CONTENT_ID, SkipLink } from '../ui/SkipLink.tsx';
import { Header } from './header/Header.tsx';
import { useLayout } from './layout-store.ts';
import { TabBar } from './TabBar.tsx';

const PageNotices = lazyHydrated(() => import('./PageNotices.tsx').then((file) => file.PageNotices));
const SessionEffects = lazyHydrated(() => import('../identity/SessionEffects.tsx').then((file) => file.SessionEffects));
const Footer = lazyHydrated(() => import('./Footer.tsx').then((file) => file.Footer));
const CartDrawer = lazyWithRetry(() => import('../cart/drawer/CartDrawer.tsx').then((file) => file.CartDrawer));
const ModalHost = lazyWithRetry(() => import('../modals/ModalHost.tsx').then((file) => file.ModalHost));

/** Mounts its children when it is first opened, and leaves them mounted for the closing transition. */
function OnceOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    if (open) setWasOpened(true);
  }, [open]);
  return wasOpened && <Suspense>{children}</Suspense>;
}

export function Frame() {
  const t = useT();
  const { pathname } = useLocation();
  const isCartOpen = useLayout((state) => state.cart);
  const isModalOpen = useModal((state) => state.current !== null);
  const inCheckout = pathname === ROUTES.checkout;
  return (
    <>
      <SkipLink>{t('layout.skip')}</SkipLink>
      <PageNotices />
      {!inCheckout && <Header />}
      <main id={CONTENT_ID} tabIndex={-1} className="min-h-[60dvh]">
        <Outlet />
      </main>
      <Footer isSlim={inCheckout} />
      {!inCheckout && <TabBar />}
      <CartProvider />
      <SessionEffects />
      <OnceOpened open={isCartOpen}>
        <CartDrawer />
      </OnceOpened>
      <OnceOpened open={isModalOpen}>
        <ModalHost />
      </OnceOpened>
    </>
  );
}
