/** Lists lines read-only, for the order review and its result: `3 × 500 g`, without a variant `3 × RM4.90`. */
import type { CartItem } from '@shop/contract/cart';
import { lineKey } from '@shop/core/cart/cart';
import { formatMoney } from '@shop/core/money';
import { LineDiscount, LinePicture, LineTotal } from '../cart/drawer/line-parts.tsx';
import { MemberPrice } from '../loyalty/MemberPrice.tsx';

type ShownLine = Pick<
  CartItem,
  | 'id'
  | 'variation_option_id'
  | 'slug'
  | 'name'
  | 'variant'
  | 'image'
  | 'stage'
  | 'quantity'
  | 'price'
  | 'final_price'
  | 'price_total'
  | 'discount'
> &
  // Placed orders have no group price.
  Partial<Pick<CartItem, 'sale_price' | 'group_price'>>;

export function OrderLines({ lines }: { lines: readonly ShownLine[] }) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {lines.map((line) => (
        <li key={lineKey(line)} className="flex items-center gap-3">
          <LinePicture line={line} size={56} />
          <div className="min-w-0 flex-1">
            <p className="line-clamp-2 max-3xs:line-clamp-none text-sm font-semibold">{line.name}</p>
            <p className="text-xs text-ink-3 tabular-nums">
              {line.quantity} × {line.variant ?? formatMoney(line.final_price)}
            </p>
            {line.group_price !== undefined && <MemberPrice product={line} charged={line.final_price} />}
            <LineDiscount amount={line.discount} />
          </div>
          <LineTotal line={line} />
        </li>
      ))}
    </ul>
  );
}
