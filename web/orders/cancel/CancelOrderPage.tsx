/**
 * /cancel-order: requests the cancellation of a customer's order (`order_id`), or of a guest's order that was opened on
 * the tracking page.
 */
import type { TrackedOrder } from '@shop/contract/orders';
import { orderPath, trackedOrderPath } from '@shop/core/links/paths';
import { useSearchParams } from 'react-router';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { RequireSignIn } from '../../identity/RequireSignIn.tsx';
import { Head } from '../../layout/Head.tsx';
import { LangLink } from '../../links.tsx';
import type { CancelOrderData } from '../../modals/modal-data.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { OrderSkeleton } from '../OrderSkeleton.tsx';
import { OwnOrder } from '../OwnOrder.tsx';
import { ProvenOrder } from '../track/ProvenOrder.tsx';
import { CancellationCard } from './CancellationCard.tsx';

type CancellationContentProps = Pick<CancelOrderData, 'proof'> & {
  order: TrackedOrder;
  /** The path of the order's page. */
  backPath: string;
};

function CancellationContent({ order, proof, backPath }: CancellationContentProps) {
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5">
      <h1 className="text-2xl">{t('orders.cancel_title')}</h1>
      <LangLink
        to={backPath}
        className="flex min-h-11 w-fit items-center gap-2 text-sm font-semibold text-action-strong hover:underline"
      >
        <Icon name="package" className="size-5" />
        {t('orders.order_title', { number: order.order_number })}
      </LangLink>
      <CancellationCard order={order} proof={proof} />
    </div>
  );
}

export function Component() {
  const t = useT();
  const [params] = useSearchParams();
  const id = params.get('order_id');
  return (
    <div className="page-width py-8">
      <Head title={t('orders.cancel_title')} noIndex />
      {id === null ? (
        <ProvenOrder title={t('orders.cancel_title')}>
          {(order, proof) => (
            <CancellationContent
              order={order}
              proof={proof}
              backPath={trackedOrderPath({ order_number: order.order_number, ...('token' in proof && proof) })}
            />
          )}
        </ProvenOrder>
      ) : (
        <RequireSignIn fallback={<OrderSkeleton />}>
          <OwnOrder id={id}>
            {(order) => <CancellationContent order={order} proof={{}} backPath={orderPath(order)} />}
          </OwnOrder>
        </RequireSignIn>
      )}
    </div>
  );
}
