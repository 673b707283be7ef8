/**
 * The cart's shape and endpoints (docs/spec.md §3 Cart, Cart item; docs/readings.md#7, docs/readings.md#24,
 * docs/readings.md#28).
 */
import type * as rules from '@shop/core/cart/cart';
import { MAX_LINES } from '@shop/core/cart/limits';
import { IF_MISSING } from '@shop/core/orders/picking';
import * as v from 'valibot';
import { address } from './addresses.ts';
import { endpoint } from './api/endpoint.ts';
import { backdrop, inventory, tierPrice } from './catalog.ts';
import { id, image, textLang } from './common-schemas.ts';
import { money } from './money.ts';
import { cartPromotion, waitingOffer } from './promotions.ts';

/** A schema's type, which has every field that the rules read and change; fails to compile where one differs. */
type WithFieldsOf<Rules, Wire extends Required<Rules>> = Wire;

/** docs/spec.md §3 Cart item, identified by (id, variation_option_id). `stock` is net of `min_qty`. */
export const cartItem = v.object({
  id: v.string(),
  variation_option_id: v.nullable(v.string()),
  slug: v.string(),
  name: v.string(),
  text_lang: textLang,
  image,
  stage: backdrop,
  variant: v.nullable(v.string()),
  quantity: v.number(),
  /** Regular price of one unit. */
  price: money(),
  /** Current price of one unit: tier, else group, else regular price; a lower sale price wins. */
  final_price: money(),
  price_total: money(),
  /** Its share of promotions and coupon, not yet deducted from `price_total`. */
  discount: money(),
  checkout: v.boolean(),
  stock: v.number(),
  min_sale_qty: v.number(),
  max_sale_qty: v.number(),
  keep_available: v.boolean(),
  bulky: v.boolean(),
  /** For sale, with stock for at least one. */
  available: v.boolean(),
  sale_price: v.nullable(money()),
  group_price: v.nullable(money()),
  tier_prices: v.array(tierPrice),
  /** Grams per unit, for rules by weight; 0 is unknown. */
  weight: v.number(),
  /** Whether it counts towards free shipping, does not, or rules it out for the whole order (docs/readings.md#54). */
  free_shipping: v.picklist(['counts', 'excluded', 'blocks']),
  /** Whether no method to the destination carries it; an order with it is refused. */
  undeliverable: v.boolean(),
  pivot: v.object({ quantity: v.number(), final_price: money(), price_total: money(), is_checkout: v.boolean() }),
  inventory: v.object({
    ...inventory.entries,
    min_sale_qty: v.number(),
    max_sale_qty: v.number(),
  }),
});
export type CartItem = WithFieldsOf<rules.CartLine, v.InferInput<typeof cartItem>>;

/**
 * A difference between what the shopper last saw and now: a line's quantity was reduced, its price changed, or it is
 * unavailable.
 */
export const lineChange = v.object({
  id: v.optional(v.string()),
  variation_option_id: v.optional(v.nullable(v.string())),
  name: v.optional(v.string()),
  field: v.picklist(['price', 'stock', 'max_qty', 'min_qty', 'unavailable', 'promo', 'slot', 'fee', 'total', 'bulky']),
  old: v.nullable(v.union([v.string(), v.number()])),
  new: v.nullable(v.union([v.string(), v.number()])),
  message: v.string(),
});
export type LineChange = v.InferInput<typeof lineChange>;

export const freeShippingInfo = v.object({
  has_free_shipping: v.boolean(),
  eligible_for_free_shipping: v.boolean(),
  min_amount: v.nullable(money()),
  max_amount: v.nullable(money()),
  amount_left: v.nullable(money()),
  /** Weights in grams. */
  min_weight: v.nullable(v.number()),
  max_weight: v.nullable(v.number()),
  weight_left: v.nullable(v.number()),
  min_quantity: v.nullable(v.number()),
  max_quantity: v.nullable(v.number()),
  quantity_left: v.nullable(v.number()),
  /** The kind of the rule that `display_text` is about: the one reached, else the nearest. */
  nearest: v.nullable(v.picklist(['amount', 'quantity', 'weight'])),
  /** Goods in the cart with which delivery is never free; null without. */
  blocked_by: v.nullable(v.picklist(['bulky', 'goods'])),
  display_text: v.string(),
  /** The region to which this applies while the destination is unknown; null once it is known. */
  region: v.nullable(v.string()),
});
export type FreeShippingInfo = v.InferInput<typeof freeShippingInfo>;

const amount = v.nullable(money());
const count = v.nullable(v.number());

/** Delivery and bag rates, so that a client can price an edited cart immediately, as the server will. */
export const feeRules = v.object({
  /** The rate of the chosen, else the default method; null if nothing delivers to the destination. */
  rate: v.nullable(
    v.object({
      fee: money(),
      /** Other fees from an amount of goods and a weight in grams on; the last one reached applies. */
      bands: v.array(v.object({ min_amount: amount, min_weight: count, fee: money() })),
      /** Delivery is free by any of these. */
      free_shipping: v.array(
        v.object({
          min_amount: amount,
          max_amount: amount,
          min_quantity: count,
          max_quantity: count,
          min_weight: count,
          max_weight: count,
        }),
      ),
    }),
  ),
  /** The chosen slot's own fee. */
  slot_fee: money(),
  /** Grams that a unit of unknown weight counts as. */
  unknown_weight: v.number(),
  /** Per order at the destination. */
  bag_fee: money(),
});

/**
 * The place to which the cart is delivered, which decides fee, free shipping, methods and slots; null while unknown.
 */
export const destination = v.object({
  zip: v.nullable(v.string()),
  state_id: v.string(),
  /** In the language of the response. */
  state: v.string(),
  /** The postcode's town, else the address's city; null without either. */
  town: v.nullable(v.string()),
  /** `postcode`: given before any address; an address replaces it. */
  source: v.picklist(['address', 'postcode']),
  /** Slugs of categories whose goods no method to the destination carries: they cannot be ordered there. */
  not_carried: v.array(v.string()),
});

/** The amounts of a cart or an order, as core calculates them (`core/cart/totals.ts`). */
export const totals = v.object({
  items_total: money(),
  discount: money(),
  coupon_discount: money(),
  subtotal: money(),
  delivery_fee: money(),
  bag_fee: money(),
  tip: money(),
  voucher: money(),
  points: money(),
  coins: money(),
  /** Cash is rounded to 5 sen; zero for other payment methods. */
  rounding: money(),
  grand_total: money(),
});

/** docs/spec.md §3 Cart. */
export const cart = v.object({
  /** A guest's token. */
  uuid: v.string(),
  /** Increases with every change (docs/readings.md#24). */
  version: v.number(),
  items: v.array(cartItem),
  isEmpty: v.boolean(),
  items_count: v.number(),
  items_qty: v.number(),
  ...v.omit(totals, ['voucher', 'points', 'coins']).entries,
  /** Whether `delivery_fee` is final: destination and method are chosen. */
  delivery_fee_known: v.boolean(),
  /** The lowest fee that this cart can be delivered for; null if nothing delivers to the destination. */
  delivery_fee_from: v.nullable(money()),
  /** `grand_total` with `delivery_fee_from` in place of a fee that is still unknown. */
  estimated_total: money(),
  coupon_code: v.nullable(v.string()),
  /** The reason why the coupon does not apply; null if it does, or there is none. */
  coupon_note: v.nullable(v.string()),
  promotions: v.array(cartPromotion),
  /** Promotions that the first order of a referred friend gets by itself, applied to this cart or not yet. */
  waiting_offers: v.array(waitingOffer),
  /** The chosen own voucher and its discount; `voucher_note` explains why it does not apply. */
  voucher_id: v.nullable(v.string()),
  voucher_discount: money(),
  voucher_note: v.nullable(v.string()),
  /** Applied points and coins (spec: golds), as many as balance and order allow. */
  use_points: v.number(),
  use_golds: v.number(),
  point_info: v.object({
    can_use_point: v.boolean(),
    /** Discounts by the applied points and coins. */
    points_redeem_value: money(),
    coins_redeem_value: money(),
    points_used: v.number(),
    /** "Points" in the language of the response. */
    name: v.string(),
    points_balance: v.number(),
    /** Maximum points and coins that this order can use. */
    points_max: v.number(),
    coins_balance: v.number(),
    coins_max: v.number(),
    /** Points that this order will earn; for a guest, as a new member. */
    earns: v.number(),
    /** The reason why points cannot be used; null if they can. */
    why_not: v.nullable(v.string()),
  }),
  free_shipping_info: freeShippingInfo,
  /** Null before the server has sent a cart. */
  fee_rules: v.nullable(feeRules),
  destination: v.nullable(destination),
  /** Whether a line selected for checkout has to stay frozen on the way. */
  has_frozen_items: v.boolean(),
  billing_address: v.nullable(address),
  shipping_address: v.nullable(address),
  ship_to_bill_address: v.boolean(),
  shipping_method: v.nullable(v.string()),
  shipping_class_id: v.nullable(v.string()),
  delivery_slot_id: v.nullable(v.string()),
  /** When the cart's hold on the slot runs out, or ran out, in ISO 8601; null without a hold. */
  slot_held_until: v.nullable(v.string()),
  shipping_remarks: v.nullable(v.string()),
  leave_at_door: v.boolean(),
  /** The choice for missing goods, and lines with a choice of their own. */
  if_missing: v.picklist(IF_MISSING),
  if_missing_lines: v.array(
    v.object({
      id: v.string(),
      variation_option_id: v.nullable(v.string()),
      if_missing: v.picklist(IF_MISSING),
    }),
  ),
  payment_method_id: v.nullable(v.string()),
  payment_method: v.nullable(v.string()),
  customer_email: v.nullable(v.string()),
  meta: v.record(v.string(), v.string()),
  modifiedItems: v.array(
    v.object({ id: v.string(), variation_option_id: v.nullable(v.string()), quantity: v.number() }),
  ),
  lines_changed: v.array(lineChange),
});
export type Cart = WithFieldsOf<rules.CartFields<CartItem>, v.InferInput<typeof cart>>;

export const cartEndpoints = {
  'cart.get': endpoint('cart.get', {
    access: 'guest',
    summary: 'The cart; without a token a guest’s cart is handed out, and nothing is stored until its first change',
    response: cart,
  }),
  'cart.update': endpoint('cart.update', {
    access: 'guest',
    summary: 'Sets absolute quantities (0 removes) and checkout flags; applies what it can and reports the rest',
    body: v.object({
      items: v.pipe(
        v.array(
          v.object({
            id: id(),
            variation_option_id: v.optional(v.nullable(id())),
            quantity: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))),
            checkout: v.optional(v.boolean()),
          }),
        ),
        v.maxLength(MAX_LINES),
      ),
    }),
    response: v.object({ success: v.boolean(), errors: v.array(v.string()), cart }),
    refusals: ['auth.required'],
  }),
};
