/** Shows an order's items as pictures, each linked to its product. */
import type { TrackedOrder } from '@shop/contract/orders';
import { lineKey } from '@shop/core/cart/cart';
import { productPath } from '@shop/core/links/paths';
import { LinePicture } from '../cart/drawer/line-parts.tsx';
import { LangLink } from '../links.tsx';
import { ScrollRow } from '../ui/ScrollRow.tsx';

export function OrderItems({ lines }: { lines: TrackedOrder['items'] }) {
  return (
    <ScrollRow className="gap-2">
      {lines.map((line) => (
        <li key={lineKey(line)} className="w-21 whitespace-normal">
          <LangLink to={productPath(line.slug)} className="grid justify-items-center gap-1 text-center hover:underline">
            <span className="relative">
              <LinePicture line={line} />
              {line.quantity > 1 && (
                <span
                  aria-hidden
                  className="absolute end-0 bottom-0 rounded-ss-xs rounded-ee-md bg-ink px-1.5 font-display text-2xs font-bold text-paper"
                >
                  ×{line.quantity}
                </span>
              )}
            </span>
            <span className="line-clamp-3 max-3xs:line-clamp-none text-2xs font-semibold">{line.name}</span>
            {line.quantity > 1 && <span className="sr-only">× {line.quantity}</span>}
          </LangLink>
        </li>
      ))}
    </ScrollRow>
  );
}
