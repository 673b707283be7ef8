/**
 * /track-order/view: one order, by its link's token or by the typed contact. Without either it shows the form
 * (docs/readings.md#26: a phone or an email never goes into a URL).
 */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ApiError } from '../api.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Head } from '../layout/Head.tsx';
import { lazyHydrated } from '../lazy.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import { OrderNotFound } from './OrderNotFound.tsx';
import { OrderSkeleton } from './OrderSkeleton.tsx';
import { type Proof, provenOrderQuery, useTypedContact } from './order-queries.ts';

// Visitors with a signed link do not need the form.
const TrackForm = lazyHydrated(
  () => import('./TrackForm.tsx').then((file) => file.TrackForm),
  <Skeleton className="h-64 rounded-lg" />,
);

function ProvenOrder({ order_number, proof }: { order_number: string; proof: Proof }) {
  const t = useT();
  const { data, error, refetch } = useQuery(provenOrderQuery(useLang(), order_number, proof));
  if (data !== undefined) return <OrderDetails order={data.order} />;
  if (error === null) return <OrderSkeleton />;
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) {
    return <ErrorBlock onRetry={() => void refetch()} />;
  }
  return <OrderNotFound message={error.message} action={t('orders.track_title')} />;
}

export function Component() {
  const t = useT();
  const [params] = useSearchParams();
  const typed = useTypedContact(({ contact }) => contact);
  const order_number = params.get('order_number') ?? '';
  const token = params.get('token');
  const proof: Proof | null = token !== null ? { token } : typed !== null ? { contact: typed } : null;
  return (
    <div className="page-width max-w-[70rem] py-8">
      <Head title={t('orders.order_title', { number: order_number })} noIndex />
      {order_number !== '' && proof !== null ? (
        <ProvenOrder order_number={order_number} proof={proof} />
      ) : (
        <div className="mx-auto grid w-full max-w-md gap-5">
          <h1 className="text-2xl">{t('orders.track_title')}</h1>
          <p className="text-ink-2">{t('orders.track_again')}</p>
          <TrackForm order_number={order_number} />
        </div>
      )}
    </div>
  );
}
