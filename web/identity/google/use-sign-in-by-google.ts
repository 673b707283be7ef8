/** Signs in on this device with the proof of a sign-in at Google. */
import type { RequestOf } from '@shop/contract/api/client';
import { useCallback } from 'react';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { sendGuestCart, useApplySignIn } from '../sign-in/use-apply-sign-in.ts';
import { friendCode } from '../sign-up/friend-code.ts';

/** `referralCode` is for a new account; empty without one. Throws `ApiError`. */
type SignInByGoogle = (proof: RequestOf<'identity.link'>['body'], referralCode: string) => Promise<void>;

export function useSignInByGoogle(): SignInByGoogle {
  const lang = useLang();
  const applySignIn = useApplySignIn();
  return useCallback(
    async (proof, referralCode) => {
      await sendGuestCart();
      const { clearStoreReferral, readStoreReferral } = await import('../sign-up/store-referral.ts');
      const body = {
        provider: 'google',
        ...proof,
        remember: true,
        referral_code: referralCode || null,
        store_referral: readStoreReferral(Date.now()),
      } as const;
      applySignIn(await api('identity.signIn', { query: langQuery(lang), body }));
      clearStoreReferral();
      friendCode.remove();
    },
    [lang, applySignIn],
  );
}
