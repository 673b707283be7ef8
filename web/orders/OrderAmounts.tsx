/** Lists what an order cost: each item's amount, and the totals. */
import type { TrackedOrder } from '@shop/contract/orders';
import { lineKey } from '@shop/core/cart/cart';
import { formatMoney } from '@shop/core/money';
import { CartTotals } from '../cart/drawer/CartTotals.tsx';
import { LineDiscount, LineTotal } from '../cart/drawer/line-parts.tsx';
import { useT } from '../i18n/MessagesProvider.tsx';

type OrderAmountsProps = { order: Pick<TrackedOrder, 'items' | 'totals' | 'promotions'> };

export function OrderAmounts({ order: { items, totals, promotions } }: OrderAmountsProps) {
  const t = useT();
  return (
    <>
      <ul aria-label={t('orders.items')} className="grid grid-cols-1 gap-2">
        {items.map((line) => (
          <li key={lineKey(line)} className="flex items-start justify-between gap-4 text-sm">
            <div className="min-w-0">
              <p className="font-semibold">{line.name}</p>
              <p className="text-xs text-ink-3 tabular-nums">
                {line.quantity} × {line.variant ?? formatMoney(line.final_price)}
              </p>
              <LineDiscount amount={line.discount} />
            </div>
            <LineTotal line={line} />
          </li>
        ))}
      </ul>
      <CartTotals amounts={{ ...totals, promotions }} className="border-t border-line pt-3" />
    </>
  );
}
