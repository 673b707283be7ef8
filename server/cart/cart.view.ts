/** The cart in responses (docs/spec.md §3 Cart, Cart item). */
import type { Cart, CartItem } from '@shop/contract/cart';
import { resolveAddresses } from '@shop/core/checkout/checkout-state';
import { type FreeShippingInfo, freeShippingText } from '@shop/core/delivery/free-shipping';
import type { Lang } from '@shop/core/lang';
import { addressView } from '../addresses/addresses.view.ts';
import { offerTexts } from '../catalog/listing/offers.ts';
import type { Ctx } from '../context.ts';
import { imageUrls } from '../media/image-hash.ts';
import type { OpenCart } from './cart.ts';
import { changeView } from './changes.ts';
import type { Line } from './lines.ts';
import { priceCart } from './pricing.ts';

function itemView(line: Line, lang: Lang): CartItem {
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

/** Formats `free_shipping_info` (docs/spec.md §3) with the text of docs/spec.md §9. */
const freeShippingView = (info: FreeShippingInfo, lang: Lang) => ({
  ...info,
  display_text: freeShippingText(info, lang),
});

/** Formats a cart, priced at ctx.now, in the shopper's language. */
export function cartView(ctx: Pick<Ctx, 'now' | 'lang'>, cart: OpenCart): Cart {
  const { lines, choices, version, uuid } = cart;
  const { totals, free_shipping, delivery, slot, delivery_fee_known, payment } = priceCart(cart, ctx.now);
  const { shipping, billing } = resolveAddresses(choices);
  return {
    uuid,
    version,
    items: lines.map((line) => itemView(line, ctx.lang)),
    isEmpty: lines.length === 0,
    items_count: lines.length,
    items_qty: lines.reduce((sum, line) => sum + line.quantity, 0),
    items_total: totals.items_total,
    subtotal: totals.subtotal,
    delivery_fee: totals.delivery_fee,
    delivery_fee_known,
    bag_fee: totals.bag_fee,
    tip: totals.tip,
    rounding: totals.rounding,
    grand_total: totals.grand_total,
    // Codes, points and coins come with promotions and loyalty (docs/readings.md#13).
    coupon_code: null,
    coupon_discount: totals.coupon_discount,
    discount: totals.discount,
    use_points: 0,
    use_golds: 0,
    point_info: { can_use_point: false, points_redeem_value: 0, points_used: 0, name: '' },
    free_shipping_info: freeShippingView(free_shipping, ctx.lang),
    billing_address: billing && addressView(billing),
    shipping_address: shipping && addressView(shipping),
    ship_to_bill_address: choices.ship_to_bill_address ?? true,
    shipping_method: delivery && String(delivery.method.id),
    shipping_class_id: delivery?.method.shipping_class ?? null,
    delivery_slot_id: slot?.id ?? null,
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
