/**
 * Decides a customer's membership tier by the spend of twelve months. A higher tier is reached at once; a tier is lost
 * at the end of its period, or when the purchases that reached it are refunded.
 */
import type { Sen } from '../money.ts';

/** The months for which spend counts, and for which a tier lasts. */
export const TIER_MONTHS = 12;

/** A tier and the spend of twelve months that reaches it. Lists of tiers go from the lowest to the highest. */
export type TierStep = { id: string; qualifying_spend: Sen };

/** `until` is null for the lowest tier, which has no end. */
export type Membership = { tier_id: string; since: Date; until: Date | null };

function addMonths(date: Date, months: number): Date {
  const later = new Date(date);
  later.setUTCMonth(later.getUTCMonth() + months);
  return later;
}

/** Returns the start of the twelve months before `date`. */
export const computeSpendStart = (date: Date): Date => addMonths(date, -TIER_MONTHS);

/** Finds the highest tier that a spend reaches; null without tiers. */
export function findTierForSpend<Tier extends TierStep>(tiers: readonly Tier[], spent: Sen): Tier | null {
  return tiers.findLast(({ qualifying_spend }) => qualifying_spend <= spent) ?? tiers[0] ?? null;
}

/**
 * Reviews a membership at `now`. `spent` is the spend of the last twelve months; `spentForTier` is the spend since
 * twelve months before the tier was reached. Returns the same membership if nothing changes.
 */
export function reviewTier(
  tiers: readonly TierStep[],
  membership: Membership,
  { spent, spentForTier, now }: { spent: Sen; spentForTier: Sen; now: Date },
): Membership {
  const rankOf = (id: string) => tiers.findIndex((tier) => tier.id === id);
  const current = tiers[rankOf(membership.tier_id)];
  const reachedTier = findTierForSpend(tiers, spent);
  if (current === undefined || reachedTier === null) return membership;
  const isHigher = rankOf(reachedTier.id) > rankOf(current.id);
  const isOver = membership.until !== null && membership.until <= now;
  const isRefunded = spentForTier < current.qualifying_spend;
  if (!isHigher && !isOver && !isRefunded) return membership;
  const isLowest = reachedTier.id === tiers[0]?.id;
  const since = reachedTier.id === current.id ? membership.since : now;
  return { tier_id: reachedTier.id, since, until: isLowest ? null : addMonths(now, TIER_MONTHS) };
}
