/**
 * Runs on every page: clears data of other shoppers, loads the customer's own prices, stores an outlet's referral,
 * connects mini-programs, opens the app from a deep link, and starts the app's own functions inside it.
 */
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTokenScope } from '../api/tokens.ts';
import { triesToOpenApp } from '../app/deep-link-flag.ts';
import { useOwnPrices } from '../catalog/use-own-prices.ts';
import { lazyWithRetry } from '../hydration/lazy.tsx';
import { readFlaggedBranch } from '../mini-program/branch.ts';
import { appPlatform } from '../native/shell.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useStoreReferral } from './sign-up/use-store-referral.ts';
import { clearOtherShoppers, useSession } from './signed-in-customer.tsx';

const MiniProgram = lazyWithRetry(() => import('../mini-program/MiniProgram.tsx').then((file) => file.MiniProgram));
const OpenInApp = lazyWithRetry(() => import('../app/OpenInApp.tsx').then((file) => file.OpenInApp));
const AppShell = lazyWithRetry(() => import('../native/AppShell.tsx').then((file) => file.AppShell));

export function SessionEffects() {
  const queries = useQueryClient();
  const scope = useTokenScope();
  // The scope also changes when another tab signs in or out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the scope changes
  useEffect(() => clearOtherShoppers(queries), [queries, scope]);
  useOwnPrices(useSession().me?.price_group ?? null);
  useStoreReferral();
  const isHydrated = useHydrated();
  // Read at once, because the first navigation drops the flag.
  const [isDeepLink] = useState(triesToOpenApp);
  if (!isHydrated) return null;
  const inMiniProgram = readFlaggedBranch() !== null;
  const platform = appPlatform();
  return (
    <Suspense>
      {inMiniProgram && <MiniProgram />}
      {platform !== null && <AppShell platform={platform} />}
      {isDeepLink && !inMiniProgram && <OpenInApp />}
    </Suspense>
  );
}
