/**
 * Chooses the promotions of a cart and calculates the discount of each line (docs/api.md#promotions). Classes apply
 * in their order: product, order, delivery. Every discount is split over its lines to the sen, so that a later partial
 * refund is exact.
 */
import { prorate } from '../cart/prorate.ts';
import { formatMoney, type Sen } from '../money.ts';
import { isRefusal, type Refusal, refusal } from '../refusal.ts';
import { weekdayOf } from '../time.ts';
import { type Benefit, PROMOTION_CLASSES, type Promotion, type PromotionLine } from './promotion.ts';

export type PromotionCart = {
  lines: readonly PromotionLine[];
  /** The delivery method's fee, without the slot's own; null while it is unknown. */
  delivery_fee: Sen | null;
  now: Date;
  is_first_order: boolean;
};

/** An applied promotion. `shares` is its amount by line; all zero for a delivery promotion. */
export type AppliedPromotion<P extends Promotion = Promotion> = { promotion: P; amount: Sen; shares: readonly Sen[] };

/** The applied promotions, and the refusal of the coupon; null if the coupon applies, or there is none. */
export type PromotionOutcome<P extends Promotion = Promotion> = {
  applied: readonly AppliedPromotion<P>[];
  coupon_refusal: Refusal | null;
};

/** Returns whether a promotion's dates include `now`. */
export function isRunning({ starts_at, ends_at }: Promotion, now: Date): boolean {
  return (starts_at === null || starts_at <= now) && (ends_at === null || now < ends_at);
}

function isQualifying({ categories, brands }: Promotion, line: PromotionLine): boolean {
  if (!line.checkout) return false;
  const isInCategory = categories.length === 0 || line.categories.some((slug) => categories.includes(slug));
  return isInCategory && (brands.length === 0 || (line.brand !== null && brands.includes(line.brand)));
}

/** Finds the cheapest units, which "buy X, get Y" reduces: their number and unit price by line. */
function selectFreeUnits(
  { buy, get }: Extract<Benefit, { kind: 'buy_x_get_y' }>,
  lines: readonly PromotionLine[],
  indexes: readonly number[],
): { index: number; units: number; price: Sen }[] {
  const byPrice = indexes
    .map((index) => ({ index, units: lines[index]?.quantity ?? 0, price: lines[index]?.final_price ?? 0 }))
    .toSorted((a, b) => a.price - b.price);
  const unitCount = byPrice.reduce((sum, { units }) => sum + units, 0);
  let left = Math.floor(unitCount / (buy + get)) * get;
  return byPrice.map(({ index, units, price }) => {
    const reducedUnits = Math.min(left, units);
    left -= reducedUnits;
    return { index, units: reducedUnits, price };
  });
}

/** Counts the units that qualifying lines lack for "buy X, get Y"; 0 for other benefits. */
function countMissingUnits(
  { benefit }: Promotion,
  lines: readonly PromotionLine[],
  indexes: readonly number[],
): number {
  if (benefit.kind !== 'buy_x_get_y') return 0;
  const units = indexes.reduce((sum, index) => sum + (lines[index]?.quantity ?? 0), 0);
  return Math.max(0, benefit.buy + benefit.get - units);
}

/** Splits a discount over the lines `indexes` by their remaining prices. */
function splitOverLines(amount: Sen, rest: readonly Sen[], indexes: readonly number[]): Sen[] {
  const parts = prorate(
    amount,
    indexes.map((index) => rest[index] ?? 0),
  );
  const shares = rest.map(() => 0);
  indexes.forEach((index, position) => {
    shares[index] = parts[position] ?? 0;
  });
  return shares;
}

/**
 * Computes a promotion's discount by line; zero for delivery promotions. `rest` is each line's price after the
 * earlier promotions, and `indexes` are the qualifying lines.
 */
function computeShares(
  { benefit }: Promotion,
  lines: readonly PromotionLine[],
  rest: readonly Sen[],
  indexes: readonly number[],
): Sen[] {
  const total = indexes.reduce((sum, index) => sum + (rest[index] ?? 0), 0);
  if (benefit.kind === 'fixed') return splitOverLines(Math.min(benefit.amount, total), rest, indexes);
  if (benefit.kind === 'percentage') {
    const full = Math.floor((total * benefit.percent) / 100);
    return splitOverLines(Math.min(full, benefit.max_amount ?? full), rest, indexes);
  }
  const shares = rest.map(() => 0);
  if (benefit.kind === 'free_delivery') return shares;
  for (const { index, units, price } of selectFreeUnits(benefit, lines, indexes)) {
    shares[index] = Math.min(Math.floor((units * price * benefit.percent) / 100), rest[index] ?? 0);
  }
  return shares;
}

/** Applies one promotion to the lines' prices `rest` after earlier ones, or returns why its conditions are not met. */
export function evaluatePromotion<P extends Promotion>(
  promotion: P,
  cart: PromotionCart,
  rest: readonly Sen[],
): AppliedPromotion<P> | Refusal {
  const { lines, delivery_fee, now, is_first_order } = cart;
  if (!isRunning(promotion, now)) return refusal('coupon.invalid');
  if (promotion.weekdays.length > 0 && !promotion.weekdays.includes(weekdayOf(now))) {
    return refusal('coupon.other_day');
  }
  if (promotion.first_order_only && !is_first_order) return refusal('coupon.first_order');
  const indexes = lines.flatMap((line, index) => (isQualifying(promotion, line) ? [index] : []));
  if (indexes.length === 0) return refusal('coupon.no_goods');
  const total = indexes.reduce((sum, index) => sum + (rest[index] ?? 0), 0);
  if (total < promotion.min_spend) {
    return refusal('coupon.min_spend', { amount: formatMoney(promotion.min_spend - total) });
  }
  const shares = computeShares(promotion, lines, rest, indexes);
  if (promotion.class === 'delivery') return { promotion, amount: delivery_fee ?? 0, shares };
  const amount = shares.reduce((sum, share) => sum + share, 0);
  const count = amount === 0 ? countMissingUnits(promotion, lines, indexes) : 0;
  if (count > 0) return refusal('coupon.more_items', { count });
  return amount === 0 ? refusal('coupon.no_goods') : { promotion, amount, shares };
}

const canCombine = (a: Promotion, b: Promotion): boolean =>
  a.combines_with.includes(b.class) && b.combines_with.includes(a.class);

const rankOf = (promotion: Promotion): number => PROMOTION_CLASSES.indexOf(promotion.class);

/** Applies promotions one after another by class; skips those whose conditions are no longer met. */
function applyInOrder<P extends Promotion>(promotions: readonly P[], cart: PromotionCart): AppliedPromotion<P>[] {
  let rest = cart.lines.map((line) => (line.checkout ? line.price_total : 0));
  let delivery_fee = cart.delivery_fee;
  const applied: AppliedPromotion<P>[] = [];
  for (const promotion of promotions.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const result = evaluatePromotion(promotion, { ...cart, delivery_fee }, rest);
    if (isRefusal(result)) continue;
    applied.push(result);
    rest = rest.map((left, index) => left - (result.shares[index] ?? 0));
    if (promotion.class === 'delivery' && delivery_fee !== null) delivery_fee -= result.amount;
  }
  return applied;
}

const sumAmounts = (applied: readonly AppliedPromotion[]): Sen => applied.reduce((sum, { amount }) => sum + amount, 0);

/** Adds to `chosen` the automatic promotions that combine with everything chosen so far, the largest first. */
function addAutomaticPromotions<P extends Promotion>(
  chosen: readonly P[],
  automatic: readonly P[],
  cart: PromotionCart,
): AppliedPromotion<P>[] {
  const byAmount = automatic
    .map((promotion) => ({ promotion, amount: sumAmounts(applyInOrder([promotion], cart)) }))
    .filter(({ amount, promotion }) => amount > 0 || promotion.class === 'delivery')
    .toSorted((a, b) => b.amount - a.amount);
  const all = [...chosen];
  for (const { promotion } of byAmount) {
    if (all.every((each) => canCombine(each, promotion))) all.push(promotion);
  }
  return applyInOrder(all, cart);
}

/**
 * Applies the automatic promotions and the coupon. The coupon displaces promotions that it does not combine with,
 * unless they are worth at least as much; then it is refused with `coupon.better_offer`.
 */
export function applyPromotions<P extends Promotion>(
  automatic: readonly P[],
  coupon: P | null,
  cart: PromotionCart,
): PromotionOutcome<P> {
  const withoutCoupon = addAutomaticPromotions([], automatic, cart);
  if (coupon === null) return { applied: withoutCoupon, coupon_refusal: null };
  const couponOutcome = evaluatePromotion(
    coupon,
    cart,
    cart.lines.map((line) => (line.checkout ? line.price_total : 0)),
  );
  if (isRefusal(couponOutcome)) return { applied: withoutCoupon, coupon_refusal: couponOutcome };
  const applied = addAutomaticPromotions([coupon], automatic, cart);
  const isUsed = applied.some(({ promotion }) => promotion === coupon);
  const isUnknownFee = coupon.class === 'delivery' && cart.delivery_fee === null;
  if (!isUsed || (sumAmounts(applied) <= sumAmounts(withoutCoupon) && !isUnknownFee)) {
    return { applied: withoutCoupon, coupon_refusal: refusal('coupon.better_offer') };
  }
  return { applied, coupon_refusal: null };
}

/** Sums the discounts of the line at `index`. */
export const sumLineDiscount = (applied: readonly AppliedPromotion[], index: number): Sen =>
  applied.reduce((sum, { shares }) => sum + (shares[index] ?? 0), 0);
