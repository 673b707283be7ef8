/** Moves the focus after navigation. */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Query parameters that select the page; a change of another one, such as a filter, does not move the focus. */
const PAGE_PARAMETERS = ['slug', 'categories'] as const;

/**
 * Moves the focus to the heading of each new page, so that screen readers announce it as they announce the title of a
 * loaded document. A page that focuses another element, such as its first field, keeps that focus.
 */
export function usePageFocus(): void {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const page = [pathname, ...PAGE_PARAMETERS.map((name) => params.get(name))].join(' ');
  const shownPage = useRef(page);
  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    const main = document.querySelector('main');
    const hasFocus = main?.querySelector(':focus:not(a)') != null;
    if (main === null || hasFocus || document.querySelector('dialog[open]') !== null) return;
    const target = main.querySelector('h1') ?? main;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [page]);
}
