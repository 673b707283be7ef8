/**
 * The visible cart, for every page. `LazyCart.tsx` publishes it here; until that chunk has started, and on the server,
 * it has the initial values below. Changes go through `cart-actions.ts`.
 */
import type { Cart, CartItem } from '@shop/contract/cart';
import type { LineKey } from '@shop/core/cart/cart';
import type { Refusal } from '@shop/core/refusal';
import { create } from 'zustand';

/** The changes that the lazy chunk can make. Each returns why it was refused, or null. */
export type CartActions = {
  /** Adds units of a product; `line` is its line for one unit. */
  add(line: CartItem, quantity: number): Promise<Refusal | null>;
  /** Sets a line's quantity (0 removes the line), its checkout flag, or both. */
  update(line: LineKey, update: { quantity?: number; checkout?: boolean }): Refusal | null;
  /** Removes one unit; below its minimum the line is removed. */
  removeOne(line: LineKey): Refusal | null;
  remove(line: LineKey): Refusal | null;
  /** Removes all lines. */
  reset(): Refusal | null;
  toggleCheckout(line: LineKey): Refusal | null;
  /** Sends all changes now; false if the server does not have them afterwards. */
  send(): Promise<boolean>;
};

type CartView = {
  /** The server's cart with the shopper's changes applied; null until it is loaded. */
  cart: Cart | null;
  /** Whether the lazy chunk is requested; `CartProvider` loads it. */
  isRequested: boolean;
  /** Null until the lazy chunk has started. */
  actions: CartActions | null;
  /**
   * Whether the drawer opens as soon as the shopper has arrived at a page: set by /cart, by a sheet, or when signing in
   * changed the cart.
   */
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
