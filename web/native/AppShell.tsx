/** Adds to every page what only the app has: deep links, back button, update prompt and functions of the phone. */
import { App } from '@capacitor/app';
import { Browser } from '@capacitor/browser';
import type { AppPlatform } from '@shop/core/app/version';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshOrders } from '../orders/order-queries.ts';
import { useAppLinks } from './app-links.ts';
import { useBackButton } from './back-button.ts';
import { removeOnCleanUp } from './bridge-calls.ts';
import { useDevice } from './device.ts';
import { useOffline } from './offline.ts';
import { useOutsideLinks } from './outside.ts';
import { forgetSettledPayment } from './outside-payment.ts';
import { PullToRefresh } from './PullToRefresh.tsx';
import { usePush } from './push.ts';
import { UpdatePrompt } from './UpdatePrompt.tsx';

/** Refetches orders when the shopper returns to the app, because a payment may have ended outside. */
function useRefetchOrdersOnReturn(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const refresh = () => void refreshOrders(queries).then(forgetSettledPayment);
    const stopOnResume = removeOnCleanUp(App.addListener('resume', refresh));
    const stopOnClose = removeOnCleanUp(Browser.addListener('browserFinished', refresh));
    return () => {
      stopOnResume();
      stopOnClose();
    };
  }, [queries]);
}

export function AppShell({ platform }: { platform: AppPlatform }) {
  const isStarted = useAppLinks();
  useBackButton();
  useOutsideLinks();
  useDevice();
  useRefetchOrdersOnReturn();
  useOffline();
  usePush();
  return (
    <>
      <PullToRefresh />
      <UpdatePrompt platform={platform} mayOffer={isStarted} />
    </>
  );
}
