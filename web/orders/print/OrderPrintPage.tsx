/** /my-account/orders/print?order_id=: one of the customer's orders as a document for A4 paper. */
import { orderPath } from '@shop/core/links/paths';
import { useSearchParams } from 'react-router';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { RequireSignIn } from '../../identity/RequireSignIn.tsx';
import { Head } from '../../layout/Head.tsx';
import { OrderSkeleton } from '../OrderSkeleton.tsx';
import { OwnOrder } from '../OwnOrder.tsx';
import { OrderDocument } from './OrderDocument.tsx';

export function Component() {
  const t = useT();
  const [params] = useSearchParams();
  return (
    <div className="page-width py-8 print:p-0">
      <Head title={t('orders.order')} noIndex />
      <RequireSignIn fallback={<OrderSkeleton />}>
        <OwnOrder id={params.get('order_id')}>
          {(order) => <OrderDocument order={order} backPath={orderPath(order)} />}
        </OwnOrder>
      </RequireSignIn>
    </div>
  );
}
