/** Clears data of other shoppers, loads the customer's own prices, and stores a shop's referral, on every page. */
import { homePath, signUpPath } from '@shop/core/links/paths';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { isSignedIn, useTokenScope } from '../api/tokens.ts';
import { useOwnPrices } from '../catalog/use-own-prices.ts';
import { useGo } from '../links.tsx';
import { tabKey } from '../storage.ts';
import { saveStoreReferral } from './sign-up/store-referral.ts';
import { clearOtherShoppers, useSession } from './signed-in-customer.tsx';

/** Whether this tab already led the shopper to sign up (docs/readings.md#15 "once per session"). */
const ledToSignUp = tabKey('led_to_sign_up');

/** docs/spec.md §2: then "a logged-in user goes home and a logged-out user goes to sign up, once per session". */
function useStoreReferral(): void {
  const [params] = useSearchParams();
  const go = useGo();
  useEffect(() => {
    if (!saveStoreReferral(params, Date.now())) return;
    if (isSignedIn()) {
      go(homePath(), { replace: true });
    } else if (ledToSignUp.read() === null) {
      ledToSignUp.write('1');
      go(signUpPath(), { replace: true });
    }
  }, [params, go]);
}

export function SessionEffects() {
  const queries = useQueryClient();
  const scope = useTokenScope();
  // Another tab may have signed in or out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the scope changes
  useEffect(() => clearOtherShoppers(queries), [queries, scope]);
  useOwnPrices(useSession().me?.price_group ?? null);
  useStoreReferral();
  return null;
}
