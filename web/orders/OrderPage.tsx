import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { AccountPage } from '../account/AccountFrame.tsx';
import { ApiError } from '../api.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { useTokenScope } from '../tokens.ts';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import { OrderNotFound } from './OrderNotFound.tsx';
import { OrderSkeleton } from './OrderSkeleton.tsx';
import { ownOrderQuery } from './order-queries.ts';

function NotYours() {
  const t = useT();
  return <OrderNotFound message={t('orders.not_yours')} action={t('orders.track_title')} />;
}

function OwnOrder({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(ownOrderQuery(useLang(), useTokenScope(), id));
  if (data !== undefined) return <OrderDetails order={data.order} />;
  if (error === null) return <OrderSkeleton />;
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) {
    return <ErrorBlock onRetry={() => void refetch()} />;
  }
  return <NotYours />;
}

export function Component() {
  const t = useT();
  const [params] = useSearchParams();
  const id = params.get('order_id');
  return (
    <AccountPage
      title={t('orders.order')}
      under={{ page: 'orders', title: t('account.orders') }}
      ownTitle
      skeleton={<OrderSkeleton />}
    >
      {() => (id ? <OwnOrder id={id} /> : <NotYours />)}
    </AccountPage>
  );
}
