/**
 * The page in place of one that could not load for lack of a network. It loads that page when the network is back. The
 * drawing is part of the script, since no picture can load then.
 */
import { useEffect } from 'react';
import sleepingSack from '../../art/sack-asleep.svg?inline';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Head } from '../Head.tsx';
import { openCart } from '../layout-store.ts';
import { useOnline } from './use-online.ts';

const reload = () => window.location.reload();

export function ConnectionError() {
  const t = useT();
  const isOnline = useOnline();
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <div className="page-width">
      <Head title={t('layout.connection_title')} noIndex />
      <EmptyState
        art={sleepingSack}
        level={1}
        title={t('layout.connection_title')}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {/* Offline, a reload would end at the browser's own error page. */}
            {isOnline && <Button onClick={reload}>{t('ui.retry')}</Button>}
            <Button kind="secondary" onClick={openCart}>
              {t('layout.connection_cart')}
            </Button>
          </span>
        }
      >
        {t('layout.connection_text')}
      </EmptyState>
    </div>
  );
}
