/** Free-shipping rules, progress and texts (docs/spec.md §5 "Free-shipping progress", docs/readings.md#54). */
import type { Lang } from '../lang.ts';
import { word } from '../messages/words.ts';
import { formatMoney, type Sen } from '../money.ts';
import type { Basket, Measures } from './basket.ts';

/**
 * Minimums for free shipping, in sen, units and grams; reaching one suffices. A maximum limits only the minimum of its
 * own kind. With several rules, reaching any one is enough.
 */
export type FreeShippingRule = {
  min_amount?: Sen | null;
  max_amount?: Sen | null;
  min_quantity?: number | null;
  max_quantity?: number | null;
  min_weight?: number | null;
  max_weight?: number | null;
};

type Measure = keyof Measures;

/**
 * docs/spec.md §3 `free_shipping_info`: the nearest minimum of each kind. Null for kinds that no rule uses; weights in
 * grams.
 */
export type FreeShippingState = {
  has_free_shipping: boolean;
  eligible_for_free_shipping: boolean;
  min_amount: Sen | null;
  max_amount: Sen | null;
  amount_left: Sen | null;
  min_weight: number | null;
  max_weight: number | null;
  weight_left: number | null;
  min_quantity: number | null;
  max_quantity: number | null;
  quantity_left: number | null;
  /** The kind of the minimum to show: a reached one, else the nearest; null without rules. */
  nearest: Measure | null;
  /** The kind of goods in the cart with which delivery is never free; null without such goods. */
  blocked_by: Basket['blocked_by'];
};

/** One minimum of a rule, and the cart's value for it. */
type Goal = { by: Measure; min: number; max: number | null; have: number };

const GOAL_MEASURES = ['amount', 'quantity', 'weight'] as const;

const computeMissing = ({ min, have }: Goal): number => Math.max(0, min - have);
const isOver = ({ max, have }: Goal): boolean => max !== null && have > max;
const isReached = (goal: Goal): boolean => computeMissing(goal) === 0 && !isOver(goal);

/** Returns the share of the minimum that the cart has; 2 if the goal is reached, -1 above its maximum. */
function rateNearness(goal: Goal): number {
  if (isReached(goal)) return 2;
  return isOver(goal) ? -1 : goal.have / goal.min;
}

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Sorts the nearest goal first; of equals the one with the highest maximum. */
const compareNearness = (a: Goal, b: Goal): number =>
  rateNearness(b) - rateNearness(a) || (b.max ?? NO_LIMIT) - (a.max ?? NO_LIMIT);

/** Lists the minimums of one kind, the nearest first. */
function listGoals(rules: readonly FreeShippingRule[], by: Measure, counted: Measures): Goal[] {
  return rules
    .flatMap((rule): Goal[] => {
      const min = rule[`min_${by}`];
      return min == null ? [] : [{ by, min, max: rule[`max_${by}`] ?? null, have: counted[by] }];
    })
    .toSorted(compareNearness);
}

/** Computes docs/spec.md §3 `free_shipping_info`. Without rules delivery is never free. */
export function computeFreeShipping(
  rules: readonly FreeShippingRule[],
  { counted, blocked_by }: Pick<Basket, 'counted' | 'blocked_by'>,
): FreeShippingState {
  const [amount, quantity, weight] = GOAL_MEASURES.map((by) => listGoals(rules, by, counted)[0]);
  const [nearest] = [amount, quantity, weight].filter((goal) => goal !== undefined).toSorted(compareNearness);
  return {
    has_free_shipping: nearest !== undefined,
    eligible_for_free_shipping: nearest !== undefined && isReached(nearest) && blocked_by === null,
    min_amount: amount?.min ?? null,
    max_amount: amount?.max ?? null,
    amount_left: amount === undefined ? null : computeMissing(amount),
    min_weight: weight?.min ?? null,
    max_weight: weight?.max ?? null,
    weight_left: weight === undefined ? null : computeMissing(weight),
    min_quantity: quantity?.min ?? null,
    max_quantity: quantity?.max ?? null,
    quantity_left: quantity === undefined ? null : computeMissing(quantity),
    nearest: nearest?.by ?? null,
    blocked_by,
  };
}

/** The progress bar: `value` of `max`, in sen, units or grams. */
export type FreeShippingProgress = { by: Measure; value: number; max: number };

/**
 * docs/spec.md §5 "Free-shipping progress": "By amount (min_amount less amount_left) or by quantity (items_qty over
 * min_quantity)", of lines selected for checkout (docs/readings.md#7), and also by weight: the progress to the minimum
 * that `formatFreeShipping` names. Null without rules, above a maximum, or while goods block free shipping.
 */
export function computeFreeShippingProgress(info: FreeShippingState): FreeShippingProgress | null {
  const { nearest: by, blocked_by } = info;
  if (by === null || blocked_by !== null) return null;
  const max = info[`min_${by}`] ?? 0;
  const left = info[`${by}_left`] ?? 0;
  return left === 0 && !info.eligible_for_free_shipping ? null : { by, value: max - left, max };
}

/** Formats grams as kilograms with at most one decimal. Callers round a missing weight up, and a limit down. */
const formatKilograms = (grams: number, round: (tenths: number) => number): string => String(round(grams / 100) / 10);

/** Says that free shipping is reached, and up to which maximum: one more item could exceed it. */
function formatReached(by: Measure, max: number | null, lang: Lang): string {
  if (max === null) return word(lang, 'free_shipping.done');
  if (by === 'amount') return word(lang, 'free_shipping.done_up_to_amount', { amount: formatMoney(max) });
  if (by === 'quantity') return word(lang, 'free_shipping.done_up_to_items', { n: max });
  return word(lang, 'free_shipping.done_up_to_weight', { kg: formatKilograms(max, Math.floor) });
}

function formatExceeded(by: Measure, max: number, lang: Lang): string {
  if (by === 'amount') return word(lang, 'free_shipping.over_amount', { amount: formatMoney(max) });
  if (by === 'quantity') return word(lang, 'free_shipping.over_items', { n: max });
  return word(lang, 'free_shipping.over_weight', { kg: formatKilograms(max, Math.floor) });
}

function formatMissing(by: Measure, left: number, lang: Lang): string {
  if (by === 'amount') return word(lang, 'free_shipping.spend', { amount: formatMoney(left) });
  if (by === 'quantity') return word(lang, 'free_shipping.add_items', { n: left });
  return word(lang, 'free_shipping.add_weight', { kg: formatKilograms(left, Math.ceil) });
}

/**
 * docs/spec.md §9 "Free-shipping texts": 'Spend {amount} more to get Free Shipping' or 'Add {n} more items to get Free
 * Shipping'; by weight 'Add {kg} kg more to get Free Shipping' (docs/readings.md#7). Empty without free shipping. The
 * server sends it as `display_text`; the browser calls it for unconfirmed changes.
 */
export function formatFreeShipping(info: FreeShippingState, lang: Lang): string {
  const { nearest: by, blocked_by } = info;
  if (by === null) return '';
  if (blocked_by !== null) return word(lang, `free_shipping.blocked_by_${blocked_by}`);
  const max = info[`max_${by}`];
  if (info.eligible_for_free_shipping) return formatReached(by, max, lang);
  const left = info[`${by}_left`] ?? 0;
  return left === 0 ? formatExceeded(by, max ?? 0, lang) : formatMissing(by, left, lang);
}

/**
 * Adds the region that the rule holds for to `display_text`, for a shopper whose destination is unknown: elsewhere the
 * same cart may cost more.
 */
export function formatFreeShippingNotice(info: { display_text: string; region: string | null }, lang: Lang): string {
  const { display_text: text, region } = info;
  return text === '' || region === null ? text : word(lang, 'free_shipping.in_region', { text, region });
}

/**
 * docs/spec.md §2 "Cart view": "The bar is hidden when there is no free shipping, or by the hide_in_cart and
 * hide_in_topbar flags."
 */
export function showsFreeShippingBar(
  info: Pick<FreeShippingState, 'has_free_shipping'>,
  place: 'cart' | 'topbar',
  flags: { hide_in_cart: boolean; hide_in_topbar: boolean },
): boolean {
  return info.has_free_shipping && !(place === 'cart' ? flags.hide_in_cart : flags.hide_in_topbar);
}
