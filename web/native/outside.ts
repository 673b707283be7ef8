/**
 * Opens payments and other sites in the system's browser, which the shell shows over the app (docs/partners.md#1.10).
 */
import { Browser } from '@capacitor/browser';
import { APP_IDENTITY } from '@shop/core/app/app-identity';
import { ROUTES } from '@shop/core/links/paths';
import { useEffect } from 'react';
import { useOrigin } from '../i18n/MessagesProvider.tsx';
import { useGo } from '../links.tsx';
import { logFailure } from './bridge-calls.ts';
import { appPlatform } from './shell.ts';

/** Returns the origins whose links open inside the app; `origin` is the shop's public origin. */
export const shopOrigins = (origin: string): string[] => [
  origin,
  ...APP_IDENTITY.hosts.map((host) => `https://${host}`),
];

/** Opens an address in the system's browser. */
export const openOutside = (url: string): void => logFailure(Browser.open({ url }));

/** Closes the system's browser on iOS; on Android the app cannot, but a link brings it to the front. */
export function closeOutside(): void {
  if (appPlatform() === 'ios') logFailure(Browser.close());
}

/** A page of the shop by its path, or an address outside the app. */
type OpenTarget = { page: string } | { outside: string };

/** Paths outside the app: gateways accept forms of the shop's public host only, and the API has no pages. */
const OUTSIDE_PATHS = new RegExp(`^(/api/|${ROUTES.webPayment}/*$)`, 'i');

/** Returns where a path of the shop opens, inside or outside the app; `origin` is the shop's public origin. */
export const findDestination = (path: string, origin: string): OpenTarget =>
  OUTSIDE_PATHS.test(new URL(path, origin).pathname) ? { outside: `${origin}${path}` } : { page: path };

/**
 * Finds where a clicked link opens; null if the page handles it, as a link within this site, a download or a scheme
 * such as `tel:`.
 */
function findLinkDestination(link: HTMLAnchorElement, origin: string): OpenTarget | null {
  if (!/^https?:$/.test(link.protocol) || link.hasAttribute('download')) return null;
  const isHere = link.origin === window.location.origin;
  if (!isHere && !shopOrigins(origin).includes(link.origin)) return { outside: link.href };
  const path = `${link.pathname}${link.search}${link.hash}`;
  // The app cannot open a new tab.
  if (link.target !== '') return { outside: `${origin}${path}` };
  const destination = findDestination(path, origin);
  return isHere && 'page' in destination ? null : destination;
}

/** Opens links to other sites or in new tabs outside the app, and absolute links to the shop inside it. */
export function useOutsideLinks(): void {
  const go = useGo();
  const origin = useOrigin();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link === null || event.defaultPrevented) return;
      const destination = findLinkDestination(link, origin);
      if (destination === null) return;
      event.preventDefault();
      if ('page' in destination) go(destination.page);
      else openOutside(destination.outside);
    };
    // On the window, so that it runs after the page's own handlers.
    window.addEventListener('click', follow);
    return () => window.removeEventListener('click', follow);
  }, [go, origin]);
}
