/** Free-shipping rules, progress and texts (docs/spec.md §5 "Free-shipping progress"). */
import type { Lang } from '../lang.ts';
import { word } from '../messages/words.ts';
import { formatMoney, type Sen } from '../money.ts';

/**
 * Minimums for free shipping, in sen, units and grams; reaching one suffices. A maximum limits only the rule of its
 * own kind.
 */
export type FreeShippingRule = {
  min_amount?: Sen | null;
  max_amount?: Sen | null;
  min_quantity?: number | null;
  max_quantity?: number | null;
  min_weight?: number | null;
};

/**
 * The lines selected for checkout; `amount` is the subtotal after promotions and coupon (docs/readings.md#7,
 * docs/readings.md#31).
 */
export type Basket = { amount: Sen; quantity: number; weight: number };

/** docs/spec.md §3 `free_shipping_info`. Null for what the rule does not limit; `weight_left` in grams. */
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

/** Sums the lines selected for checkout; `amount` is the cart's subtotal. */
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

/** Whether a minimum is reached and its own maximum not exceeded. */
function isEligible(info: Omit<FreeShippingInfo, 'eligible_for_free_shipping'>, basket: Basket): boolean {
  return (
    (info.amount_left === 0 && isWithin(info.max_amount, basket.amount)) ||
    (info.quantity_left === 0 && isWithin(info.max_quantity, basket.quantity)) ||
    info.weight_left === 0
  );
}

/** Calculates docs/spec.md §3 `free_shipping_info`. Null as a rule means no free shipping. */
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
 * Estimates the info after an edit, before the server responds. Responses have no minimum weight, so `weight_left`
 * changes by the difference in weight.
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

/** The progress bar: `value` of `max`, in sen or units. */
export type FreeShippingProgress = { by: 'amount' | 'quantity'; value: number; max: number };

/** Compares two bars; a minimum of 0 is full. */
const isFuller = (a: FreeShippingProgress, b: FreeShippingProgress) => a.value * b.max > b.value * a.max;

/**
 * docs/spec.md §5 "Free-shipping progress": "By amount (min_amount less amount_left) or by quantity (items_qty over
 * min_quantity)", of lines selected for checkout (docs/readings.md#7). With both, the fuller bar. Null for a rule by
 * weight, or above a maximum.
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

/** Formats grams as kilograms with at most one decimal, rounded up. */
const kilograms = (grams: number): string => String(Math.ceil(grams / 100) / 10);

/** Names the maximum too, so that no one loses free shipping by one more item unwarned. */
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
 * docs/spec.md §9 "Free-shipping texts": 'Spend {amount} more to get Free Shipping' or 'Add {n} more items to get Free
 * Shipping'; by weight 'Add {kg} kg more to get Free Shipping' (docs/readings.md#7). Empty without free shipping. The
 * server sends it as `display_text`; the browser calls it for unconfirmed changes.
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
 * Adds the region that the rule holds for to the text, for a shopper whose destination is unknown: elsewhere the same
 * cart may cost more.
 */
export function freeShippingNotice(info: FreeShippingInfo & { region: string | null }, lang: Lang): string {
  const text = freeShippingText(info, lang);
  return text === '' || info.region === null
    ? text
    : word(lang, 'free_shipping.in_region', { text, region: info.region });
}

/**
 * docs/spec.md §2 "Cart view": "The bar is hidden when there is no free shipping, or by the hide_in_cart and
 * hide_in_topbar flags."
 */
export function showsFreeShippingBar(
  info: FreeShippingInfo,
  place: 'cart' | 'topbar',
  flags: { hide_in_cart: boolean; hide_in_topbar: boolean },
): boolean {
  return info.has_free_shipping && !(place === 'cart' ? flags.hide_in_cart : flags.hide_in_topbar);
}
