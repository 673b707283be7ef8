/** Signing in with Google, if the shop has it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsQuery } from '../../content/content-queries.ts';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import type { GoogleAttempt } from './google.ts';

type GoogleTarget = Pick<GoogleAttempt, 'purpose' | 'leadsTo'> & Partial<Pick<GoogleAttempt, 'referralCode'>>;

/** Null without Google; else `leave`, which redirects, and whether it is under way. */
export function useGoogle(): { busy: boolean; leave: (to: GoogleTarget) => void } | null {
  const lang = useLang();
  const { data: settings } = useQuery(settingsQuery(lang));
  const [busy, setBusy] = useState(false);
  const client = settings?.google ?? null;
  if (client === null) return null;
  return {
    busy,
    leave(to) {
      setBusy(true);
      // Loaded on demand.
      import('./google.ts')
        .then(({ goToGoogle }) => goToGoogle(client, { referralCode: '', ...to, lang }))
        .catch((error: unknown) => {
          console.warn('The redirect to Google failed', error);
          setBusy(false);
        });
    },
  };
}
