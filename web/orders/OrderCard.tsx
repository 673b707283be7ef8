/** Summarizes one of the customer's orders; the whole card links to it. */
import type { ResponseOf } from '@shop/contract/api/client';
import { isCash } from '@shop/core/cart/totals';
import { formatDate } from '@shop/core/dates';
import { orderPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { findArrivalStatus } from '@shop/core/orders/arrival';
import { awaitsPayment } from '@shop/core/orders/payment-deadline';
import { formatOrderStatus, formatPaymentStatus, OPEN_ORDER_STATUSES } from '@shop/core/orders/status';
import type { ReactNode } from 'react';
import { LinePictures } from '../cart/drawer/line-parts.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { Badge } from '../ui/Chip.tsx';
import { classNames } from '../ui/class-names.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useSlotText } from './use-slot-text.ts';

type OwnOrder = ResponseOf<'orders.list'>['data'][number];

const FRAME_CLASSES = 'grid gap-3 rounded-xl border border-line bg-surface p-5';

/** Maximum number of pictures per order. */
const MAX_PICTURES = 4;

type OrderCardProps = {
  order: OwnOrder;
  /** Links or buttons at the card's end. */
  action?: ReactNode;
  /** The heading level of the order's number: 2 below the page's title, 3 below a section's. */
  level?: 2 | 3;
};

export function OrderCard({ order, action, level = 2 }: OrderCardProps) {
  const t = useT();
  const lang = useLang();
  const slot = useSlotText(order.delivery);
  const Title: 'h2' | 'h3' = `h${level}`;
  const isOpen = OPEN_ORDER_STATUSES.includes(order.status);
  const arrival = findArrivalStatus(order, new Date());
  const isCanceling = order.cancellation_state === 'requested';
  const isPaidOnline = order.payment_status === 'paid' && !isCash(order.payment_method);
  return (
    <div className={classNames(FRAME_CLASSES, 'relative hover:border-edge')}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Title className="text-md">
          <LangLink
            to={orderPath(order)}
            className="after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {t('orders.order_title', { number: order.order_number })}
          </LangLink>
        </Title>
        <p className="flex flex-wrap gap-2">
          {isCanceling && <Badge look="quiet">{t('orders.cancellation_open')}</Badge>}
          <Badge look={isOpen ? 'leaf' : 'quiet'}>{formatOrderStatus(order.status, lang)}</Badge>
        </p>
      </div>
      <p className="text-sm text-ink-2">
        {t('orders.placed', { when: formatDate(order.created_at, lang) })}
        {arrival !== null && slot !== null && (
          <span className="block font-semibold text-ink">
            {t(arrival === 'late' ? 'orders.late' : 'orders.arrives', { when: slot })}
          </span>
        )}
        {awaitsPayment(order) && !isCanceling && (
          <span className="block font-semibold text-ink">{t('checkout.unpaid_title')}</span>
        )}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <LinePictures lines={order.items} max={MAX_PICTURES} size={56} />
        <p className="ms-auto text-end">
          <span className="block text-sm text-ink-3">
            {t('orders.count', { count: order.items.length })}
            {isPaidOnline && ` · ${formatPaymentStatus('paid', lang)}`}
          </span>
          <bdi className="font-bold tabular-nums">{formatMoney(order.grand_total)}</bdi>
        </p>
      </div>
      {action}
    </div>
  );
}

/** Skeleton of a card, as high as that of a completed order; `hasAction` for one with a button. */
export function OrderCardSkeleton({ hasAction = false }: { hasAction?: boolean }) {
  return (
    <div className={FRAME_CLASSES} aria-hidden>
      <div className="flex justify-between">
        <Skeleton className="h-6 w-36" />
        <Skeleton className="h-6 w-20 rounded-pill" />
      </div>
      <Skeleton className="h-5 w-40" />
      <div className="flex items-center justify-between">
        <div className="flex gap-2">
          <Skeleton className="size-14 rounded-md" />
          <Skeleton className="size-14 rounded-md" />
          <Skeleton className="size-14 rounded-md" />
        </div>
        <Skeleton className="h-10 w-20" />
      </div>
      {hasAction && <Skeleton className="h-11 w-32 rounded-md" />}
    </div>
  );
}
