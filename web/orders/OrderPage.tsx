/** /my-account/orders/view?order_id=: one of the customer's orders (docs/spec.md §2). */
import { orderPrintPath } from '@shop/core/links/paths';
import { useSearchParams } from 'react-router';
import { AccountPage } from '../account/AccountFrame.tsx';
import { useT } from '../i18n/MessagesProvider.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import { OrderSkeleton } from './OrderSkeleton.tsx';
import { OwnOrder } from './OwnOrder.tsx';

export function Component() {
  const t = useT();
  const [params] = useSearchParams();
  return (
    <AccountPage
      title={t('orders.order')}
      parent={{ page: 'orders', title: t('account.orders') }}
      hasOwnTitle
      skeleton={<OrderSkeleton />}
    >
      {() => (
        <OwnOrder id={params.get('order_id')}>
          {(order) => <OrderDetails order={order} proof={{}} printPath={orderPrintPath(order)} />}
        </OwnOrder>
      )}
    </AccountPage>
  );
}
