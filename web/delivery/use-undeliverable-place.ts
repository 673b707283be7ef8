import type { ProductRow } from '@shop/contract/catalog';
import { isUndeliverable } from '@shop/core/delivery/undeliverable';
import { useCart } from '../cart/use-cart.ts';
import { formatPlaceName } from './use-delivery-place.ts';

/**
 * Returns the name of the cart's destination if no delivery method there carries the product; null otherwise, and while
 * the destination is unknown. The browser decides it, because product responses are the same for every destination.
 */
export function useUndeliverablePlace(product: Pick<ProductRow, 'type' | 'categories'>): string | null {
  return useCart(({ cart }) => {
    const destination = cart?.destination;
    if (!destination || !isUndeliverable(product, destination.not_carried)) return null;
    return formatPlaceName(destination);
  });
}
