/** Turns `loyalty.yaml` into tiers and rewards, and reports contradictions between them. */
import { isRewardAction, REWARD_ACTIONS, type WalletKind } from '@shop/core/loyalty/wallet';
import type { ReadFolder } from '../read-folder.ts';
import type { RewardSetup, TierSetup } from '../shop-setup.ts';
import type { ReadDocuments } from './document-schemas.ts';

type LoyaltyDocument = NonNullable<ReadDocuments['loyalty']>;

/** The tiers, from the lowest. */
export function tiersOf(folder: ReadFolder, documents: NonNullable<LoyaltyDocument['tiers']>): TierSetup[] {
  const tiers = Object.entries(documents)
    .map(([code, { name, spend = 0, rate, price_group = null }]) => {
      return { code, name, qualifying_spend: spend, earn_rate: rate, price_group };
    })
    .sort((a, b) => a.qualifying_spend - b.qualifying_spend);
  const problem = (reason: string, ...path: string[]) => {
    folder.problems.push({ ...folder.lineOf('loyalty', ['tiers', ...path]), reason });
  };
  if (tiers[0]?.qualifying_spend !== 0) problem('needs a tier without spend, in which every member begins');
  for (const [index, { code, qualifying_spend }] of tiers.entries()) {
    if (tiers[index - 1]?.qualifying_spend === qualifying_spend) {
      problem(`${code}: needs another spend than ${tiers[index - 1]?.code}`, code);
    }
  }
  return tiers;
}

const KINDS: readonly WalletKind[] = ['point', 'store_credit'];

/** The rewards by key. */
export function parseRewards(folder: ReadFolder, documents: NonNullable<LoyaltyDocument['rewards']>): RewardSetup[] {
  return Object.entries(documents)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, { for: named, points, coins, times, tier = null, min_spend = 0, from = null, to = null }]) => {
      const problem = (reason: string, ...path: string[]) => {
        folder.problems.push({ ...folder.lineOf('loyalty', ['rewards', key, ...path]), reason: `${key}: ${reason}` });
      };
      const action = named ?? (isRewardAction(key) ? key : null);
      const isNothing = points === undefined && coins === undefined && times === undefined;
      if (isNothing) problem('says nothing that it gives: points or coins');
      if (from !== null && to !== null && from >= to) problem('ends before it begins', 'to');
      if (action === null) {
        problem('says nothing that it is for, such as for: referral');
        return [];
      }
      if (min_spend > 0 && action !== 'first_order' && action !== 'referral') {
        problem('only first_order and referral have min_spend', 'min_spend');
      }
      if (times !== undefined && action !== 'birthday') problem('only birthday has times', 'times');
      const others = { key, action, tier, min_spend, starts_at: from, ends_at: to };
      const multiplier: RewardSetup[] =
        times === undefined ? [] : [{ ...others, kind: 'point', amount: times, per: 'multiplier', day: null }];
      const given = KINDS.flatMap((kind) => {
        const amounts = (kind === 'point' ? points : coins) ?? [];
        const isDaily = action === 'checkin';
        if (!isDaily && amounts.length > 1) problem('only checkin has a list, with an amount for each day');
        return amounts.flatMap((amount, index): RewardSetup[] => {
          const day = isDaily ? index + 1 : null;
          return amount === 0 ? [] : [{ ...others, kind, amount, per: REWARD_ACTIONS[action], day }];
        });
      });
      const isPoint = ({ kind }: RewardSetup) => kind === 'point';
      return [...given.filter(isPoint), ...multiplier, ...given.filter((rule) => !isPoint(rule))];
    });
}

/** Reports rewards and vouchers that name a tier which the shop lacks. */
export function checkTiers(
  folder: ReadFolder,
  tiers: readonly TierSetup[],
  { rewards, vouchers }: { rewards: readonly RewardSetup[]; vouchers: readonly { code: string; tiers: string[] }[] },
): void {
  const codes = tiers.map(({ code }) => code);
  const problem = (place: { file: string; line: number }, who: string, tier: string) =>
    folder.problems.push({ ...place, reason: `${who}: there is no tier ${tier}; the tiers are ${codes.join(', ')}` });
  for (const { key, tier } of rewards) {
    if (tier !== null && !codes.includes(tier)) problem(folder.lineOf('loyalty', ['rewards', key, 'tier']), key, tier);
  }
  for (const { code, tiers: named } of vouchers) {
    const key = code.toLowerCase();
    for (const [index, tier] of named.entries()) {
      const place = folder.documents.vouchers
        ? folder.lineOf('vouchers', [key, 'tiers', index])
        : folder.lineOf('loyalty', ['tiers']);
      if (!codes.includes(tier)) problem(place, `voucher ${key}`, tier);
    }
  }
}
