/** The cart in responses (docs/spec.md §3 Cart, Cart item). */
import type { Cart, CartItem, LineChange } from '@shop/contract/cart';
import type { WaitingOffer } from '@shop/contract/promotions';
import { resolveAddresses } from '@shop/core/addresses/order-addresses';
import { formatLineChange } from '@shop/core/cart/line-change';
import { formatFreeShipping } from '@shop/core/delivery/free-shipping';
import { type Lang, textIn } from '@shop/core/lang';
import { type Sen, senToText } from '@shop/core/money';
import { DEFAULT_IF_MISSING } from '@shop/core/orders/picking';
import { sumLineDiscount } from '@shop/core/promotions/apply-promotions';
import { refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import { addressView, stateNameOf } from '../addresses/addresses.view.ts';
import { pickOfferTexts } from '../catalog/listing/offers.ts';
import type { Ctx } from '../context.ts';
import { decideFreeShippingPart } from '../delivery/free-shipping-goods.ts';
import { formatBenefit, formatConditions } from '../loyalty/vouchers/vouchers.view.ts';
import { imageUrls } from '../media/image-urls.ts';
import { promotionView, type ShopPromotion } from '../promotions/promotions.ts';
import type { PricedCart } from './cart.ts';
import type { CartChange, LoadedLine } from './cart-lines.ts';
import {
  findCouponRefusal,
  findVoucherRefusal,
  isLineUndeliverable,
  listNotCarried,
  listWaitingOffers,
} from './pricing.ts';
import type { PricingSettings } from './pricing-settings.ts';

const waitingOfferView = (offer: ShopPromotion, lang: Lang): WaitingOffer => ({
  id: offer.id,
  name: textIn(lang, offer.name_en, offer.name_zh),
  kind: offer.benefit.kind,
  value: formatBenefit(offer.benefit, lang),
  conditions: formatConditions(offer, lang),
  min_spend: offer.min_spend,
});

function itemView(
  line: LoadedLine,
  discount: Sen,
  { free_shipping_goods: goods }: PricingSettings,
  undeliverable: boolean,
  lang: Lang,
): CartItem {
  const { quantity, final_price, price_total, checkout, min_sale_qty, max_sale_qty, stock, keep_available } = line;
  return {
    id: line.id,
    variation_option_id: line.variation_option_id,
    slug: line.offer.slug,
    ...pickOfferTexts(line.offer, lang),
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
    free_shipping: decideFreeShippingPart(line, goods),
    undeliverable,
    pivot: { quantity, final_price, price_total, is_checkout: checkout },
    // Stock is already net of the reserved minimum, so clients must not subtract it again.
    inventory: { quantity: stock, min_qty: 0, is_continuous_selling: keep_available, min_sale_qty, max_sale_qty },
  };
}

const FIELDS_IN_SEN = new Set<CartChange['field']>(['price', 'promo', 'fee', 'total']);

const SOLD_OUT = refusal('cart.sold_out');

function formatCartChange(change: CartChange, lang: Lang): string {
  if (change.refused !== undefined) return formatRefusal(change.refused, lang);
  return change.field === 'stock' && change.new === 0 ? formatRefusal(SOLD_OUT, lang) : formatLineChange(change, lang);
}

/** Formats a change for responses: money as text, quantities as numbers. */
export function changeView(change: CartChange, lang: Lang): LineChange {
  const { line, field } = change;
  const value = (of: string | number | null) =>
    FIELDS_IN_SEN.has(field) && typeof of === 'number' ? senToText(of) : of;
  const lineNames = line && {
    id: line.id,
    variation_option_id: line.variation_option_id,
    name: pickOfferTexts(line.offer, lang).name,
  };
  return {
    ...lineNames,
    field,
    old: value(change.old),
    new: value(change.new),
    message: formatCartChange(change, lang),
  };
}

const POINTS_LABEL: Readonly<Record<Lang, string>> = { en: 'Points', zh: '积分' };

/** Formats a cart in the shopper's language. */
export function cartView(ctx: Pick<Ctx, 'now' | 'lang'>, cart: PricedCart): Cart {
  const { lines, choices, version, uuid, prices } = cart;
  const { redeemed, promotions, free_shipping, destination, region, delivery, slot, payment } = prices;
  const {
    voucher: voucher_discount,
    points: points_redeem_value,
    coins: coins_redeem_value,
    ...totals
  } = prices.totals;
  const coupon_refusal = findCouponRefusal(cart, ctx.lang);
  const voucher_refusal = findVoucherRefusal(cart, ctx.lang);
  const { settings } = cart;
  const { states } = settings;
  const { shipping, billing } = resolveAddresses(choices);
  return {
    uuid,
    version,
    items: lines.map((line, index) =>
      itemView(
        line,
        sumLineDiscount(promotions.applied, index),
        settings,
        isLineUndeliverable(line, settings, destination),
        ctx.lang,
      ),
    ),
    isEmpty: lines.length === 0,
    items_count: lines.length,
    items_qty: lines.reduce((sum, line) => sum + line.quantity, 0),
    ...totals,
    delivery_fee_known: prices.delivery_fee_known,
    delivery_fee_from: prices.delivery_fee_from,
    estimated_total: prices.estimated_total,
    coupon_code: choices.coupon_code ?? null,
    coupon_note: coupon_refusal && formatRefusal(coupon_refusal, ctx.lang),
    promotions: promotions.applied.map((each) => promotionView(each, ctx.lang)),
    waiting_offers: listWaitingOffers(cart, ctx.now).map((offer) => waitingOfferView(offer, ctx.lang)),
    voucher_id: choices.voucher_id ?? null,
    voucher_discount,
    voucher_note: voucher_refusal && formatRefusal(voucher_refusal, ctx.lang),
    use_points: redeemed.points_used,
    use_golds: redeemed.coins_used,
    point_info: {
      can_use_point: redeemed.why_not === null,
      points_redeem_value,
      coins_redeem_value,
      points_used: redeemed.points_used,
      name: POINTS_LABEL[ctx.lang],
      points_balance: cart.balances?.point ?? 0,
      points_max: redeemed.points_max,
      coins_balance: cart.balances?.store_credit ?? 0,
      coins_max: redeemed.coins_max,
      earns: prices.earned.points,
      why_not: redeemed.why_not && formatRefusal(redeemed.why_not, ctx.lang),
    },
    free_shipping_info: {
      ...free_shipping,
      display_text: formatFreeShipping(free_shipping, ctx.lang),
      region: region && textIn(ctx.lang, region.en, region.zh),
    },
    fee_rules: prices.fee_rules,
    destination: destination && {
      ...destination,
      state: stateNameOf(states, destination.state_id, ctx.lang),
      not_carried: [...listNotCarried(settings, destination)],
    },
    has_frozen_items: prices.has_frozen_items,
    billing_address: billing && addressView(billing, ctx.lang, states),
    shipping_address: shipping && addressView(shipping, ctx.lang, states),
    ship_to_bill_address: choices.ship_to_bill_address ?? true,
    shipping_method: delivery && String(delivery.method.id),
    shipping_class_id: delivery?.method.shipping_class ?? null,
    delivery_slot_id: slot?.id ?? null,
    slot_held_until: slot !== null && choices.hold?.slot_id === slot.id ? choices.hold.until : null,
    shipping_remarks: choices.shipping_remarks ?? null,
    leave_at_door: choices.leave_at_door ?? false,
    if_missing: choices.if_missing ?? DEFAULT_IF_MISSING,
    if_missing_lines: choices.if_missing_lines ?? [],
    payment_method_id: payment && String(payment.id),
    payment_method: payment?.code ?? null,
    customer_email: choices.customer_email ?? null,
    meta: {},
    modifiedItems: [],
    lines_changed: cart.changes.map((change) => changeView(change, ctx.lang)),
  };
}
