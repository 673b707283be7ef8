/**
 * Changes to the shopper's cart: `cart.add`, `cart.update`, `cart.remove`. Rules, storage and sync are a lazy chunk
 * (`LazyCart.tsx`), which loads when the page is idle or at the first tap; `use-cart.ts` shows the result.
 */
import { type CartActions, useCart } from './use-cart.ts';

/** Loads the lazy chunk and waits until it has started. */
export function loadCart(): Promise<CartActions> {
  useCart.setState({ isRequested: true });
  return new Promise((resolve) => {
    const { actions } = useCart.getState();
    if (actions !== null) return resolve(actions);
    const stop = useCart.subscribe((state) => {
      if (state.actions === null) return;
      stop();
      resolve(state.actions);
    });
  });
}

type LazyActions<Actions extends Record<string, (...input: never[]) => unknown>> = {
  [Name in keyof Actions]: (...input: Parameters<Actions[Name]>) => Promise<Awaited<ReturnType<Actions[Name]>>>;
};

/** Changes the cart, loading its chunk first where needed. */
export const cart: LazyActions<CartActions> = {
  add: async (...input) => (await loadCart()).add(...input),
  update: async (...input) => (await loadCart()).update(...input),
  removeOne: async (...input) => (await loadCart()).removeOne(...input),
  remove: async (...input) => (await loadCart()).remove(...input),
  reset: async () => (await loadCart()).reset(),
  toggleCheckout: async (...input) => (await loadCart()).toggleCheckout(...input),
  send: async () => (await loadCart()).send(),
};

/** Announces a change of the cart to screen readers. */
export const announceCart = (announcement: string): void => useCart.setState({ announcement });
