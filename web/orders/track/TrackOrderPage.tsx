/** /track-order: the form that opens an order without an account. */
import { Suspense } from 'react';
import { useTokenScope } from '../../api/tokens.ts';
import searchingSack from '../../art/sack-searching.svg?no-inline';
import { lazyWithRetry } from '../../hydration/lazy.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { TrackForm } from './TrackForm.tsx';

// Loaded on demand, because only customers have orders of their own.
const OpenOrders = lazyWithRetry(() => import('./OpenOrders.tsx').then((file) => file.OpenOrders));

export function Component() {
  const t = useT();
  const isSignedIn = useTokenScope() !== 'guest';
  return (
    <div className="page-width grid justify-items-center py-8">
      <Head title={t('orders.track_title')} noIndex />
      <div className="grid w-full max-w-md gap-6">
        <div className="grid justify-items-center gap-2 text-center">
          <img src={searchingSack} alt="" width={120} height={120} className="size-30" />
          <h1 className="text-2xl">{t('orders.track_title')}</h1>
          <p className="text-ink-2">{t('orders.track_text')}</p>
        </div>
        {isSignedIn && (
          <Suspense>
            <OpenOrders />
          </Suspense>
        )}
        <div className="rounded-xl border border-line bg-surface p-5 sm:p-6">
          <TrackForm />
        </div>
      </div>
    </div>
  );
}
