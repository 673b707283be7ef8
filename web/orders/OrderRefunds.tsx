import type { TrackedOrder } from '@shop/contract/orders';
import { formatDateTime } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { findStatusEntry } from '@shop/core/orders/status';
import type { ReactNode } from 'react';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';

type RefundRowProps = {
  /**
   * When coins, points, voucher or coupon were returned, or the money was refunded; until then, when the refund was
   * requested.
   */
  at: TrackedOrder['created_at'];
  children: ReactNode;
};

function RefundRow({ at, children }: RefundRowProps) {
  const lang = useLang();
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span className="grid font-semibold">{children}</span>
      <time dateTime={new Date(at).toISOString()} className="text-ink-3">
        {formatDateTime(at, lang)}
      </time>
    </li>
  );
}

export type OrderWithRefunds = Pick<
  TrackedOrder,
  'status' | 'history' | 'payment_refunds' | 'returned' | 'totals' | 'coupon_code'
>;

/** Lists an order's refunds of payments and, if it was canceled, its returned coins, points, voucher and coupon. */
export function OrderRefunds({ order }: { order: OrderWithRefunds }) {
  const t = useT();
  const canceledEntry = findStatusEntry('canceled', order.history);
  const { returned, totals, coupon_code } = order;
  const returnTexts =
    canceledEntry === undefined
      ? []
      : [
          returned.coins > 0 && t('orders.refund_coins', { count: returned.coins }),
          returned.points > 0 && t('orders.refund_points', { count: returned.points }),
          totals.voucher > 0 && t('orders.returned_voucher'),
          coupon_code !== null && t('orders.returned_coupon', { code: coupon_code }),
        ].filter((text) => text !== false);
  return (
    <ul aria-label={t('orders.refunds')} className="grid gap-2 border-t border-line pt-3 text-sm">
      {order.payment_refunds.map(({ id, amount, coins, points, state, created_at, refunded_at }) => (
        <RefundRow key={id} at={refunded_at ?? created_at}>
          {amount > 0 && <span>{t(`orders.refund_${state}`, { amount: formatMoney(amount) })}</span>}
          {coins > 0 && <span>{t('orders.refund_coins', { count: coins })}</span>}
          {points > 0 && <span>{t('orders.refund_points', { count: points })}</span>}
        </RefundRow>
      ))}
      {canceledEntry !== undefined &&
        returnTexts.map((text) => (
          <RefundRow key={text} at={canceledEntry.at}>
            {text}
          </RefundRow>
        ))}
    </ul>
  );
}
