/**
 * Follows links that open the app (docs/spec.md §2 "Deep links"), at its start and while it runs. A link to no page of
 * the shop is only logged (docs/spec.md §8).
 */
import { App } from '@capacitor/app';
import { APP_IDENTITY } from '@shop/core/app/app-identity';
import type { Lang } from '@shop/core/lang';
import { findDeepLinkPath } from '@shop/core/links/deep-links';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { endpointQuery } from '../api/query-client.ts';
import { whenHydrated } from '../hydration/lazy.tsx';
import { useLang, useOrigin } from '../i18n/MessagesProvider.tsx';
import { useGo } from '../links.tsx';
import { tabKey } from '../storage.ts';
import { logFailure, removeOnCleanUp } from './bridge-calls.ts';
import { awaitsDeferredLink, openFirstTime, saveDeferredLink, takeDeferredLink } from './first-open.ts';
import { closeOutside, findDestination, openOutside, shopOrigins } from './outside.ts';
import { takeUnfinishedPayment } from './outside-payment.ts';

/** Set once the app's start link was read: later documents of the same run would read it again. */
const startLinkMark = tabKey('launch_link_read');

/**
 * For this time, an event with the link that started the app is ignored: the bridge repeats that link to the first
 * listener.
 */
const ECHO_MS = 2_000;

/** Reads the link that started the app; null without one. */
const readStartLink = async (): Promise<string | null> => (await App.getLaunchUrl())?.url ?? null;

/** Reads the scheme that the shop's app is built with; returns the default one if the shop does not respond. */
async function readScheme({ queries, lang }: { queries: QueryClient; lang: Lang }): Promise<string> {
  try {
    return (await queries.ensureQueryData(endpointQuery('app.settings', lang, {}))).scheme;
  } catch {
    return APP_IDENTITY.scheme;
  }
}

/** Follows links. Returns true once the app has started, which includes following the link that started it. */
export function useAppLinks(): boolean {
  const [isStarted, setIsStarted] = useState(false);
  const go = useGo();
  const origin = useOrigin();
  const lang = useLang();
  const queries = useQueryClient();
  const newest = useRef({ go, origin, lang, queries });
  newest.current = { go, origin, lang, queries };
  useEffect(() => {
    let stop = () => {};
    let isStopped = false;

    const open = async (url: string): Promise<void> => {
      const scheme = /^https?:/i.test(url) ? APP_IDENTITY.scheme : await readScheme(newest.current);
      const path = findDeepLinkPath(url, { scheme, origins: shopOrigins(newest.current.origin) });
      if (path === null) {
        console.warn('Ignored a link that leads nowhere in the shop', url.slice(0, 200));
        return;
      }
      const destination = findDestination(path, newest.current.origin);
      if ('page' in destination) newest.current.go(destination.page);
      else openOutside(destination.outside);
    };

    /** Opens the stored deferred link. Returns whether there was one. */
    const openDeferred = async (): Promise<boolean> => {
      const url = takeDeferredLink(new Date());
      if (url === null) return false;
      await open(url);
      // docs/spec.md §4: "once processed they are marked and cleared".
      takeDeferredLink(new Date());
      return true;
    };

    const follow = async (url: string): Promise<void> => {
      if (!awaitsDeferredLink()) return open(url);
      saveDeferredLink(url, new Date());
      closeOutside();
      await openDeferred();
    };

    /** Opens the first page of this run on top of the home page. Returns the link that started the app, or null. */
    const openFirst = async (): Promise<string | null> => {
      const isNewRun = startLinkMark.read() === null;
      startLinkMark.write('1');
      const startLink = isNewRun ? await readStartLink() : null;
      if (startLink !== null) await open(startLink);
      else if (!(await openDeferred()) && isNewRun) {
        const order = takeUnfinishedPayment(new Date());
        if (order !== null) newest.current.go(order);
      }
      return startLink;
    };

    const start = async (): Promise<void> => {
      const startLink = await openFirst();
      const since = performance.now();
      let echo = startLink;
      if (isStopped) return;
      setIsStarted(true);
      const isEcho = (url: string) => url === echo && performance.now() - since < ECHO_MS;
      stop = removeOnCleanUp(
        App.addListener('appUrlOpen', ({ url }) => {
          const isRepeated = isEcho(url);
          echo = null;
          if (!isRepeated) logFailure(follow(url));
        }),
      );
      const page = await openFirstTime(newest.current.origin, newest.current.lang);
      if (page === null || startLink !== null) return;
      saveDeferredLink(page, new Date());
      await openDeferred();
    };

    const cancel = whenHydrated(() => logFailure(start()));
    return () => {
      isStopped = true;
      cancel();
      stop();
    };
  }, []);
  return isStarted;
}
