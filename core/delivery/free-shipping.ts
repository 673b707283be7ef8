/** When delivery is free, how far a basket is from it, and the texts that say so (docs/spec.md §5 "Free-shipping progress"). */
import type { Lang } from '../lang.ts';
import { word } from '../messages/words.ts';
import { formatMoney, type Sen } from '../money.ts';

/**
 * Free from an amount, a number of items or a weight on; where there are several, any one suffices. Upper bounds close
 * their own rule. Amounts in sen, weights in grams.
 */
export type FreeShippingRule = {
  min_amount?: Sen | null;
  max_amount?: Sen | null;
  min_quantity?: number | null;
  max_quantity?: number | null;
  min_weight?: number | null;
};

/** What a rule looks at: lines flagged for checkout; the amount after promotions and coupon (docs/readings.md#7, docs/readings.md#31). */
export type Basket = { amount: Sen; quantity: number; weight: number };

/** docs/spec.md §3 `free_shipping_info`. Null where the rule does not look at it; `weight_left` in grams. */
export type FreeShippingInfo = {
  has_free_shipping: boolean;
  eligible_for_free_shipping: boolean;
  min_amount: Sen | null;
  max_amount: Sen | null;
  amount_left: Sen | null;
  weight_left: number | null;
  min_quantity: number | null;
  max_quantity: number | null;
  quantity_left: number | null;
};

/** The basket of a cart, of its lines flagged for checkout; `amount` is the cart's subtotal. */
export function basketOf(
  lines: readonly { quantity: number; weight: number; checkout: boolean }[],
  amount: Sen,
): Basket {
  const basket = { amount, quantity: 0, weight: 0 };
  for (const { quantity, weight, checkout } of lines) {
    if (!checkout) continue;
    basket.quantity += quantity;
    basket.weight += quantity * weight;
  }
  return basket;
}

const missing = (minimum: number | null | undefined, have: number): number | null =>
  minimum == null ? null : Math.max(0, minimum - have);

const isWithin = (maximum: number | null | undefined, have: number): boolean => maximum == null || have <= maximum;

/** Whether a basket earns free delivery: what is left to a minimum is nothing, and its upper bound is kept. */
function isEligible(info: Omit<FreeShippingInfo, 'eligible_for_free_shipping'>, basket: Basket): boolean {
  return (
    (info.amount_left === 0 && isWithin(info.max_amount, basket.amount)) ||
    (info.quantity_left === 0 && isWithin(info.max_quantity, basket.quantity)) ||
    info.weight_left === 0
  );
}

/** docs/spec.md §3 `free_shipping_info` of a basket. Without a rule there is no free shipping. */
export function freeShippingInfo(rule: FreeShippingRule | null, basket: Basket): FreeShippingInfo {
  const amount_left = missing(rule?.min_amount, basket.amount);
  const quantity_left = missing(rule?.min_quantity, basket.quantity);
  const weight_left = missing(rule?.min_weight, basket.weight);
  const info = {
    has_free_shipping: amount_left !== null || quantity_left !== null || weight_left !== null,
    min_amount: rule?.min_amount ?? null,
    max_amount: rule?.max_amount ?? null,
    amount_left,
    weight_left,
    min_quantity: rule?.min_quantity ?? null,
    max_quantity: rule?.max_quantity ?? null,
    quantity_left,
  };
  return { ...info, eligible_for_free_shipping: isEligible(info, basket) };
}

/**
 * The info after the basket changed, from the info before, for showing a change before the server has answered. The
 * minimum weight does not travel: what is left of it moves with the basket's weight, and where nothing was left a
 * lighter basket counts from there.
 */
export function updateFreeShippingInfo(info: FreeShippingInfo, before: Basket, after: Basket): FreeShippingInfo {
  const weight_left = info.weight_left === null ? null : Math.max(0, info.weight_left - (after.weight - before.weight));
  const moved = {
    has_free_shipping: info.has_free_shipping,
    min_amount: info.min_amount,
    max_amount: info.max_amount,
    amount_left: missing(info.min_amount, after.amount),
    weight_left,
    min_quantity: info.min_quantity,
    max_quantity: info.max_quantity,
    quantity_left: missing(info.min_quantity, after.quantity),
  };
  return { ...moved, eligible_for_free_shipping: isEligible(moved, after) };
}

/** How far the bar is filled: `value` of `max`, whole sen or items. */
export type FreeShippingProgress = { by: 'amount' | 'quantity'; value: number; max: number };

/** Whether the first bar is fuller; a minimum of nothing is full. */
const isFuller = (a: FreeShippingProgress, b: FreeShippingProgress) => a.value * b.max > b.value * a.max;

/**
 * docs/spec.md §5 "Free-shipping progress": "By amount (min_amount less amount_left) or by quantity (items_qty over
 * min_quantity)", the quantity being that of lines flagged for checkout (docs/readings.md#7). Where a rule looks at both, the one
 * that is nearer to its end. Null where neither is on its way: a rule by weight, or an upper bound that is passed.
 */
export function freeShippingProgress(info: FreeShippingInfo): FreeShippingProgress | null {
  const counts = (left: number | null) => left !== null && (left === 0) === info.eligible_for_free_shipping;
  const bars: FreeShippingProgress[] = [];
  if (counts(info.amount_left)) {
    const max = info.min_amount ?? 0;
    bars.push({ by: 'amount', value: max - (info.amount_left ?? 0), max });
  }
  if (counts(info.quantity_left)) {
    const max = info.min_quantity ?? 0;
    bars.push({ by: 'quantity', value: max - (info.quantity_left ?? 0), max });
  }
  const [first, second] = bars;
  if (first === undefined) return null;
  return second !== undefined && isFuller(second, first) ? second : first;
}

/** Kilograms as people say them: one decimal at most, never less than is needed. */
const kilograms = (grams: number): string => String(Math.ceil(grams / 100) / 10);

/** That delivery is free, and up to where, so that nobody loses it by one item more without having been told. */
function doneText(info: FreeShippingInfo, lang: Lang): string {
  const hasNoBound =
    info.weight_left === 0 ||
    (info.amount_left === 0 && info.max_amount === null) ||
    (info.quantity_left === 0 && info.max_quantity === null);
  if (hasNoBound) return word(lang, 'free_shipping.done');
  return info.amount_left === 0 && info.max_amount !== null
    ? word(lang, 'free_shipping.done_up_to_amount', { amount: formatMoney(info.max_amount) })
    : word(lang, 'free_shipping.done_up_to_items', { n: info.max_quantity ?? 0 });
}

/**
 * docs/spec.md §9 "Free-shipping texts": 'Spend {amount} more to get Free Shipping' or 'Add {n} more items to get Free Shipping';
 * by weight 'Add {kg} kg more to get Free Shipping' (docs/readings.md#7). Empty where there is no free shipping. The server sends
 * it as `display_text`; a page that shows an unsaved change asks for it anew.
 */
export function freeShippingText(info: FreeShippingInfo, lang: Lang): string {
  if (!info.has_free_shipping) return '';
  if (info.eligible_for_free_shipping) return doneText(info, lang);
  const progress = freeShippingProgress(info);
  if (progress !== null) {
    return progress.by === 'amount'
      ? word(lang, 'free_shipping.spend', { amount: formatMoney(progress.max - progress.value) })
      : word(lang, 'free_shipping.add_items', { n: progress.max - progress.value });
  }
  if (info.weight_left !== null) return word(lang, 'free_shipping.add_weight', { kg: kilograms(info.weight_left) });
  return info.max_amount !== null && info.amount_left === 0
    ? word(lang, 'free_shipping.over_amount', { amount: formatMoney(info.max_amount) })
    : word(lang, 'free_shipping.over_items', { n: info.max_quantity ?? 0 });
}

/**
 * docs/spec.md §2 "Cart view": "The bar is hidden when there is no free shipping, or by the hide_in_cart and hide_in_topbar flags."
 */
export function showsFreeShippingBar(
  info: FreeShippingInfo,
  place: 'cart' | 'topbar',
  flags: { hide_in_cart: boolean; hide_in_topbar: boolean },
): boolean {
  return info.has_free_shipping && !(place === 'cart' ? flags.hide_in_cart : flags.hide_in_topbar);
}
