/** Shows an order on /checkout/result that will not be delivered as it is: failed, unpaid or canceled. */
import type { Order } from '@shop/contract/orders';
import { isCash } from '@shop/core/cart/totals';
import { checkoutPath, trackedOrderPath, trackOrderPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import searchingSack from '../art/sack-searching.svg?no-inline';
import tornSack from '../art/sack-torn.svg?no-inline';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { LazyBuyAgain } from '../orders/again/LazyBuyAgain.tsx';
import { UnpaidActions, useReservedText } from '../orders/UnpaidActions.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

type OrderWithToken = { order: Order; token: string };

/** Shows the order number and the total, which shoppers quote to customer service. */
function OrderNumber({ order: { order_number, grand_total } }: { order: Order }) {
  const t = useT();
  return (
    <p className="mt-3 text-sm">
      {t('orders.number')} <bdi className="font-bold text-ink">{order_number}</bdi> · {formatMoney(grand_total)}
    </p>
  );
}

function TrackLink({ order: { order_number }, token }: OrderWithToken) {
  const t = useT();
  return (
    <LangLink to={trackedOrderPath({ order_number, token })} className={buttonClass('secondary')}>
      {t('checkout.track')}
    </LangLink>
  );
}

/**
 * Shows why the order failed, and that the cart is unchanged (docs/spec.md §8 'Oops... Unfortunately your order was
 * failed.').
 */
export function FailedResult({ reason }: { reason: string }) {
  const t = useT();
  const lang = useLang();
  return (
    <EmptyState
      art={tornSack}
      level={1}
      title={formatRefusal(refusal('order.failed'), lang)}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <LangLink to={checkoutPath()} className={buttonClass()}>
            {t('checkout.failed_retry')}
          </LangLink>
          <LangLink to={trackOrderPath()} className={buttonClass('secondary')}>
            {t('checkout.find_order')}
          </LangLink>
        </span>
      }
    >
      {reason}
    </EmptyState>
  );
}

/**
 * Shows an order whose payment is pending or has failed, with the ways to pay it or to return its items to the cart.
 */
export function UnpaidResult({ order, token }: OrderWithToken) {
  const t = useT();
  const lang = useLang();
  const hasFailed = order.payment_status === 'failed';
  const reservedText = useReservedText(order);
  return (
    <EmptyState
      art={hasFailed ? tornSack : searchingSack}
      level={1}
      title={hasFailed ? formatRefusal(refusal('order.failed'), lang) : t('checkout.unpaid_title')}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <UnpaidActions order={order} proof={{ token }} />
          <TrackLink order={order} token={token} />
        </span>
      }
    >
      {hasFailed && <p>{t('checkout.failed_payment')}</p>}
      <p>{reservedText}</p>
      <OrderNumber order={order} />
    </EmptyState>
  );
}

/**
 * Shows a canceled order: explains its refund if it was paid, and offers to buy its items again (docs/readings.md#10).
 */
export function CanceledResult({ order, token }: OrderWithToken) {
  const t = useT();
  const lang = useLang();
  const { order_number, grand_total, payment_method, payment_status } = order;
  const amount = formatMoney(grand_total);
  const isPaid = payment_status === 'refund_due' || payment_status === 'refunded';
  return (
    <EmptyState
      art={tornSack}
      level={1}
      title={formatRefusal(refusal('order.failed'), lang)}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <LazyBuyAgain order_number={order_number} proof={{ token }} label={t('checkout.items_back')} />
          <TrackLink order={order} token={token} />
        </span>
      }
    >
      <p>
        {isPaid
          ? t(payment_status === 'refunded' ? 'checkout.failed_refunded' : 'checkout.failed_refund_due', { amount })
          : t(isCash(payment_method) ? 'checkout.failed_canceled' : 'checkout.failed_expired')}
      </p>
      <OrderNumber order={order} />
    </EmptyState>
  );
}
