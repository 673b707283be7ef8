import { homePath, signUpPath } from '@shop/core/links/paths';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { isSignedIn } from '../../api/tokens.ts';
import { useGo } from '../../links.tsx';
import { tabKey } from '../../storage.ts';
import { saveStoreReferral } from './store-referral.ts';

/** Set once this tab has led the shopper to sign up (docs/readings.md#15 "once per session"). */
const signUpVisit = tabKey('led_to_sign_up');

/** Stores an outlet's referral from the address. docs/spec.md §2: then "a logged-in user goes home and a logged-out user goes to sign up, once per session". */
export function useStoreReferral(): void {
  const [params] = useSearchParams();
  const go = useGo();
  useEffect(() => {
    if (!saveStoreReferral(params, Date.now())) return;
    if (isSignedIn()) {
      go(homePath(), { replace: true });
    } else if (signUpVisit.read() === null) {
      signUpVisit.write('1');
      go(signUpPath(), { replace: true });
    }
  }, [params, go]);
}
