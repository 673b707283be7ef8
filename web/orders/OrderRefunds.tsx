import type { TrackedOrder } from '@shop/contract/orders';
import { dateTimeText } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';

/** Lists the refunds of the payment: money, and coins and points, which are returned immediately. */
export function OrderRefunds({ refunds }: { refunds: TrackedOrder['payment_refunds'] }) {
  const t = useT();
  const lang = useLang();
  return (
    <ul className="grid gap-2 border-t border-line pt-3 text-sm">
      {refunds.map(({ id, amount, coins, points, state, created_at, refunded_at }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4">
          <span className="grid font-semibold">
            {amount > 0 && <span>{t(`orders.refund_${state}`, { amount: formatMoney(amount) })}</span>}
            {coins > 0 && <span>{t('orders.refund_coins', { count: coins })}</span>}
            {points > 0 && <span>{t('orders.refund_points', { count: points })}</span>}
          </span>
          <time dateTime={new Date(refunded_at ?? created_at).toISOString()} className="text-ink-3">
            {dateTimeText(refunded_at ?? created_at, lang)}
          </time>
        </li>
      ))}
    </ul>
  );
}
