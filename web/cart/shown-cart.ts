/**
 * The cart for whoever only looks at it or adds to it. The working parts (rules, sync, memory) are a file that wakes up
 * once the page has settled, or at the first tap if that comes sooner: no first sight of a page waits for them.
 */
import type { Cart } from '@shop/contract/cart';
import { create } from 'zustand';
import type { CartActions } from './use-cart-actions.ts';

type ShownCart = {
  /** What the shopper sees; null until something is known, and always on the server. */
  cart: Cart | null;
  /** What can be done to it; null until the working parts are there. */
  actions: CartActions | null;
  /** The working parts were asked for. */
  wanted: boolean;
  /** Signing in cut something: the drawer opens to tell it once the shopper is where they wanted to go. */
  toTell?: boolean;
};

export const useShownCart = create<ShownCart>(() => ({ cart: null, actions: null, wanted: false }));

/** Asks for the working parts; `CartLife` brings them. */
export const wakeCart = (): void => useShownCart.setState({ wanted: true });

/** What can be done to the cart, as soon as it can be. */
export function cartActions(): Promise<CartActions> {
  wakeCart();
  return new Promise((resolve) => {
    const { actions } = useShownCart.getState();
    if (actions !== null) return resolve(actions);
    const stop = useShownCart.subscribe((state) => {
      if (state.actions === null) return;
      stop();
      resolve(state.actions);
    });
  });
}
