/**
 * Adds the branch's flag to every address of the session, so that a reload, Back and links to new documents need no
 * second load (`readBranchFlag`), and the content security policy lets the partner's page frame them.
 */
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { withBranchFlag } from './branch.ts';

/** Adds the flag to the current page's address, past the router, which does not notice. */
function flagAddress(): void {
  const { href } = window.location;
  const flaggedAddress = withBranchFlag(href);
  if (flaggedAddress !== href) window.history.replaceState(window.history.state, '', flaggedAddress);
}

/** Adds the flag to a link that is about to load a document of the shop. */
function flagLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || event.defaultPrevented || link.origin !== window.location.origin) return;
  link.href = withBranchFlag(link.href);
}

export function useCarryFlag(): void {
  const { key, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each address
  useEffect(flagAddress, [key, search]);
  useEffect(() => {
    // On the window, so that it runs after the page's own handlers.
    window.addEventListener('click', flagLink);
    return () => window.removeEventListener('click', flagLink);
  }, []);
}
