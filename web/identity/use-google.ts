/** The way to Google, where the shop has one. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsQuery } from '../content/content-queries.ts';
import { useLang } from '../i18n/MessagesProvider.tsx';
import type { GoogleAttempt } from './google.ts';

/** Null where the shop has no Google; else `leave`, which goes there, and whether that is going on. */
export function useGoogle(): { busy: boolean; leave: (to: Pick<GoogleAttempt, 'purpose' | 'leadsTo'>) => void } | null {
  const lang = useLang();
  const { data: settings } = useQuery(settingsQuery(lang));
  const [busy, setBusy] = useState(false);
  const client = settings?.google ?? null;
  if (client === null) return null;
  return {
    busy,
    leave(to) {
      setBusy(true);
      // What the way takes is loaded by who goes it.
      import('./google.ts')
        .then(({ goToGoogle }) => goToGoogle(client, { ...to, lang }))
        .catch((error: unknown) => {
          console.warn('The way to Google could not be taken', error);
          setBusy(false);
        });
    },
  };
}
