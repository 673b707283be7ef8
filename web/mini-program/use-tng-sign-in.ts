/** Sign-in with Touch 'n Go: by a tap, or by the page itself, which shows no failure. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useCheckout } from '../checkout/checkout-store.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { useApplySignIn } from '../identity/sign-in/use-apply-sign-in.ts';
import { toast } from '../ui/toasts/toast.ts';
import { connectBridge } from './connect-bridge.ts';
import { signInByTng } from './tng-sign-in.ts';

export function useTngSignIn(): { isBusy: boolean; signIn: (by: 'tap' | 'page') => Promise<boolean> } {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const applySession = useApplySignIn('tng.welcome');
  const isBusy = useCheckout(({ state }) => state.tng_user_loading);
  const signIn = useCallback(
    async (by: 'tap' | 'page') => {
      const result = await signInByTng({ connect: () => connectBridge(queries, lang), lang, applySession });
      if (result.kind === 'failed' && by === 'tap') {
        toast(result.message || t('tng.sign_in_failed'), { kind: 'error', duration: 6_000 });
      }
      return result.kind === 'signed-in';
    },
    [queries, lang, applySession, t],
  );
  return { isBusy, signIn };
}
