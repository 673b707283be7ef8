/** What the header and the tab bar say about the cart. */
import type { Sen } from '@shop/core/money';
import { useCart } from './cart-queries.ts';

/** `itemsQty` counts all lines; `total` is what those flagged for checkout cost before delivery. */
export type CartSummary = { itemsQty: number; total: Sen };

/** Null until the cart is known: on the server, and while the page wakes up. */
export function useCartSummary(): CartSummary | null {
  const { cart } = useCart();
  return cart === null ? null : { itemsQty: cart.items_qty, total: cart.items_total };
}
