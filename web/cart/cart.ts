/**
 * Changes to the shopper's cart: `cart.add`, `cart.update`, `cart.remove`. Rules, storage and sync are a lazy chunk
 * (`LazyCart.tsx`), which loads when the page is idle or at the first tap; `use-cart.ts` shows the result.
 */
import type { CartItem } from '@shop/contract/cart';
import type { LineKey } from '@shop/core/cart/cart';
import type { Refusal } from '@shop/core/refusal';
import { useCart } from './use-cart.ts';

/** The changes that the lazy chunk can make. Each returns why it was refused, or null. */
export type CartActions = {
  /** Adds units of a product; `line` is the line as it would stand in the cart. */
  add(line: CartItem, quantity: number): Promise<Refusal | null>;
  /** Sets a line's quantity (0 removes the line), its checkout flag, or both. */
  update(line: LineKey, update: { quantity?: number; checkout?: boolean }): Refusal | null;
  /** Removes one unit; the line goes when it falls below its minimum. */
  removeOne(line: LineKey): Refusal | null;
  remove(line: LineKey): Refusal | null;
  toggleCheckout(line: LineKey): Refusal | null;
  /** Sends all changes now; false if the server does not have them afterwards. */
  send(): Promise<boolean>;
};

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

type Lazy<Actions extends Record<string, (...input: never[]) => unknown>> = {
  [Name in keyof Actions]: (...input: Parameters<Actions[Name]>) => Promise<Awaited<ReturnType<Actions[Name]>>>;
};

/** Changes the cart, loading its chunk first where needed. */
export const cart: Lazy<CartActions> = {
  add: async (...input) => (await loadCart()).add(...input),
  update: async (...input) => (await loadCart()).update(...input),
  removeOne: async (...input) => (await loadCart()).removeOne(...input),
  remove: async (...input) => (await loadCart()).remove(...input),
  toggleCheckout: async (...input) => (await loadCart()).toggleCheckout(...input),
  send: async () => (await loadCart()).send(),
};

/** Tells screen readers what happened to the cart. */
export const announceCart = (announcement: string): void => useCart.setState({ announcement });
