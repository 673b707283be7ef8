/** Selects the shop's earn rules that apply to a customer (docs/own-shop.md#loyalty). */
import type { EarnAction, RewardPeriod, WalletKind } from './wallet.ts';

export type TierRule = {
  action: EarnAction;
  /** Null: every tier. */
  tier_id: string | null;
  kind: WalletKind;
  /** Whole points or coins; hundredths if `per` is `multiplier`. */
  amount: number;
  per: RewardPeriod;
  /** Day of a streak of check-ins, from 1; null for other actions. */
  day: number | null;
};

/**
 * Selects the rules for a member of a tier: for each action, period, day and kind, the rule with the highest amount.
 */
export function selectTierRules<Rule extends TierRule>(rules: readonly Rule[], tier_id: string | null): Rule[] {
  const best = new Map<string, Rule>();
  for (const rule of rules) {
    if (rule.tier_id !== null && rule.tier_id !== tier_id) continue;
    const key = `${rule.action} ${rule.per} ${rule.day} ${rule.kind}`;
    if (rule.amount > (best.get(key)?.amount ?? 0)) best.set(key, rule);
  }
  return [...best.values()];
}
