/**
 * The bell of the header, once signed in, and the account link (docs/spec.md §2 "Header menu"), which opens the menu in
 * place. The link looks the same signed in or out, so that hydration moves nothing.
 */
import { accountPath } from '@shop/core/links/paths';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useTokenScope } from '../api/tokens.ts';
import { lazyWithRetry } from '../hydration/lazy.tsx';
import { useT } from '../i18n/MessagesProvider.tsx';
import { isPlainClick, LangLink } from '../links.tsx';
import { NotificationBell } from '../notifications/NotificationBell.tsx';
import { Icon } from '../ui/icons/Icon.tsx';

const HeaderMenu = lazyWithRetry(() => import('./HeaderMenu.tsx').then((file) => file.HeaderMenu));

export function HeaderAccount() {
  const t = useT();
  const id = useId();
  const scope = useTokenScope();
  const location = useLocation();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLAnchorElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the menu on each navigation
  useEffect(() => setOpen(false), [location]);
  useEffect(() => {
    if (!open) return;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open]);

  return (
    <>
      <NotificationBell />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu from any element inside */}
      <div
        ref={box}
        className="relative"
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !open) return;
          setOpen(false);
          opener.current?.focus();
        }}
      >
        <LangLink
          to={accountPath('profile')}
          aria-label={t('layout.account')}
          title={t('layout.account')}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          className="press grid size-11 place-items-center rounded-pill border border-line bg-surface text-ink-2 hover:border-edge"
          ref={opener}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            setOpen(!open);
          }}
        >
          <Icon name={scope === 'guest' ? 'user' : 'user-fill'} className="size-5.5" />
        </LangLink>
        {open && (
          <nav
            id={id}
            aria-label={t('layout.account')}
            className="absolute end-0 top-full z-(--z-modal) mt-2 w-64 rounded-lg border border-line bg-surface p-2 shadow-3"
          >
            <Suspense fallback={<span className="stitched-ring m-4 block" aria-hidden />}>
              <HeaderMenu />
            </Suspense>
          </nav>
        )}
      </div>
    </>
  );
}
