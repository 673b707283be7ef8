import type { ProductRow } from '@shop/contract/catalog';
import { isUndeliverable } from '@shop/core/delivery/storage';
import { useCart } from '../cart/use-cart.ts';
import { placeName } from './use-delivery-place.ts';

/**
 * Names the cart's destination if no method there carries goods of these categories; null
 * otherwise, and while the destination is unknown. Product responses are the same for every destination, so it is
 * decided here.
 */
export function useUndeliverablePlace(product: Pick<ProductRow, 'type' | 'categories'>): string | null {
  return useCart(({ cart }) => {
    const destination = cart?.destination;
    if (!destination || !isUndeliverable(product, destination.not_carried)) return null;
    return placeName(destination);
  });
}
