/**
 * The visible cart, for every page. `LazyCart.tsx` publishes it here; it stays as below until that chunk has started, and
 * always on the server. Changes go through `cart.ts`.
 */
import type { Cart } from '@shop/contract/cart';
import { create } from 'zustand';
import type { CartActions } from './cart.ts';

type CartView = {
  /** The server's cart with the shopper's changes applied; null until it is known. */
  cart: Cart | null;
  /** The lazy chunk is requested; `CartProvider` loads it. */
  isRequested: boolean;
  /** Null until the lazy chunk has started. */
  actions: CartActions | null;
  /** The drawer opens as soon as the shopper has arrived at a page, because signing in changed the cart. */
  opensOnArrival?: boolean;
  /** The latest change as text for screen readers (docs/ux.md#rule-22). */
  announcement: string;
};

/** Reads the cart, whole or in part: `useCart((state) => state.cart)`. */
export const useCart = create<CartView>(() => ({
  cart: null,
  isRequested: false,
  actions: null,
  announcement: '',
}));
