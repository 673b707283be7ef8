/** Selects and formats the earn rules that pages list (docs/spec.md §7 "/membership-tiers/wallet-rule-action"). */
import type { ResponseOf } from '@shop/contract/api/client';
import type { CurrentTier, EarnRule, RewardVoucher } from '@shop/contract/loyalty';
import type { Me } from '../../account/me.ts';
import { listMissingFields, type ProfileField } from '../../account/missing-fields.ts';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { formatCount } from '../amount-text.ts';

/** Actions in the order in which they are listed. Reviews are left out, because they earn nothing yet. */
const LISTED_ACTIONS = [
  'order',
  'first_order',
  'checkin',
  'referral',
  'profile',
  'account',
  'register',
  'birthday',
] as const satisfies readonly EarnRule['action'][];

export type ListedAction = (typeof LISTED_ACTIONS)[number];

/** The reward of an action: points, coins, and vouchers. */
export type ListedReward = { action: ListedAction; rules: EarnRule[]; vouchers: RewardVoucher[] };

type Tiers = ResponseOf<'loyalty.tiers'>;

/** Returns the rules of the customer's tier, else of the first tier. */
export const listCurrentRules = ({ data, current }: Tiers): EarnRule[] =>
  (data.find(({ tier }) => tier.id === current?.tier.id) ?? data[0])?.rules ?? [];

/**
 * Returns the actions whose reward a customer has and cannot earn again. With `me` null, includes only actions that are
 * known without it. Each verified contact is rewarded, so `account` remains to be earned until both are verified.
 */
export function listEarnedActions(
  me: Pick<Me, 'name' | 'email_verified' | 'phone_verified' | ProfileField> | null,
  current: Pick<CurrentTier, 'has_complete_order'> | null,
): ListedAction[] {
  const earnedActions: ListedAction[] = ['register'];
  if (current?.has_complete_order === true) earnedActions.push('first_order');
  if (me === null) return earnedActions;
  if (me.email_verified && me.phone_verified) earnedActions.push('account');
  if (me.name !== '' && listMissingFields(me).length === 0) earnedActions.push('profile');
  return earnedActions;
}

/** Returns the actions that still earn something; of the check-ins, only the day that earns the most. */
export function listRewards(
  rules: readonly EarnRule[],
  vouchers: readonly RewardVoucher[],
  earnedActions: readonly ListedAction[],
): ListedReward[] {
  const highestAmount = Math.max(...rules.filter(({ day }) => day !== null).map(({ amount }) => amount));
  const lastBestRule = rules.findLast(({ day, amount }) => day !== null && amount === highestAmount);
  return LISTED_ACTIONS.map((action) => ({
    action,
    rules: rules.filter(
      (rule) => rule.action === action && rule.amount > 0 && (rule.day === null || rule === lastBestRule),
    ),
    vouchers: vouchers.filter((voucher) => voucher.action === action),
  })).filter((reward) => reward.rules.length + reward.vouchers.length > 0 && !earnedActions.includes(reward.action));
}

/** Returns the points per ringgit spent in a tier; null without such a rule. */
export const findOrderRate = (rules: readonly EarnRule[]): number | null =>
  rules.find(({ action, kind, per }) => action === 'order' && kind === 'point' && per === 'ringgit')?.amount ?? null;

/** Returns a function that formats what a rule earns: `+500 coins`, `1.25 points per RM1`. */
export function useEarnText(): (rule: Pick<EarnRule, 'kind' | 'amount' | 'per'>) => string {
  const t = useT();
  return ({ kind, amount, per }) => {
    const count = formatCount(amount);
    if (per === 'ringgit') return t('loyalty.per_ringgit', { count });
    if (per === 'multiplier') return t('loyalty.times_points', { times: count });
    return kind === 'point' ? t('loyalty.plus_points', { count }) : t('loyalty.plus_coins', { count });
  };
}
