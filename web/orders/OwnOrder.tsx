/** Loads one of the customer's orders; another customer's order looks like a nonexistent one. */

import { ApiError } from '@shop/contract/api/api-error';
import type { ResponseOf } from '@shop/contract/api/client';
import type { ReactNode } from 'react';
import { useTokenScope } from '../api/tokens.ts';
import { lazyHydrated } from '../hydration/lazy.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { OrderSkeleton } from './OrderSkeleton.tsx';
import { ownOrderQuery } from './order-queries.ts';
import { useOrder } from './use-order.ts';

const OrderNotFound = lazyHydrated(() => import('./OrderNotFound.tsx').then((file) => file.OrderNotFound));

type OwnOrderProps = { id: string | null; children: (order: ResponseOf<'orders.one'>['order']) => ReactNode };

export function OwnOrder({ id, children }: OwnOrderProps) {
  const t = useT();
  const query = ownOrderQuery(useLang(), useTokenScope(), id ?? '');
  const { order, error, refetch } = useOrder({ ...query, enabled: id !== null });
  if (order !== undefined) return children(order);
  if (id !== null && error === null) return <OrderSkeleton />;
  if (id !== null && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)) {
    return <ErrorBlock onRetry={refetch} />;
  }
  return <OrderNotFound message={t('orders.not_yours')} action={t('orders.track_title')} />;
}
