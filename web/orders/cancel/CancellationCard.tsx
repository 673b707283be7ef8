/**
 * Shows an order's cancellation requests with the shop's decision, what was returned to the shopper, and the button for
 * a new request if one is possible (docs/spec.md §4 "A cancellation request can be created, viewed and withdrawn.").
 */
import type { Cancellation, TrackedOrder } from '@shop/contract/orders';
import { formatDateTime } from '@shop/core/dates';
import { checkCancellable } from '@shop/core/orders/cancellation';
import { useQuery } from '@tanstack/react-query';
import { useTokenScope } from '../../api/tokens.ts';
import { LazyRefusalText } from '../../cart/add/LazyRefusalText.ts';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import type { CancelOrderData } from '../../modals/modal-data.ts';
import { openModal } from '../../modals/modal-store.ts';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { OrderWithRefunds } from '../OrderRefunds.tsx';
import { cancellationsQuery } from '../order-queries.ts';

const OrderRefunds = lazyHydrated(() => import('../OrderRefunds.tsx').then((file) => file.OrderRefunds));

function CancellationRequest({ cancellation, onWithdraw }: { cancellation: Cancellation; onWithdraw: () => void }) {
  const t = useT();
  const lang = useLang();
  const { state, reason, comment, requested_at } = cancellation;
  return (
    <li className="grid gap-2 border-t border-line pt-3 first:border-0 first:pt-0">
      <p className="flex flex-wrap items-center gap-2">
        <Badge look={state === 'requested' ? 'leaf' : 'quiet'}>{t(`orders.cancellation_${state}`)}</Badge>
        <span className="text-sm text-ink-3">
          {t('orders.cancellation_at', { when: formatDateTime(requested_at, lang) })}
        </span>
      </p>
      <p dir="auto" className="text-sm text-ink-2">
        {t('orders.cancellation_reason', { reason })}
      </p>
      {comment !== null && (
        <p dir="auto" className="text-sm">
          {t('orders.cancellation_comment', { comment })}
        </p>
      )}
      {state === 'requested' && (
        <Button kind="secondary" size="compact" className="w-fit" aria-haspopup="dialog" onClick={onWithdraw}>
          {t('orders.withdraw')}
        </Button>
      )}
    </li>
  );
}

type CancellationCardProps = Pick<CancelOrderData, 'proof'> & {
  order: OrderWithRefunds & Pick<TrackedOrder, 'order_number'>;
};

/** Returns whether anything of a canceled order was returned to the shopper. */
const hasReturned = ({ payment_refunds, returned, totals, coupon_code }: OrderWithRefunds): boolean =>
  payment_refunds.length > 0 || returned.coins + returned.points + totals.voucher > 0 || coupon_code !== null;

export function CancellationCard({ order, proof }: CancellationCardProps) {
  const t = useT();
  const lang = useLang();
  const orderKey = { order_number: order.order_number, proof };
  const { data, isError, refetch } = useQuery(cancellationsQuery(lang, useTokenScope(), orderKey));
  if (data === undefined)
    return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <Skeleton className="h-24" />;
  const refusal = checkCancellable(
    order.status,
    data.data.map(({ state }) => state),
  );
  const hasRefunds = order.status === 'canceled' && hasReturned(order);
  // An unpaid order that the shop canceled has neither requests nor refunds.
  if (order.status === 'canceled' && data.data.length === 0 && !hasRefunds) return null;
  return (
    <section className="grid content-start gap-3 rounded-xl border border-line bg-surface p-5">
      <h2 className="text-lg">{t('orders.cancellation')}</h2>
      {data.data.length > 0 && (
        <ul className="grid gap-3">
          {data.data.map((cancellation) => (
            <CancellationRequest
              key={cancellation.id}
              cancellation={cancellation}
              onWithdraw={() => openModal('WITHDRAW_CANCEL', { ...orderKey, id: cancellation.id })}
            />
          ))}
        </ul>
      )}
      {hasRefunds && <OrderRefunds order={order} />}
      {refusal === null && (
        <Button
          kind="danger-quiet"
          className="w-fit"
          aria-haspopup="dialog"
          onClick={() => openModal('CANCEL_ORDER', orderKey, { closeOnOutside: false })}
        >
          {t('orders.cancel')}
        </Button>
      )}
      {refusal !== null && refusal.code !== 'cancellation.open' && order.status !== 'canceled' && (
        <p className="min-h-5 text-sm text-ink-2">
          <LazyRefusalText refused={refusal} />
        </p>
      )}
    </section>
  );
}
