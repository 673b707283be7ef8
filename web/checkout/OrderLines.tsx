/** Lists lines read-only, for the order review and for placed orders. */
import type { CartItem } from '@shop/contract/cart';
import { lineKey } from '@shop/core/cart/cart';
import { LinePicture, LineTotal } from '../cart/line-parts.tsx';

type ShownLine = Pick<
  CartItem,
  'id' | 'variation_option_id' | 'name' | 'variant' | 'image' | 'stage' | 'quantity' | 'price' | 'price_total'
>;

export function OrderLines({ lines }: { lines: readonly ShownLine[] }) {
  return (
    <ul className="grid gap-3">
      {lines.map((line) => (
        <li key={lineKey(line)} className="flex items-center gap-3">
          <LinePicture line={line} small />
          <div className="min-w-0 flex-1">
            <p className="line-clamp-2 text-sm font-semibold">{line.name}</p>
            <p className="text-xs text-ink-3 tabular-nums">
              {line.quantity} × {line.variant ?? ''}
            </p>
          </div>
          <LineTotal line={line} />
        </li>
      ))}
    </ul>
  );
}
