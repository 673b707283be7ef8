/**
 * Carries the branch's flag to every address of the session, so that a reload, Back and links to new documents need no
 * second load (`readBranchFlag`), and a page that frames the shop may show them.
 */
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { withBranchFlag } from './branch.ts';

/** Adds the flag to the address of the current page; the router does not notice. */
function flagAddress(): void {
  const { href } = window.location;
  const flagged = withBranchFlag(href);
  if (flagged !== href) window.history.replaceState(window.history.state, '', flagged);
}

/** Adds the flag to a link that is about to load a document of the shop. */
function flagLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || event.defaultPrevented || link.origin !== window.location.origin) return;
  link.href = withBranchFlag(link.href);
}

export function useCarriedFlag(): void {
  const { key, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page and each search has an address of its own
  useEffect(flagAddress, [key, search]);
  useEffect(() => {
    // At the window, after the page's own handlers.
    window.addEventListener('click', flagLink);
    return () => window.removeEventListener('click', flagLink);
  }, []);
}
