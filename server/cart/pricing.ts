/** Prices a cart from its lines, choices and the pricing settings. Orders use the same function. */

import { resolveAddresses } from '@shop/core/addresses/order-addresses';
import type { FeeRules } from '@shop/core/cart/cart';
import { computeTotals, estimateTotal, isCash, type Totals } from '@shop/core/cart/totals';
import { type Basket, buildBasket } from '@shop/core/delivery/basket';
import { type DeliveryPrice, priceDelivery, waiveMethodFee } from '@shop/core/delivery/fee';
import type { FreeShippingState } from '@shop/core/delivery/free-shipping';
import type { Lang } from '@shop/core/lang';
import { computeEarningBasis, computePoints } from '@shop/core/loyalty/earn';
import { type Balances, type Redemption, redeem } from '@shop/core/loyalty/redeem';
import { type AppliedVoucher, applyVoucher, checkVoucher } from '@shop/core/loyalty/voucher';
import type { Sen } from '@shop/core/money';
import {
  type AppliedPromotion,
  applyPromotions,
  isRunning,
  sumLineDiscount,
} from '@shop/core/promotions/apply-promotions';
import { findCoupon } from '@shop/core/promotions/promotion';
import { isRefusal, type Refusal, refusal } from '@shop/core/refusal';
import type { Ctx } from '../context.ts';
import type { StoredRate, ZoneMethod } from '../delivery/delivery.sql.ts';
import {
  chooseDefaultMethod,
  computeBagFee,
  findMethod,
  isFrozen,
  lacksFrozenDelivery,
  listMethodsFor,
  nameRateRegion,
} from '../delivery/delivery.ts';
import { decideFreeShippingPart } from '../delivery/free-shipping-goods.ts';
import { type DaySlot, findSlot } from '../delivery/slots.ts';
import type { ChosenVoucher } from '../loyalty/vouchers/chosen-voucher.ts';
import type { StoredVoucher } from '../loyalty/vouchers/vouchers.sql.ts';
import { explainVoucher } from '../loyalty/vouchers/vouchers.view.ts';
import type { ActivePaymentMethod } from '../payments/payment-methods.sql.ts';
import { findPaymentMethod } from '../payments/payment-methods.ts';
import { findPostcode } from '../postcodes/postcodes.ts';
import { explainCoupon, type ShopPromotion } from '../promotions/promotions.ts';
import type { LoadedLine } from './cart-lines.ts';
import type { StoredChoices } from './checkout-choices.ts';
import type { PricingSettings } from './pricing-settings.ts';

/** The parts of a cart that determine its price. Lines are priced. */
export type CartToPrice = {
  lines: readonly LoadedLine[];
  choices: StoredChoices;
  settings: PricingSettings;
  is_first_order: boolean | null;
  is_referred: boolean;
  /** Ids of the automatic promotions whose limit is reached, for all shoppers or for this one. */
  spent_promotions: ReadonlySet<string>;
  balances: Balances | null;
  /** The own voucher that the choices name. */
  own_voucher: ChosenVoucher | null;
  earn_rate: number;
  earn_times: number;
};

export type CartPrices = {
  /** The applied promotions, and why the chosen coupon is not one of them. */
  promotions: AppliedPromotions;
  /** The applied voucher, or the refusal if it does not apply; null if none is chosen. */
  voucher: AppliedVoucher | Refusal | null;
  totals: Totals;
  /** The basket that fees and free shipping depend on, before promotions on delivery. */
  basket: Basket;
  /** Applied points and coins, and their limits. */
  redeemed: Redemption;
  /** Points that the order will earn; for a guest, as a new member. */
  earned: EarnedPoints;
  free_shipping: FreeShippingState;
  fee_rules: Omit<FeeRules, 'rate'> & { rate: StoredRate | null };
  destination: Destination | null;
  /**
   * The region that fee and free shipping apply to while the destination is unknown; null once it is known, or if they
   * apply everywhere.
   */
  region: { en: string; zh: string | null } | null;
  /** The chosen method if it delivers to the destination, or anywhere while that is unknown. */
  delivery: ZoneMethod | null;
  /** The chosen slot, if it still takes orders. */
  slot: DaySlot | null;
  /** Whether the fee is final, which needs a destination and a method. */
  delivery_fee_known: boolean;
  /** The fee of the chosen or else the default method, in sen; null if nothing delivers there. */
  delivery_fee_from: Sen | null;
  /** The grand total with `delivery_fee_from`, in sen. */
  estimated_total: Sen;
  has_frozen_items: boolean;
  payment: ActivePaymentMethod | null;
};

/**
 * A cart with its prices. The prices are valid until its lines, its choices other than the hold, or its promotions
 * change.
 */
export type WithPrices<Cart extends CartToPrice = CartToPrice> = Cart & { prices: CartPrices };

/** The place to which a cart is delivered; `state_id` is an ISO code. */
export type Destination = { zip: string | null; town: string | null; state_id: string; source: 'address' | 'postcode' };

/**
 * Finds where the cart is delivered: to the address, else to the postcode that was given before an address. The state
 * follows from the postcode, because drivers follow it even if the address names another state.
 */
export function findDestination(choices: StoredChoices): Destination | null {
  const { shipping } = resolveAddresses(choices);
  const zip = (shipping === null ? choices.zip : shipping.zip) ?? null;
  const postcode = zip === null ? null : findPostcode(zip);
  const state_id = postcode?.state_id ?? shipping?.state_id ?? null;
  const town = postcode?.town ?? (shipping?.city || null);
  return state_id === null ? null : { zip, town, state_id, source: shipping === null ? 'postcode' : 'address' };
}

const isFrozenLine = ({ categories, frozen_parts, offer }: LoadedLine, settings: PricingSettings): boolean =>
  isFrozen({ type: offer.type, categories: [...categories, ...frozen_parts] }, settings);

/** Returns whether a line selected for checkout is in a frozen category. */
const hasFrozenItems = (lines: readonly LoadedLine[], settings: PricingSettings): boolean =>
  lines.some((line) => line.checkout && isFrozenLine(line, settings));

/** Lists the categories whose goods no method to the destination carries. */
export const listNotCarried = (settings: PricingSettings, destination: Destination | null): readonly string[] =>
  lacksFrozenDelivery(settings, destination) ? settings.frozen_categories : [];

/** Returns whether no method to the destination carries a line's goods. */
export const isLineUndeliverable = (
  line: LoadedLine,
  settings: PricingSettings,
  destination: Destination | null,
): boolean => isFrozenLine(line, settings) && lacksFrozenDelivery(settings, destination);

/** Lists the running promotions for referred friends that the customer's first order gets. */
export function listWaitingOffers(cart: CartToPrice, now: Date): readonly ShopPromotion[] {
  const { settings, is_first_order, is_referred, spent_promotions } = cart;
  if (!is_referred || is_first_order !== true) return [];
  return settings.promotions.filter(
    (promotion) =>
      promotion.referred_only &&
      promotion.code === null &&
      !spent_promotions.has(promotion.id) &&
      isRunning(promotion, now),
  );
}

type AppliedPromotions = { applied: readonly AppliedPromotion<ShopPromotion>[]; coupon_refusal: Refusal | null };

/**
 * The promotions without a code that this cart may get, and its coupon; null if none is chosen or the shop has no such
 * code.
 */
type PromotionCandidates = { automatic: readonly ShopPromotion[]; coupon: ShopPromotion | null };

function listCandidates({
  settings,
  choices,
  is_first_order,
  is_referred,
  spent_promotions,
}: CartToPrice): PromotionCandidates {
  const promotions = settings.promotions.filter((promotion) => !promotion.referred_only || is_referred);
  // A guest may enter a coupon for first orders, which the order then checks by its contacts.
  const isForCart = (promotion: ShopPromotion) => !promotion.first_order_only || is_first_order !== null;
  return {
    automatic: promotions.filter(
      (promotion) => promotion.code === null && isForCart(promotion) && !spent_promotions.has(promotion.id),
    ),
    coupon: findCoupon(promotions, choices.coupon_code ?? ''),
  };
}

/** Applies the promotions of the shop and the chosen coupon at `now`. `delivery_fee` is null while it is unknown. */
function applyCandidates(
  { lines, choices, is_first_order }: CartToPrice,
  { automatic, coupon }: PromotionCandidates,
  delivery_fee: Sen | null,
  now: Date,
): AppliedPromotions {
  const isUnknown = coupon === null && choices.coupon_code != null;
  const unknown = isUnknown ? refusal('coupon.invalid') : null;
  if (coupon === null && automatic.length === 0) return { applied: [], coupon_refusal: unknown };
  const outcome = applyPromotions(automatic, coupon, {
    lines,
    delivery_fee,
    now,
    is_first_order: is_first_order ?? true,
  });
  return isUnknown ? { ...outcome, coupon_refusal: unknown } : outcome;
}

/**
 * Sums the discounts on goods: by promotions without a code, and by the coupon. Delivery promotions reduce the fee
 * instead.
 */
function sumGoodsDiscounts(applied: AppliedPromotions['applied']): { discount: Sen; coupon_discount: Sen } {
  const sum = (isCoupon: boolean) =>
    applied
      .filter(({ promotion }) => promotion.class !== 'delivery' && (promotion.code !== null) === isCoupon)
      .reduce((total, { amount }) => total + amount, 0);
  return { discount: sum(false), coupon_discount: sum(true) };
}

/** Applies a voucher to the prices after promotions. `delivery_fee` is the charged fee; null while unknown. */
function applyVoucherToPrices(
  { lines, is_first_order }: CartToPrice,
  voucher: StoredVoucher,
  { applied }: AppliedPromotions,
  delivery_fee: Sen | null,
  now: Date,
): AppliedVoucher | Refusal {
  return applyVoucher(voucher, { lines, delivery_fee, now, is_first_order: is_first_order ?? true }, applied);
}

/** Applies the chosen voucher, if it can still be used. */
function priceVoucher(
  cart: CartToPrice,
  promotions: AppliedPromotions,
  delivery_fee: Sen | null,
  now: Date,
): AppliedVoucher | Refusal | null {
  const { own_voucher: own, choices } = cart;
  if (choices.voucher_id == null || !cart.settings.loyalty.enabled) return null;
  if (own === null) return refusal('voucher.not_found');
  return checkVoucher(own, now) ?? applyVoucherToPrices(cart, own.voucher, promotions, delivery_fee, now);
}

/**
 * Builds the basket with the subtotal after promotions and coupon, which is compared with the free-shipping threshold
 * (docs/readings.md#31).
 */
function buildDiscountedBasket({ lines, settings }: CartToPrice, { applied }: AppliedPromotions): Basket {
  const { free_shipping_goods, unknown_weight } = settings;
  const counted = lines.map((line, index) => ({
    ...line,
    discount: sumLineDiscount(applied, index),
    free_shipping: decideFreeShippingPart(line, free_shipping_goods),
  }));
  return buildBasket(counted, computeTotals(lines, sumGoodsDiscounts(applied)).subtotal, unknown_weight);
}

type PricedDelivery = { promotions: AppliedPromotions; price: DeliveryPrice };

/**
 * Applies the promotions again with the known delivery fee, if any of them is on delivery. That can replace promotions
 * on goods and so change the fee; then applies them once more with the new fee.
 */
function repriceWithFee(
  cart: CartToPrice,
  candidates: PromotionCandidates,
  initial: PricedDelivery,
  price: (basket: Basket) => DeliveryPrice,
  now: Date,
): PricedDelivery {
  const { automatic, coupon } = candidates;
  if (![...automatic, coupon].some((promotion) => promotion?.class === 'delivery')) return initial;
  const reprice = ({ method_fee }: DeliveryPrice): PricedDelivery => {
    const promotions = applyCandidates(cart, candidates, method_fee, now);
    return { promotions, price: price(buildDiscountedBasket(cart, promotions)) };
  };
  const first = reprice(initial.price);
  return first.price.fee === initial.price.fee ? first : reprice(first.price);
}

/** Applies the requested points and coins, as far as the balances and the amount due before them allow. */
function redeemBalances({ choices, settings, balances }: CartToPrice, { grand_total, rounding }: Totals): Redemption {
  const { use_points = 0, use_golds = 0 } = choices;
  const due = grand_total - rounding;
  const { loyalty } = settings;
  const rules = loyalty.enabled ? loyalty : { ...loyalty, max_points_percent: 0, max_coins_percent: 0 };
  return redeem(due, balances, { use_points, use_golds }, rules);
}

/**
 * Points earned, the amount in sen that they are earned for, the rate in hundredths of a point per ringgit, and the
 * hundredths that multiply it.
 */
export type EarnedPoints = { basis: Sen; rate: number; times: number; points: number };

/** Computes the points that the order will earn, for goods that are not paid by voucher, points or coins. */
function computeEarnings(
  { lines, settings, earn_rate, earn_times: times }: CartToPrice,
  { applied }: AppliedPromotions,
  totals: Totals,
): EarnedPoints {
  const { loyalty } = settings;
  const paid = lines.flatMap(({ checkout, price_total, categories }, index) =>
    checkout
      ? {
          paid: price_total - sumLineDiscount(applied, index),
          earns: !categories.some((slug) => loyalty.excluded_categories.includes(slug)),
        }
      : [],
  );
  const basis = computeEarningBasis(paid, totals.voucher + totals.points + totals.coins);
  const rate = loyalty.enabled ? earn_rate : 0;
  return { basis, rate, times, points: computePoints(basis, rate, times) };
}

/** Computes a cart's prices at `now`. An unknown fee is not charged. */
function computePrices(cart: CartToPrice, now: Date): CartPrices {
  const { lines, choices, settings } = cart;
  const destination = findDestination(choices);
  const candidates = listCandidates(cart);
  const onGoods = applyCandidates(cart, candidates, null, now);
  const basket = buildDiscountedBasket(cart, onGoods);
  const has_frozen_items = hasFrozenItems(lines, settings);
  const method_id = choices.shipping_method;
  const delivery = method_id ? findMethod(settings, method_id, destination) : null;
  const { delivery_slot_id: slot_id } = choices;
  const slot = slot_id && delivery !== null ? findSlot(settings, delivery, slot_id, now) : null;
  // Without a chosen method, the default one sets estimate and free-shipping threshold.
  const expected = delivery ?? chooseDefaultMethod(listMethodsFor(settings, destination), basket, has_frozen_items);
  const slot_fee = slot?.template.fee ?? 0;
  const priceBasket = (of: Basket) => priceDelivery(expected?.rate ?? null, of, slot_fee);
  const delivery_fee_known = delivery !== null && destination !== null;
  const payment = choices.payment_method ? findPaymentMethod(settings.payments, choices.payment_method) : null;
  const expectedPrice = { promotions: onGoods, price: priceBasket(basket) };
  const { promotions, price: full } = delivery_fee_known
    ? repriceWithFee(cart, candidates, expectedPrice, priceBasket, now)
    : expectedPrice;
  const isWaived = promotions.applied.some(({ promotion }) => promotion.class === 'delivery');
  const price = isWaived ? waiveMethodFee(full) : full;
  const voucher = priceVoucher(cart, promotions, delivery_fee_known ? price.method_fee : null, now);
  const bag_fee = computeBagFee(settings.bag_fee, destination);
  const beforeWallet = {
    ...sumGoodsDiscounts(promotions.applied),
    delivery_fee: delivery_fee_known ? price.fee : 0,
    voucher: voucher === null || isRefusal(voucher) ? 0 : voucher.amount,
    bag_fee,
    tip: settings.has_tips ? choices.tip : 0,
    cash: isCash(payment?.code),
  };
  const withoutWallet = computeTotals(lines, beforeWallet);
  const redeemed = redeemBalances(cart, withoutWallet);
  const charges = { ...beforeWallet, points: redeemed.points_value, coins: redeemed.coins_used };
  const totals = charges.points + charges.coins === 0 ? withoutWallet : computeTotals(lines, charges);
  const delivery_fee_from = expected === null ? null : price.fee;
  const isEstimate = !delivery_fee_known && delivery_fee_from !== null && delivery_fee_from > 0;
  return {
    promotions,
    voucher,
    totals,
    basket,
    redeemed,
    earned: computeEarnings(cart, promotions, totals),
    estimated_total: isEstimate
      ? estimateTotal(lines, charges, { delivery_fee_known, delivery_fee_from })
      : totals.grand_total,
    free_shipping: price.info,
    fee_rules: { rate: expected?.rate ?? null, slot_fee, unknown_weight: settings.unknown_weight, bag_fee },
    destination,
    region: destination === null && expected !== null ? nameRateRegion(settings, expected) : null,
    has_frozen_items,
    delivery,
    slot,
    delivery_fee_known,
    delivery_fee_from,
    payment,
  };
}

/** Prices a cart at `now`. A request prices its cart once, and passes it on with its prices. */
export function priceCart<Cart extends CartToPrice>(cart: Cart, now: Date): WithPrices<Cart> {
  return { ...cart, prices: computePrices(cart, now) };
}

/** Explains in the shopper's language why the chosen coupon does not apply; null if it does, or there is none. */
export function findCouponRefusal({ choices, settings, prices }: WithPrices, lang: Lang): Refusal | null {
  const refused = prices.promotions.coupon_refusal;
  const coupon = findCoupon(settings.promotions, choices.coupon_code ?? '');
  return refused === null || coupon === null ? refused : explainCoupon(refused, coupon, lang);
}

/** Explains in the shopper's language why the chosen voucher does not apply; null if it does, or there is none. */
export function findVoucherRefusal({ own_voucher, prices: { voucher } }: WithPrices, lang: Lang): Refusal | null {
  if (voucher === null || !isRefusal(voucher)) return null;
  return own_voucher === null ? voucher : explainVoucher(voucher, own_voucher.voucher, lang);
}

/** Returns a function that refuses a voucher if the cart cannot use it. */
export function createVoucherCheck(
  { now, lang }: Pick<Ctx, 'now' | 'lang'>,
  cart: WithPrices,
): (voucher: StoredVoucher) => Refusal | null {
  const { promotions, totals, delivery_fee_known, fee_rules } = cart.prices;
  const fee = delivery_fee_known ? totals.delivery_fee - fee_rules.slot_fee : null;
  return (voucher) => {
    const applied = applyVoucherToPrices(cart, voucher, promotions, fee, now);
    return isRefusal(applied) ? explainVoucher(applied, voucher, lang) : null;
  };
}
