/** Moves the focus after navigation. */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Parameters that make another page of the same path. */
const NAMES_PAGE = ['slug', 'categories'] as const;

/**
 * A document begins at its top, and a screen reader says its title; the pages after it do so too: the focus goes to the
 * heading, which is read out. A page that sends it elsewhere, such as into its first field, keeps it there.
 */
export function usePageFocus(): void {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const page = [pathname, ...NAMES_PAGE.map((name) => params.get(name))].join(' ');
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const main = document.querySelector('main');
    const isSent = main?.querySelector(':focus:not(a)') != null;
    if (main === null || isSent || document.querySelector('dialog[open]') !== null) return;
    const target = main.querySelector('h1') ?? main;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [page]);
}
