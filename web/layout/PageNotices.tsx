/** The page loader, the offline banner, toasts and tracking. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { settingsQuery } from '../content/content-queries.ts';
import { useLang } from '../i18n/MessagesProvider.tsx';
import { loadWords } from '../i18n/messages.ts';
import { lazyWithRetry } from '../lazy.tsx';
import { Toaster } from '../ui/Toaster.tsx';
import { FirstPageTags } from './FirstPageTags.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { PageLoader } from './PageLoader.tsx';

const Trackers = lazyWithRetry(
  async () => (await Promise.all([import('../tracking/Trackers.tsx'), loadWords('tracking')]))[0].Trackers,
);

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

export function Notices() {
  return (
    <>
      <PageLoader />
      <OfflineBanner />
      <Toaster />
      <Tracking />
      <FirstPageTags />
    </>
  );
}
