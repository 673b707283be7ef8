/**
 * Replaces a page that could not load without a network, and loads that page when the network is back. The drawing is
 * part of the script, because no picture can load offline.
 */
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { isShopReachable } from '../../api/api.ts';
import sleepingSack from '../../art/sack-asleep.svg?inline';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { appPlatform } from '../../native/shell.ts';
import { Button } from '../../ui/Button.tsx';
import { useOnline } from '../../ui/connection.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Head } from '../Head.tsx';
import { openCart } from '../layout-store.ts';

/** The wait before the next check of whether the shop responds. */
const RETRY_MS = 1_000;

const reload = () => window.location.reload();

/**
 * Reloads the page once the network is back and the shop responds. Waits for a response, because a device reports that
 * it is online before requests succeed, and a failed reload would show the browser's own error page. Also checks
 * if the device is online from the start, because the network may be back before this renders.
 */
function useReloadWhenBack(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isMounted = true;
    const reloadWhenReachable = async () => {
      clearTimeout(timer);
      const isReachable = await isShopReachable();
      if (!isMounted) return;
      if (isReachable) reload();
      else timer = setTimeout(reloadWhenReachable, RETRY_MS);
    };
    if (navigator.onLine) timer = setTimeout(reloadWhenReachable, RETRY_MS);
    window.addEventListener('online', reloadWhenReachable);
    return () => {
      isMounted = false;
      window.removeEventListener('online', reloadWhenReachable);
      clearTimeout(timer);
    };
  }, []);
}

export function ConnectionError() {
  const t = useT();
  const isOnline = useOnline();
  const { revalidate, state } = useRevalidator();
  // The app needs no reload: its files are on the phone, which may have the page's data too.
  const inApp = appPlatform() !== null;
  useReloadWhenBack();
  return (
    <div className="page-width">
      <Head title={t('layout.connection_title')} noIndex />
      <EmptyState
        art={sleepingSack}
        level={1}
        title={t('layout.connection_title')}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {/* Hidden offline, when a reload would show the browser's own error page. */}
            {isOnline && !inApp && <Button onClick={reload}>{t('ui.retry')}</Button>}
            {inApp && (
              <Button busy={state === 'loading'} onClick={() => void revalidate()}>
                {t('ui.retry')}
              </Button>
            )}
            <Button kind="secondary" onClick={openCart}>
              {t('layout.connection_cart')}
            </Button>
          </span>
        }
      >
        {t(inApp ? 'native.unseen' : 'layout.connection_text')}
      </EmptyState>
    </div>
  );
}
