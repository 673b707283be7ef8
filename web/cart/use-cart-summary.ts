/** What the header and the tab bar say about the cart. */
import type { Sen } from '@shop/core/money';
import { useShownCart } from './shown-cart.ts';

/** `itemsQty` counts all lines; `total` is what those flagged for checkout cost before delivery. */
export type CartSummary = { itemsQty: number; total: Sen };

/** Null until the cart is known: on the server, and while the page wakes up. */
export function useCartSummary(): CartSummary | null {
  const cart = useShownCart((state) => state.cart);
  return cart === null ? null : { itemsQty: cart.items_qty, total: cart.items_total };
}
