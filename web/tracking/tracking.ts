/**
 * The one place where the shop says what a shopper does (docs/spec.md §3 "tracking events"). Nothing leaves from here: what is
 * said waits in memory until `Trackers.tsx` is there, which only comes where a tracker is set up, and hears the shopper's
 * decision first.
 */
import type { CartItem } from '@shop/contract/cart';
import type { Product, VariationOption } from '@shop/contract/catalog';

export type ShopperAction =
  | { event: 'ViewContent'; product: Product; option: VariationOption | null }
  | { event: 'AddToCart'; line: CartItem; quantity: number };

/** What is said before somebody listens: of more than these nobody would have a use. */
const MAX_WAITING = 20;

const waiting: ShopperAction[] = [];
let listener: ((action: ShopperAction) => void) | null = null;

function report(action: ShopperAction): void {
  if (listener !== null) listener(action);
  else if (waiting.push(action) > MAX_WAITING) waiting.shift();
}

let viewed = '';

/**
 * A product is looked at; `option` is the variation that the address names, null for the product as a whole. Said again
 * of the same one it is no further look: the page has only heard its newest price.
 */
export function trackViewContent(product: Product, option: VariationOption | null): void {
  const key = `${product.id} ${option?.id}`;
  if (key !== viewed) report({ event: 'ViewContent', product, option });
  viewed = key;
}

/** Pieces came into the cart; `line` is as it stands there now. */
export const trackAddToCart = (line: CartItem, quantity: number): void =>
  report({ event: 'AddToCart', line, quantity });

/** From now on `listen` hears everything, beginning with what waited; null: it waits again. */
export function listenToTracking(listen: ((action: ShopperAction) => void) | null): void {
  listener = listen;
  if (listen !== null) for (const action of waiting.splice(0)) listen(action);
}
