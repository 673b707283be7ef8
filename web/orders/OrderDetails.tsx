/** Order details for the shopper: status, timeline, items, delivery, payment (docs/ux.md#rule-34). */
import type { Order, TrackedOrder } from '@shop/contract/orders';
import { dateTimeText } from '@shop/core/dates';
import { orderHelpPath } from '@shop/core/links/paths';
import { awaitsPayment } from '@shop/core/orders/payment-deadline';
import {
  formatOrderStatus,
  formatPaymentStatus,
  listOtherEntries,
  OPEN_ORDER_STATUSES,
} from '@shop/core/orders/status';
import type { ReactNode } from 'react';
import { OrderLines } from '../checkout/OrderLines.tsx';
import { lazyHydrated } from '../hydration/lazy.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import type { CancelOrderData } from '../modals/modal-data.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { LazyBuyAgain } from './again/LazyBuyAgain.tsx';
import { CopyNumber } from './CopyNumber.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { useSlotText } from './use-slot-text.ts';

const CartTotals = lazyHydrated(
  () => import('../cart/drawer/CartTotals.tsx').then((file) => file.CartTotals),
  <Skeleton className="h-32" />,
);

const CancellationCard = lazyHydrated(
  () => import('./cancel/CancellationCard.tsx').then((file) => file.CancellationCard),
  <Skeleton className="h-24 rounded-xl" />,
);

const UnpaidNotice = lazyHydrated(
  () => import('./UnpaidNotice.tsx').then((file) => file.UnpaidNotice),
  <Skeleton className="h-36 rounded-xl sm:h-24" />,
);

const OrderHistory = lazyHydrated(() => import('./OrderHistory.tsx').then((file) => file.OrderHistory));

const OrderRefunds = lazyHydrated(() => import('./OrderRefunds.tsx').then((file) => file.OrderRefunds));

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-3 rounded-xl border border-line bg-surface p-5">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

type OrderDetailsProps = {
  order: TrackedOrder | Order;
  /** The proof with which a guest opened the order; empty for a customer's own. */
  proof: CancelOrderData['proof'];
  /** The order's page for printing. */
  printPath: string;
};

export function OrderDetails({ order, proof, printPath }: OrderDetailsProps) {
  const t = useT();
  const lang = useLang();
  const slot = useSlotText(order.delivery);
  const status = formatOrderStatus(order.status, lang);
  const isUnpaid = awaitsPayment(order);
  const isCanceling = order.cancellation_state === 'requested';
  const comes = slot !== null && !isUnpaid && !isCanceling && OPEN_ORDER_STATUSES.includes(order.status);
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h1 className="text-2xl break-keep">
          {comes
            ? t('orders.status_arrives', { status, when: slot })
            : isCanceling
              ? t('orders.status_canceling', { status })
              : status}
        </h1>
        <CopyNumber label={t('orders.number')} number={order.order_number} />
        <p className="text-sm text-ink-3">{t('orders.placed', { when: dateTimeText(order.created_at, lang) })}</p>
        <div className="mt-2 flex flex-wrap gap-3">
          <LazyBuyAgain order_number={order.order_number} proof={proof} />
          <LangLink to={printPath} className={buttonClass('secondary', 'compact')}>
            <Icon name="printer" className="size-5" />
            {t('orders.print')}
          </LangLink>
          <LangLink to={orderHelpPath(order)} className={buttonClass('secondary', 'compact')}>
            <Icon name="question" className="size-5" />
            {t('orders.help')}
          </LangLink>
        </div>
      </div>
      {isUnpaid && <UnpaidNotice order={order} proof={proof} />}
      <div className="grid items-start gap-4 lg:grid-cols-[5fr_7fr] lg:gap-6">
        <div className="grid gap-4">
          <Card title={t('orders.timeline')}>
            <OrderTimeline order={order} />
          </Card>
          {listOtherEntries(order.history).length > 0 && (
            <Card title={t('orders.history')}>
              <OrderHistory history={order.history} />
            </Card>
          )}
          {order.status !== 'complete' && <CancellationCard order={order} proof={proof} />}
        </div>
        <div className="grid gap-4">
          <Card title={t('orders.items')}>
            <OrderLines lines={order.items} linked />
            <CartTotals
              amounts={{ ...order.totals, promotions: order.promotions }}
              className="border-t border-line pt-3"
            />
          </Card>
          <Card title={t('orders.delivery')}>
            <p className="font-semibold">{order.delivery.method}</p>
            {slot !== null && <p>{comes ? t('orders.arrives', { when: slot }) : slot}</p>}
            {'shipping_address' in order && (
              <p dir="auto" className="text-ink-2">
                {order.shipping_address.recipient}
                <br />
                {order.shipping_address.formatted_address}
              </p>
            )}
            {order.delivery.leave_at_door && <p className="text-sm text-ink-2">{t('orders.leave_at_door')}</p>}
            {order.delivery.remarks && (
              <p className="text-sm text-ink-2">
                <span className="block font-semibold text-ink">{t('orders.notes')}</span>
                <span dir="auto">{order.delivery.remarks}</span>
              </p>
            )}
          </Card>
          <Card title={t('orders.payment')}>
            <p>
              {order.payment_method_name} · {formatPaymentStatus(order.payment_status, lang)}
            </p>
            {order.status !== 'canceled' && order.payment_refunds.length > 0 && <OrderRefunds order={order} />}
            {'billing_address' in order && (
              <p dir="auto" className="text-sm text-ink-2">
                <span className="block text-ink-3">{t('orders.billing')}</span>
                {order.billing_address.recipient}
                <br />
                {order.billing_address.formatted_address}
              </p>
            )}
          </Card>
        </div>
      </div>
    </div>
  );
}
