/** The cart in responses (docs/spec.md §3 Cart, Cart item). */
import type { Cart, CartItem, LineChange } from '@shop/contract/cart';
import { formatLineChange } from '@shop/core/cart/line-change';
import { resolveAddresses } from '@shop/core/checkout/checkout-state';
import { freeShippingText } from '@shop/core/delivery/free-shipping';
import { type Lang, textIn } from '@shop/core/lang';
import { type Sen, senToText } from '@shop/core/money';
import { lineDiscount } from '@shop/core/promotions/apply-promotions';
import { refusal } from '@shop/core/refusal';
import { refusalText } from '@shop/core/refusal-text';
import { addressView, stateName } from '../addresses/addresses.view.ts';
import { offerTexts } from '../catalog/listing/offers.ts';
import type { Ctx } from '../context.ts';
import { imageUrls } from '../media/image-hash.ts';
import { promotionView } from '../promotions/promotions.ts';
import type { LoadedCart } from './cart.ts';
import type { CartChange, Line } from './cart-lines.ts';
import { couponRefusal, priceCart } from './pricing.ts';

function itemView(line: Line, discount: Sen, lang: Lang): CartItem {
  const { quantity, final_price, price_total, checkout, min_sale_qty, max_sale_qty, stock, keep_available } = line;
  return {
    id: line.id,
    variation_option_id: line.variation_option_id,
    slug: line.offer.slug,
    ...offerTexts(line.offer, lang),
    image: imageUrls(line.offer.image_hash),
    stage: line.offer.stage,
    quantity,
    price: line.price,
    final_price,
    price_total,
    discount,
    checkout,
    stock,
    min_sale_qty,
    max_sale_qty,
    keep_available,
    bulky: line.bulky,
    available: line.is_sold && (keep_available || stock > 0),
    sale_price: line.sale_price ?? null,
    group_price: line.group_price ?? null,
    tier_prices: [...line.tier_prices],
    weight: line.weight,
    pivot: { quantity, final_price, price_total, is_checkout: checkout },
    // Stock is already net of the reserved minimum, so clients must not subtract it again.
    inventory: { quantity: stock, min_qty: 0, is_continuous_selling: keep_available, min_sale_qty, max_sale_qty },
  };
}

const IN_SEN = new Set<CartChange['field']>(['price', 'promo', 'fee', 'total']);

const SOLD_OUT = refusal('cart.sold_out');

function changeText(change: CartChange, lang: Lang): string {
  if (change.refused !== undefined) return refusalText(change.refused, lang);
  return change.field === 'stock' && change.new === 0 ? refusalText(SOLD_OUT, lang) : formatLineChange(change, lang);
}

/** Formats a change for responses: money as text, quantities as numbers. */
export function changeView(change: CartChange, lang: Lang): LineChange {
  const { line, field } = change;
  const value = (of: string | number | null) => (IN_SEN.has(field) && typeof of === 'number' ? senToText(of) : of);
  const named = line && {
    id: line.id,
    variation_option_id: line.variation_option_id,
    name: offerTexts(line.offer, lang).name,
  };
  return { ...named, field, old: value(change.old), new: value(change.new), message: changeText(change, lang) };
}

/** Formats a cart, priced at ctx.now, in the shopper's language. */
export function cartView(ctx: Pick<Ctx, 'now' | 'lang'>, cart: LoadedCart): Cart {
  const { lines, choices, version, uuid } = cart;
  const priced = priceCart(cart, ctx.now);
  const { totals, promotions, free_shipping, destination, region, delivery, slot, payment } = priced;
  const coupon_refusal = couponRefusal(cart, promotions.coupon_refusal, ctx.lang);
  const { states } = cart.settings;
  const { shipping, billing } = resolveAddresses(choices);
  return {
    uuid,
    version,
    items: lines.map((line, index) => itemView(line, lineDiscount(promotions.applied, index), ctx.lang)),
    isEmpty: lines.length === 0,
    items_count: lines.length,
    items_qty: lines.reduce((sum, line) => sum + line.quantity, 0),
    items_total: totals.items_total,
    subtotal: totals.subtotal,
    delivery_fee: totals.delivery_fee,
    delivery_fee_known: priced.delivery_fee_known,
    delivery_fee_from: priced.delivery_fee_from,
    bag_fee: totals.bag_fee,
    tip: totals.tip,
    rounding: totals.rounding,
    grand_total: totals.grand_total,
    estimated_total: priced.estimated_total,
    coupon_code: choices.coupon_code ?? null,
    coupon_note: coupon_refusal && refusalText(coupon_refusal, ctx.lang),
    promotions: promotions.applied.map((each) => promotionView(each, ctx.lang)),
    // Points and coins come with loyalty (docs/readings.md#13).
    coupon_discount: totals.coupon_discount,
    discount: totals.discount,
    use_points: 0,
    use_golds: 0,
    point_info: { can_use_point: false, points_redeem_value: 0, points_used: 0, name: '' },
    free_shipping_info: {
      ...free_shipping,
      display_text: freeShippingText(free_shipping, ctx.lang),
      region: region && textIn(ctx.lang, region.en, region.zh),
    },
    destination: destination && { ...destination, state: stateName(states, destination.state_id, ctx.lang) },
    has_frozen_items: priced.has_frozen_items,
    billing_address: billing && addressView(billing, ctx.lang, states),
    shipping_address: shipping && addressView(shipping, ctx.lang, states),
    ship_to_bill_address: choices.ship_to_bill_address ?? true,
    shipping_method: delivery && String(delivery.method.id),
    shipping_class_id: delivery?.method.shipping_class ?? null,
    delivery_slot_id: slot?.id ?? null,
    slot_held_until: slot !== null && choices.hold?.slot_id === slot.id ? choices.hold.until : null,
    shipping_remarks: choices.shipping_remarks ?? null,
    leave_at_door: choices.leave_at_door ?? false,
    payment_method_id: payment && String(payment.id),
    payment_method: payment?.code ?? null,
    customer_email: choices.customer_email ?? null,
    meta: {},
    modifiedItems: [],
    lines_changed: cart.changes.map((change) => changeView(change, ctx.lang)),
  };
}
