/** Notices over every page: navigation progress, offline banner, toasts, tracking and popups. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { settingsQuery } from '../content/content-queries.ts';
import { usePopupDue } from '../content/popup/popup-time.ts';
import { lazyWithRetry } from '../hydration/lazy.tsx';
import { whenIdle } from '../hydration/when-idle.ts';
import { useLang } from '../i18n/MessagesProvider.tsx';
import { Toaster } from '../ui/toasts/Toaster.tsx';
import { OfflineBanner } from './errors/OfflineBanner.tsx';
import { NavigationProgress } from './NavigationProgress.tsx';
import { RemoveServerHeadTags } from './RemoveServerHeadTags.tsx';

const Trackers = lazyWithRetry(() => import('../tracking/Trackers.tsx').then((file) => file.Trackers));

const PopupBanners = lazyWithRetry(() => import('../content/popup/PopupBanners.tsx').then((file) => file.PopupBanners));

function Popups() {
  return (
    usePopupDue() && (
      <Suspense>
        <PopupBanners />
      </Suspense>
    )
  );
}

/** Loads nothing without trackers, and renders nothing on the server. */
function Tracking() {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated && <TrackersOfShop />;
}

function TrackersOfShop() {
  const { data: settings } = useQuery(settingsQuery(useLang()));
  if (settings === undefined || settings.tracking.length === 0) return null;
  return (
    <Suspense>
      <Trackers trackers={settings.tracking} />
    </Suspense>
  );
}

/** Preloads the parts that the shopper may need offline: the cart's drawer and the connection error. */
function usePreloadForOffline(): void {
  useEffect(
    () =>
      whenIdle(() => {
        // Ignores a failure: opening the parts loads them again.
        void Promise.allSettled([import('../cart/drawer/CartDrawer.tsx'), import('./errors/ConnectionError.tsx')]);
      }),
    [],
  );
}

export function PageNotices() {
  usePreloadForOffline();
  return (
    <>
      <NavigationProgress />
      <OfflineBanner />
      <Toaster />
      <Tracking />
      <Popups />
      <RemoveServerHeadTags />
    </>
  );
}
