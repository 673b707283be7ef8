/**
 * Computes how many points and coins an order can use (docs/spec.md §3 "use_points", "use_golds";
 * docs/api.md#loyalty).
 */
import { formatMoney, type Sen } from '../money.ts';
import { type Refusal, refusal } from '../refusal.ts';

export type RedeemRules = {
  /** Points that are worth RM1.00; points are used in whole multiples of it. */
  points_per_ringgit: number;
  /** Minimum points that an order can use. */
  min_points: number;
  /** The largest share of the order's total that points, and coins, may pay. */
  max_points_percent: number;
  max_coins_percent: number;
};

/** Balances of a customer, in whole points and coins. */
export type Balances = { point: number; store_credit: number };

/** The points and coins that the shopper wants to use. */
export type RedeemRequest = { use_points: number; use_golds: number };

export type Redemption = {
  /** Applied points, their discount, and the maximum for this order. */
  points_used: number;
  points_value: Sen;
  points_max: number;
  /** The reason why points cannot be used; null if they can. */
  why_not: Refusal | null;
  /** Applied coins; a coin is worth one sen. */
  coins_used: number;
  coins_max: number;
};

const clampAmount = (amount: number, limit: number): number => Math.max(0, Math.min(amount, limit));
const computePercentage = (amount: Sen, percent: number): Sen => Math.floor((amount * percent) / 100);

/** Returns the fewest points that an order can use: the minimum, rounded up to a whole multiple. */
const computeMinPoints = ({ points_per_ringgit, min_points }: RedeemRules): number =>
  Math.max(1, Math.ceil(min_points / points_per_ringgit)) * points_per_ringgit;

function computeMaxPoints(due: Sen, balance: number, rules: RedeemRules): number {
  const { points_per_ringgit, max_points_percent } = rules;
  const ringgit = Math.min(
    Math.floor(computePercentage(due, max_points_percent) / 100),
    Math.floor(balance / points_per_ringgit),
  );
  const maxPoints = Math.max(0, ringgit) * points_per_ringgit;
  return maxPoints < computeMinPoints(rules) ? 0 : maxPoints;
}

function explainNoPoints(due: Sen, balances: Balances | null, rules: RedeemRules): Refusal | null {
  if (rules.max_points_percent === 0) return refusal('points.not_online');
  if (balances === null) return refusal('points.sign_in');
  const min = computeMinPoints(rules);
  if (balances.point < min) return refusal('points.min', { min });
  // The smallest total whose largest share is worth the fewest points.
  const neededTotal = Math.ceil(((min / rules.points_per_ringgit) * 100 * 100) / rules.max_points_percent);
  return due < neededTotal ? refusal('points.spend_more', { amount: formatMoney(neededTotal - due) }) : null;
}

/** Checks an amount of points that a till redeems: whole multiples, and at least the minimum, as in an order. */
export function checkPoints(points: number, rules: RedeemRules): Refusal | null {
  const { points_per_ringgit: multiple } = rules;
  const min = computeMinPoints(rules);
  if (points < min) return refusal('points.min', { min });
  return points % multiple === 0 ? null : refusal('points.multiple', { multiple });
}

/**
 * Returns what limits the points of an order below the balance: whole multiples, or the share of its total; else null.
 */
export function findPointsLimit(
  { points_balance, points_max }: { points_balance: number; points_max: number },
  { points_per_ringgit }: Pick<RedeemRules, 'points_per_ringgit'>,
): 'multiple' | 'share' | null {
  if (points_max >= points_balance) return null;
  return points_balance - points_max < points_per_ringgit ? 'multiple' : 'share';
}

/**
 * Limits points and coins to what balance and order allow. `due` is the order's total after vouchers, `balances` null
 * for a guest. Points are used first; coins pay at most the remainder.
 */
export function redeem(due: Sen, balances: Balances | null, request: RedeemRequest, rules: RedeemRules): Redemption {
  const { points_per_ringgit, max_coins_percent } = rules;
  const points_max = computeMaxPoints(due, balances?.point ?? 0, rules);
  const points = Math.floor(clampAmount(request.use_points, points_max) / points_per_ringgit) * points_per_ringgit;
  const points_used = points < computeMinPoints(rules) ? 0 : points;
  const points_value = (points_used / points_per_ringgit) * 100;
  const remainder = Math.min(computePercentage(due, max_coins_percent), due - points_value);
  const coins_max = clampAmount(balances?.store_credit ?? 0, remainder);
  const why_not = explainNoPoints(due, balances, rules);
  return {
    points_used,
    points_value,
    points_max,
    why_not,
    coins_used: clampAmount(request.use_golds, coins_max),
    coins_max,
  };
}
