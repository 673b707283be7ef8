/**
 * Reports what a shopper does (docs/spec.md §3 "tracking events"). Sends nothing itself: events wait in memory for
 * `Trackers.tsx`, which loads only if a tracker is configured, and sends only with consent.
 */
import type { CartItem } from '@shop/contract/cart';
import type { Product, VariationOption } from '@shop/contract/catalog';

export type ShopperAction =
  | { event: 'ViewContent'; product: Product; option: VariationOption | null }
  | { event: 'AddToCart'; line: CartItem; quantity: number };

/** Maximum number of events that wait for a listener. */
const MAX_WAITING = 20;

const waiting: ShopperAction[] = [];
let listener: ((action: ShopperAction) => void) | null = null;

function report(action: ShopperAction): void {
  if (listener !== null) listener(action);
  else if (waiting.push(action) > MAX_WAITING) waiting.shift();
}

let viewed = '';

/**
 * Reports a product view; `option` is the variation in the URL, null for the whole product. Ignores repeated calls for
 * the same one, which only bring a newer price.
 */
export function trackViewContent(product: Product, option: VariationOption | null): void {
  const key = `${product.id} ${option?.id}`;
  if (key !== viewed) report({ event: 'ViewContent', product, option });
  viewed = key;
}

/** Reports units added to the cart; `line` is the line after the change. */
export const trackAddToCart = (line: CartItem, quantity: number): void =>
  report({ event: 'AddToCart', line, quantity });

/** Sets the listener and replays the waiting events; with null, events wait again. */
export function listenToTracking(listen: ((action: ShopperAction) => void) | null): void {
  listener = listen;
  if (listen !== null) for (const action of waiting.splice(0)) listen(action);
}
