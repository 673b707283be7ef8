/** Connects a page inside a mini-program with the app around it, and signs in the app's user once per session. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { whenHydrated } from '../hydration/lazy.tsx';
import { useLang } from '../i18n/MessagesProvider.tsx';
import { useCarryFlag } from './carry-flag.ts';
import { connectBridge } from './connect-bridge.ts';
import { claimAutomaticSignIn } from './tng-sign-in.ts';
import { useTngSignIn } from './use-tng-sign-in.ts';

export function MiniProgram() {
  useCarryFlag();
  const queries = useQueryClient();
  const lang = useLang();
  const { signIn } = useTngSignIn();
  const newest = useRef(signIn);
  newest.current = signIn;
  useEffect(
    () =>
      whenHydrated(() => {
        void connectBridge(queries, lang).then((bridge) => {
          if (bridge !== null && claimAutomaticSignIn()) void newest.current('page');
        });
      }),
    [queries, lang],
  );
  return null;
}
