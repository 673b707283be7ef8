/**
 * What this device remembers of the cart (docs/spec.md §3 "Local persisted keys": `cart`): the server's cart as it was last seen
 * and the changes that the server has not confirmed, for the token they belong to.
 */
import type { Cart, CartItem, LineChange } from '@shop/contract/cart';
import type { PendingItem } from '@shop/core/cart/modified-items';
import * as v from 'valibot';
import { tokenScope } from '../session.ts';
import { dataKey, guestToken } from '../storage.ts';

export type PendingCartItem = PendingItem<CartItem>;

export type CartMemory = {
  /** Whose cart it is; another token's is nobody's here. */
  scope: string;
  server: Cart | null;
  modifiedItems: PendingCartItem[];
  /** The number of the latest change that the writer knew. */
  seq: number;
  /** What the server told and the shopper has not read yet: it tells it once. */
  notes: LineChange[];
};

/** Whose cart this device shows: the customer's, or that of a guest's token. Never the token itself. */
export function cartScope(): string {
  const scope = tokenScope();
  return scope === 'guest' ? `guest:${guestToken.read()?.slice(-6) ?? ''}` : scope;
}

const sen = v.pipe(v.number(), v.integer());
const optionalSen = v.nullable(sen);
const optionalText = v.nullable(v.string());
const optionalNumber = v.nullable(v.number());

const line: v.GenericSchema<unknown, CartItem> = v.object({
  id: v.string(),
  variation_option_id: optionalText,
  slug: v.string(),
  name: v.string(),
  text_lang: v.picklist(['en', 'zh']),
  image: v.object({ thumbnail: v.string(), original: v.string() }),
  stage: v.picklist(['snack', 'fresh', 'drink', 'dairy', 'home', 'pantry', 'sweet']),
  variant: optionalText,
  quantity: v.number(),
  price: sen,
  final_price: sen,
  price_total: sen,
  checkout: v.boolean(),
  stock: v.number(),
  min_sale_qty: v.number(),
  max_sale_qty: v.number(),
  keep_available: v.boolean(),
  bulky: v.boolean(),
  available: v.boolean(),
  sale_price: optionalSen,
  group_price: optionalSen,
  tier_prices: v.array(v.object({ qty: v.number(), tier_price: sen })),
  weight: v.number(),
  pivot: v.object({ quantity: v.number(), final_price: sen, price_total: sen, is_checkout: v.boolean() }),
  inventory: v.object({
    quantity: v.number(),
    min_qty: v.number(),
    is_continuous_selling: v.boolean(),
    min_sale_qty: v.number(),
    max_sale_qty: v.number(),
  }),
});

const address: v.GenericSchema<unknown, NonNullable<Cart['shipping_address']>> = v.object({
  title: optionalText,
  recipient: optionalText,
  email: optionalText,
  contact_number: optionalText,
  street_address: optionalText,
  city: optionalText,
  zip: optionalText,
  state: optionalText,
  state_id: optionalText,
  country: optionalText,
  company: optionalText,
  fax: optionalText,
  formatted_address: v.string(),
});

const cart: v.GenericSchema<unknown, Cart> = v.object({
  uuid: v.string(),
  version: v.number(),
  items: v.array(line),
  isEmpty: v.boolean(),
  items_count: v.number(),
  items_qty: v.number(),
  items_total: sen,
  subtotal: sen,
  delivery_fee: sen,
  delivery_fee_known: v.boolean(),
  bag_fee: sen,
  tip: sen,
  rounding: sen,
  grand_total: sen,
  coupon_code: optionalText,
  coupon_discount: sen,
  discount: sen,
  use_points: v.number(),
  use_golds: v.number(),
  point_info: v.object({
    can_use_point: v.boolean(),
    points_redeem_value: sen,
    points_used: v.number(),
    name: v.string(),
  }),
  free_shipping_info: v.object({
    has_free_shipping: v.boolean(),
    eligible_for_free_shipping: v.boolean(),
    min_amount: optionalSen,
    max_amount: optionalSen,
    amount_left: optionalSen,
    weight_left: optionalNumber,
    min_quantity: optionalNumber,
    max_quantity: optionalNumber,
    quantity_left: optionalNumber,
    display_text: v.string(),
  }),
  billing_address: v.nullable(address),
  shipping_address: v.nullable(address),
  ship_to_bill_address: v.boolean(),
  shipping_method: optionalText,
  shipping_class_id: optionalText,
  delivery_slot_id: optionalText,
  shipping_remarks: optionalText,
  leave_at_door: v.boolean(),
  payment_method_id: optionalText,
  payment_method: optionalText,
  customer_email: optionalText,
  meta: v.record(v.string(), v.string()),
  modifiedItems: v.array(v.object({ id: v.string(), variation_option_id: optionalText, quantity: v.number() })),
  // Remembered as notes, until they are read.
  lines_changed: v.pipe(
    v.array(v.unknown()),
    v.transform(() => []),
  ),
});

const pendingItem: v.GenericSchema<unknown, PendingCartItem> = v.object({
  id: v.string(),
  variation_option_id: v.optional(optionalText),
  quantity: v.optional(v.number()),
  checkout: v.optional(v.boolean()),
  line: v.optional(line),
  seq: v.number(),
});

const note: v.GenericSchema<unknown, LineChange> = v.object({
  id: v.optional(v.string()),
  variation_option_id: v.optional(optionalText),
  name: v.optional(v.string()),
  field: v.picklist(['price', 'stock', 'max_qty', 'min_qty', 'unavailable', 'promo', 'slot', 'fee', 'total', 'bulky']),
  old: v.nullable(v.union([v.string(), v.number()])),
  new: v.nullable(v.union([v.string(), v.number()])),
  message: v.string(),
});

const memory: v.GenericSchema<unknown, CartMemory> = v.object({
  scope: v.string(),
  server: v.nullable(cart),
  modifiedItems: v.array(pendingItem),
  seq: v.number(),
  notes: v.array(note),
});

/** Raise the version whenever a cart's shape changes: an older one is left out and asked for anew. */
export const storedCart = dataKey('cart', 2, memory);

/** What is remembered for the token of now; null where there is nothing, or somebody else's. */
export function recallCart(): CartMemory | null {
  const found = storedCart.read();
  return found?.scope === cartScope() ? found : null;
}
