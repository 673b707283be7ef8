/**
 * Loads an order by the token of its link, or by the contact typed in this tab. Without either it shows the form
 * (docs/readings.md#26: a phone or an email never goes into a URL).
 */

import { ApiError } from '@shop/contract/api/api-error';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { OrderNotFound } from '../OrderNotFound.tsx';
import { OrderSkeleton } from '../OrderSkeleton.tsx';
import {
  type GuestOrderProof,
  type LinkedOrderResponse,
  provenOrderQuery,
  type TrackedOrderResponse,
} from '../order-queries.ts';
import { useOrder } from '../use-order.ts';
import { trackedContact } from './tracked-contact.ts';

// Loaded on demand, because visitors with a link do not need the form.
const TrackForm = lazyHydrated(
  () => import('./TrackForm.tsx').then((file) => file.TrackForm),
  <Skeleton className="h-64 rounded-lg" />,
);

/** Renders an order; `proof` is the token or contact that opened it. */
type RenderOrder = (order: (LinkedOrderResponse | TrackedOrderResponse)['order'], proof: GuestOrderProof) => ReactNode;

type LoadedOrderProps = { order_number: string; proof: GuestOrderProof; children: RenderOrder };

function LoadedOrder({ order_number, proof, children }: LoadedOrderProps) {
  const t = useT();
  const { order, error, refetch } = useOrder(provenOrderQuery(useLang(), order_number, proof));
  if (order !== undefined) return children(order, proof);
  if (error === null) return <OrderSkeleton />;
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) {
    return <ErrorBlock onRetry={refetch} />;
  }
  return <OrderNotFound message={error.message} action={t('orders.track_title')} />;
}

type ProvenOrderProps = {
  /** Title of the page and of the form; by default the order's number. */
  title?: string;
  children: RenderOrder;
};

export function ProvenOrder({ title, children }: ProvenOrderProps) {
  const t = useT();
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const typedContact = useSyncExternalStore(trackedContact.subscribe, trackedContact.read, () => null);
  const order_number = params.get('order_number') ?? '';
  const token = params.get('token');
  const proof: GuestOrderProof | null =
    token !== null ? { token } : typedContact !== null ? { contact: typedContact } : null;
  return (
    <>
      <Head title={title ?? t('orders.order_title', { number: order_number })} noIndex />
      {order_number !== '' && proof !== null ? (
        <LoadedOrder order_number={order_number} proof={proof}>
          {children}
        </LoadedOrder>
      ) : (
        <div className="mx-auto grid w-full max-w-md gap-5">
          <h1 className="text-2xl">{title ?? t('orders.track_title')}</h1>
          <p className="text-ink-2">{t('orders.track_again')}</p>
          <TrackForm order_number={order_number} page={pathname} />
        </div>
      )}
    </>
  );
}
