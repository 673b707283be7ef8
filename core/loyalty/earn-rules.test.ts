/** docs/own-shop.md#loyalty: of several rules for an action, the one that gives most counts. */
import { expect, test } from 'vitest';
import { selectTierRules, type TierRule } from './earn-rules.ts';

const rule = (fields: Partial<TierRule>): TierRule => ({
  action: 'referral',
  tier_id: null,
  kind: 'point',
  amount: 100,
  per: 'friend',
  day: null,
  ...fields,
});

test.each<[string, TierRule[], string | null, number[]]>([
  ['a campaign beside the usual reward', [rule({}), rule({ amount: 300 }), rule({ amount: 200 })], null, [300]],
  ['points and coins', [rule({}), rule({ kind: 'store_credit', amount: 500 })], null, [100, 500]],
  ['a rule for the member’s tier', [rule({}), rule({ tier_id: '4', amount: 400 })], '4', [400]],
  ['a rule for another tier', [rule({}), rule({ tier_id: '4', amount: 400 })], '1', [100]],
  ['a member without a tier', [rule({ tier_id: '4' })], null, []],
  ['points on the birthday and a multiplier', [rule({}), rule({ per: 'multiplier', amount: 200 })], null, [100, 200]],
  ['days', [1, 2].map((day) => rule({ action: 'checkin', day, amount: day })), null, [1, 2]],
])('%s', (_, rules, tier_id, amounts) => {
  expect(selectTierRules(rules, tier_id).map(({ amount }) => amount)).toEqual(amounts);
});
