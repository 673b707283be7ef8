/** Converts the shopper's actions to one form for all trackers: ids, prices and quantities, no personal data. */
import type { CartItem } from '@shop/contract/cart';
import { CURRENCY, type Sen } from '@shop/core/money';
import { toOfferPrice } from '../catalog/card/card-facts.ts';
import { createRandomId } from '../random-id.ts';
import type { ShopperAction } from './tracking.ts';

/** docs/spec.md §3: "tracked item types product/product_group; currency MYR". */
export type TrackedEvent = {
  event: ShopperAction['event'];
  /** The same for all trackers. A tracker drops an event whose id it has seen. */
  eventId: string;
  /** A product group is a whole product with variations; its id is the product's. */
  itemType: 'product' | 'product_group';
  items: { id: string; name: string; price: number; quantity: number }[];
  /** Price of the goods after discounts, without delivery, in ringgit. */
  value: number;
  currency: typeof CURRENCY;
  /** The id of a purchase's order, which gives no access to the order. */
  transactionId?: string;
  paymentType?: string;
};

const toRinggit = (sen: Sen): number => sen / 100;

/** Returns `7` for a product, `7-12` for its variation 12: unique over both, the same as in structured data. */
const formatItemId = (product: string, option: string | null | undefined): string =>
  option == null ? product : `${product}-${option}`;

type TrackedLine = Pick<CartItem, 'id' | 'variation_option_id' | 'name' | 'final_price' | 'quantity'>;

const toEventItem = ({ id, variation_option_id, name, final_price, quantity }: TrackedLine) => ({
  id: formatItemId(id, variation_option_id),
  name,
  price: toRinggit(final_price),
  quantity,
});

/** Creates an event with its own id. */
export function toTrackedEvent(action: ShopperAction): TrackedEvent {
  const common = { event: action.event, eventId: createRandomId(), currency: CURRENCY } as const;
  if (action.event === 'AddToCart') {
    const { line, quantity } = action;
    const item = toEventItem({ ...line, quantity });
    return { ...common, itemType: 'product', items: [item], value: toRinggit(line.final_price * quantity) };
  }
  if (action.event === 'Purchase') {
    const { id, items, totals } = action.order;
    const value = toRinggit(totals.items_total - totals.discount - totals.coupon_discount);
    // Every report of an order has the same id, so that the trackers count it once.
    return {
      ...common,
      eventId: `purchase-${id}`,
      transactionId: id,
      itemType: 'product',
      items: items.map(toEventItem),
      value,
    };
  }
  if (action.event !== 'ViewContent') {
    const { cart } = action;
    const lines = cart.items.filter((line) => line.checkout && line.available);
    const paymentType = action.event === 'AddPaymentInfo' ? { paymentType: action.payment_method } : {};
    return {
      ...common,
      ...paymentType,
      itemType: 'product',
      items: lines.map(toEventItem),
      value: toRinggit(cart.subtotal),
    };
  }
  const { product, option } = action;
  const price = toRinggit(toOfferPrice(option ?? product).price);
  const isGroup = option === null && product.variation_options.length > 0;
  const item = { id: formatItemId(product.id, option?.id), name: product.name, price, quantity: 1 };
  return { ...common, itemType: isGroup ? 'product_group' : 'product', items: [item], value: price };
}
