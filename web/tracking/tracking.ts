/**
 * Reports the shopper's actions (docs/spec.md §3 "tracking events"). Sends nothing itself: events wait in memory for
 * `Trackers.tsx`, which loads only if a tracker is configured, and sends only with consent.
 */
import type { Cart, CartItem } from '@shop/contract/cart';
import type { Product, VariationOption } from '@shop/contract/catalog';
import type { Order } from '@shop/contract/orders';
import { reportedPurchases } from '../storage.ts';

export type ShopperAction =
  | { event: 'ViewContent'; product: Product; option: VariationOption | null }
  | { event: 'AddToCart'; line: CartItem; quantity: number }
  | { event: 'InitiateCheckout'; cart: Cart }
  | { event: 'AddPaymentInfo'; cart: Cart; payment_method: string }
  | { event: 'Purchase'; order: Purchase };

export type Purchase = Pick<Order, 'id'> & {
  items: readonly Pick<Order['items'][number], 'id' | 'variation_option_id' | 'name' | 'final_price' | 'quantity'>[];
  totals: Pick<Order['totals'], 'items_total' | 'discount' | 'coupon_discount'>;
};

/** Maximum number of events that wait for a listener. */
const MAX_WAITING = 20;

const waitingActions: ShopperAction[] = [];
let listener: ((action: ShopperAction) => void) | null = null;

function report(action: ShopperAction): void {
  if (listener !== null) listener(action);
  else if (waitingActions.push(action) > MAX_WAITING) waitingActions.shift();
}

let lastViewedKey = '';

/**
 * Reports a product view; `option` is the variation in the URL, null for the whole product. Ignores repeated calls for
 * the same one, which come with updated prices.
 */
export function trackViewContent(product: Product, option: VariationOption | null): void {
  const key = `${product.id} ${option?.id}`;
  if (key !== lastViewedKey) report({ event: 'ViewContent', product, option });
  lastViewedKey = key;
}

/** Reports units added to the cart; `line` is the line after the change. */
export const trackAddToCart = (line: CartItem, quantity: number): void =>
  report({ event: 'AddToCart', line, quantity });

let lastCheckoutUuid = '';

/** Reports that the shopper opened the checkout, once per cart until its order is placed. */
export function trackInitiateCheckout(cart: Cart): void {
  if (cart.uuid !== lastCheckoutUuid) report({ event: 'InitiateCheckout', cart });
  lastCheckoutUuid = cart.uuid;
}

/** Reports the choice of a payment method that the server has accepted. */
export const trackAddPaymentInfo = (cart: Cart, payment_method: string): void =>
  report({ event: 'AddPaymentInfo', cart, payment_method });

/** The maximum number of reported orders whose ids the device stores. */
const MAX_REPORTED = 20;

const readReportedIds = (): string[] => (reportedPurchases.read() ?? '').split(' ').filter(Boolean);

/** Ids of the orders reported since the page was loaded. */
const reportedOrderIds = new Set<string>();

/**
 * Reports an order once per device, across reloads. Call it only when the server has confirmed that the order is placed
 * for cash, or paid (docs/partners.md#8).
 */
export function trackPurchase(order: Purchase): void {
  lastCheckoutUuid = '';
  if (reportedOrderIds.has(order.id) || readReportedIds().includes(order.id)) return;
  reportedOrderIds.add(order.id);
  report({ event: 'Purchase', order });
}

/** Stores on the device that an order was sent to the trackers. Before that, a reload reports it again. */
export function rememberPurchase({ id }: Purchase): void {
  reportedPurchases.write([...readReportedIds(), id].slice(-MAX_REPORTED).join(' '));
}

/** Sets the listener and replays the waiting events; with null, events wait again. */
export function listenToTracking(listen: ((action: ShopperAction) => void) | null): void {
  listener = listen;
  if (listen !== null) for (const action of waitingActions.splice(0)) listen(action);
}
