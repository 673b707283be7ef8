/** Tracking events in a form common to all trackers: ids, prices and quantities, no personal data. */
import type { Sen } from '@shop/core/money';
import { offerPrice } from '../catalog/card/card-facts.ts';
import type { ShopperAction } from './tracking.ts';

/** docs/spec.md §3: "tracked item types product/product_group; currency MYR". */
export type TrackedEvent = {
  event: ShopperAction['event'];
  /** Same for all trackers, which drop a repeated event with the same id. */
  eventId: string;
  /** A product group is a product with variations as a whole, and has its id. */
  itemType: 'product' | 'product_group';
  items: { id: string; name: string; price: number; quantity: number }[];
  /** Sum of prices times quantities, in ringgit. */
  value: number;
  currency: 'MYR';
};

const ringgit = (sen: Sen): number => sen / 100;

/** Returns `7` for a product, `7-12` for its variation 12: unique over both, the same as in structured data. */
const itemId = (product: string, option: string | null | undefined): string =>
  option == null ? product : `${product}-${option}`;

/** `crypto.randomUUID` exists only in secure contexts, which a development shop may not be. */
const newEventId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Creates an event with its own id. */
export function trackedEvent(action: ShopperAction): TrackedEvent {
  const base = { event: action.event, eventId: newEventId(), currency: 'MYR' } as const;
  if (action.event === 'AddToCart') {
    const { id, variation_option_id, name, final_price } = action.line;
    const item = {
      id: itemId(id, variation_option_id),
      name,
      price: ringgit(final_price),
      quantity: action.quantity,
    };
    return { ...base, itemType: 'product', items: [item], value: ringgit(final_price * action.quantity) };
  }
  const { product, option } = action;
  const price = ringgit(offerPrice(option ?? product).price);
  const isGroup = option === null && product.variation_options.length > 0;
  const item = { id: itemId(product.id, option?.id), name: product.name, price, quantity: 1 };
  return { ...base, itemType: isGroup ? 'product_group' : 'product', items: [item], value: price };
}
