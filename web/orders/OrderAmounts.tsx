/** Shows the amounts of an order: each item's, and the totals. */
import type { TrackedOrder } from '@shop/contract/orders';
import { formatMoney } from '@shop/core/money';
import { CartTotals } from '../cart/drawer/CartTotals.tsx';
import { LineDiscount, LineTotal } from '../cart/drawer/line-parts.tsx';
import { useT } from '../i18n/MessagesProvider.tsx';
import { ChangedItem } from './ChangedItem.tsx';

type OrderAmountsProps = { order: Pick<TrackedOrder, 'items' | 'totals' | 'promotions' | 'delivered_total'> };

export function OrderAmounts({ order: { items, totals, promotions, delivered_total } }: OrderAmountsProps) {
  const t = useT();
  return (
    <>
      <ul aria-label={t('orders.items')} className="grid grid-cols-1 gap-2">
        {items.map((line) => (
          <li key={line.line} className="flex items-start justify-between gap-4 text-sm">
            <div className="min-w-0">
              <p className="font-semibold">{line.name}</p>
              <p className="text-xs text-ink-3 tabular-nums">
                {line.quantity} × {line.variant ?? formatMoney(line.final_price)}
              </p>
              <LineDiscount amount={line.discount} />
              <ChangedItem item={line} />
            </div>
            <LineTotal line={line} />
          </li>
        ))}
      </ul>
      <CartTotals amounts={{ ...totals, promotions }} className="border-t border-line pt-3" />
      {delivered_total < totals.grand_total && (
        <p className="flex justify-between gap-4 font-semibold">
          {t('orders.delivered_total')}
          <span className="tabular-nums">{formatMoney(delivered_total)}</span>
        </p>
      )}
    </>
  );
}
