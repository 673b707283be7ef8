/**
 * Order details for the shopper: expected arrival, items, delivery and help first, then amounts, documents and the
 * cancellation (docs/ux.md#rule-34).
 */
import type { Order, TrackedOrder } from '@shop/contract/orders';
import { formatDateTime } from '@shop/core/dates';
import { orderHelpPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { findArrivalStatus } from '@shop/core/orders/arrival';
import { awaitsPayment } from '@shop/core/orders/payment-deadline';
import { formatPaymentStatus, listOtherEntries } from '@shop/core/orders/status';
import type { ReactNode } from 'react';
import { useTokenScope } from '../api/tokens.ts';
import { lazyHydrated } from '../hydration/lazy.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import type { CancelOrderData } from '../modals/modal-data.ts';
import { buttonClass } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { LazyBuyAgain } from './again/LazyBuyAgain.tsx';
import { CopyNumber } from './CopyNumber.tsx';
import { OrderHero } from './OrderHero.tsx';
import { useSlotText } from './use-slot-text.ts';

const OrderItems = lazyHydrated(
  () => import('./OrderItems.tsx').then((file) => file.OrderItems),
  <Skeleton className="h-31" />,
);

const OrderAmounts = lazyHydrated(
  () => import('./OrderAmounts.tsx').then((file) => file.OrderAmounts),
  <Skeleton className="h-48" />,
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

const EarnsNote = lazyHydrated(() => import('../loyalty/tiers/EarnsNote.tsx').then((file) => file.EarnsNote));

type CardProps = {
  title: string;
  /** A summary at the end of the title's line. */
  summary?: string;
  className?: string;
  children: ReactNode;
};

function Card({ title, summary, className, children }: CardProps) {
  return (
    <section
      className={classNames(
        'grid grid-cols-1 content-start gap-3 rounded-xl border border-line bg-surface p-5',
        className,
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{title}</h2>
        {summary !== undefined && <p className="text-sm text-ink-3 tabular-nums">{summary}</p>}
      </div>
      {children}
    </section>
  );
}

type OrderDetailsProps = {
  order: TrackedOrder | Order;
  /** The proof with which a guest opened the order; empty for a customer's own. */
  proof: CancelOrderData['proof'];
  /** The path of the order's page for printing. */
  printPath: string;
};

export function OrderDetails({ order, proof, printPath }: OrderDetailsProps) {
  const t = useT();
  const isUnpaid = awaitsPayment(order);
  const hasHistory = listOtherEntries(order.history).length > 0;
  const isComplete = order.status === 'complete';
  const total = formatMoney(order.totals.grand_total);
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[1.35fr_1fr] lg:items-start lg:gap-5">
      <div className="grid grid-cols-1 gap-4">
        <OrderHero order={order} />
        {isUnpaid && <UnpaidNotice order={order} proof={proof} />}
      </div>
      <Card
        title={t('orders.items')}
        summary={`${t('orders.count', { count: order.items.length })} · ${total}`}
        className="lg:col-span-2 lg:row-start-2"
      >
        <OrderItems lines={order.items} />
        <LazyBuyAgain order_number={order.order_number} proof={proof} className="w-fit" />
      </Card>
      <DeliverySection order={order} className="lg:col-start-2 lg:row-start-1" />
      <PaymentSection
        order={order}
        printPath={printPath}
        className={isComplete && !hasHistory ? 'lg:col-span-2' : undefined}
      />
      <div className="grid grid-cols-1 gap-4 empty:hidden">
        {hasHistory && (
          <Card title={t('orders.history')}>
            <OrderHistory history={order.history} />
          </Card>
        )}
        {!isComplete && <CancellationCard order={order} proof={proof} />}
      </div>
    </div>
  );
}

type OrderSectionProps = Pick<OrderDetailsProps, 'order'> & { className: string | undefined };

/** Shows where the order is delivered, its number, and links to help. */
function DeliverySection({ order, className }: OrderSectionProps) {
  const t = useT();
  const lang = useLang();
  const slot = useSlotText(order.delivery);
  const isMember = useTokenScope() !== 'guest';
  const isExpected = findArrivalStatus(order, new Date()) === 'expected';
  const { method, leave_at_door, remarks } = order.delivery;
  return (
    <Card title={t('orders.delivery')} className={className}>
      {'shipping_address' in order && (
        <p dir="auto">
          <span className="font-semibold">{order.shipping_address.recipient}</span>
          <br />
          {order.shipping_address.formatted_address}
        </p>
      )}
      <p className="text-ink-2">
        {method}
        {/* The page's title has the slot if the delivery is expected. */}
        {slot !== null && !isExpected && ` · ${slot}`}
      </p>
      {leave_at_door && <p className="text-sm text-ink-2">{t('orders.leave_at_door')}</p>}
      {isExpected && (
        <p className="text-sm text-ink-2">
          {t('orders.if_missing', { choice: t(`checkout.if_missing_${order.if_missing}`) })}
        </p>
      )}
      {remarks && (
        <p className="text-sm text-ink-2">
          <span className="block font-semibold text-ink">{t('orders.notes')}</span>
          <span dir="auto">{remarks}</span>
        </p>
      )}
      {isExpected && isMember && <EarnsNote points={order.points_to_earn} />}
      <div className="border-t border-line pt-2">
        <CopyNumber label={t('orders.number')} number={order.order_number} />
        <p className="text-sm text-ink-3">{t('orders.placed', { when: formatDateTime(order.created_at, lang) })}</p>
      </div>
      <LangLink to={orderHelpPath(order)} className={buttonClass('secondary', 'regular', true)}>
        <Icon name="question" className="size-5" />
        {t('orders.help')}
      </LangLink>
    </Card>
  );
}

/** Shows what the order cost, how it was paid, and a link to its document. */
function PaymentSection({ order, printPath, className }: OrderSectionProps & { printPath: string }) {
  const t = useT();
  const lang = useLang();
  const { payment_method_name, payment_status, payment_refunds, status } = order;
  return (
    <Card title={t('orders.payment')} className={className}>
      <OrderAmounts order={order} />
      <p className="border-t border-line pt-3 font-semibold">
        {payment_method_name} · {formatPaymentStatus(payment_status, lang)}
      </p>
      {status !== 'canceled' && payment_refunds.length > 0 && <OrderRefunds order={order} />}
      {'billing_address' in order && (
        <p dir="auto" className="text-sm text-ink-2">
          <span className="block text-ink-3">{t('orders.billing')}</span>
          {order.billing_address.recipient}
          <br />
          {order.billing_address.formatted_address}
        </p>
      )}
      <LangLink to={printPath} className={classNames(buttonClass('secondary', 'compact'), 'w-fit')}>
        <Icon name="printer" className="size-5" />
        {t('orders.print')}
      </LangLink>
    </Card>
  );
}
