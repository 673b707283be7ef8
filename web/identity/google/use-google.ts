import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsQuery } from '../../content/content-queries.ts';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { appPlatform } from '../../native/shell.ts';
import { useAppView } from '../app-view.ts';
import type { GoogleAttempt, GoogleClient, GoogleReturn } from './google.ts';

type GoogleTarget = Pick<GoogleAttempt, 'purpose' | 'leadsTo'> & Partial<Pick<GoogleAttempt, 'referralCode'>>;

type GoogleSignIn = {
  /** Whether Google's page or dialog is open or opening. */
  busy: boolean;
  /**
   * Redirects to Google, which returns to /signin. In the app, opens Google's dialog over the page, and calls `receive`
   * with its result unless the shopper closed it.
   */
  leave: (to: GoogleTarget, receive: (result: GoogleReturn) => Promise<void>) => void;
};

/**
 * Returns whether to offer Google. Google refuses to sign in inside a web view: a mini-program has no button, and the
 * app has one if the shop has a Google client for its platform.
 */
function isOffered(client: GoogleClient | null, inAppView: boolean): client is GoogleClient {
  if (client === null || !inAppView) return client !== null;
  const platform = appPlatform();
  return platform !== null && client.app_client_ids[platform] !== null;
}

/** Returns the sign-in with Google; null if the shop or this device does not offer it. */
export function useGoogle(): GoogleSignIn | null {
  const lang = useLang();
  const { data: settings } = useQuery(settingsQuery(lang));
  const [busy, setBusy] = useState(false);
  const inAppView = useAppView();
  const client = settings?.google ?? null;
  if (!isOffered(client, inAppView)) return null;

  async function redirect(to: GoogleTarget, client: GoogleClient): Promise<void> {
    const { goToGoogle } = await import('./google.ts');
    await goToGoogle(client, { referralCode: '', ...to, lang });
  }
  async function openDialog(client: GoogleClient, receive: (result: GoogleReturn) => Promise<void>): Promise<void> {
    const { openGoogleDialog } = await import('../../native/google-dialog.ts');
    const result = await openGoogleDialog(client);
    if (result.kind !== 'cancelled') await receive(result);
    setBusy(false);
  }
  return {
    busy,
    leave(to, receive) {
      setBusy(true);
      const opening = appPlatform() === null ? redirect(to, client) : openDialog(client, receive);
      opening.catch((error: unknown) => {
        console.warn('Google did not open', error);
        setBusy(false);
      });
    },
  };
}
