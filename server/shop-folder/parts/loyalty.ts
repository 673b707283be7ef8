/** loyalty.yaml: points, coins, membership tiers and what actions earn (docs/api.md#loyalty). */
import { STREAK_DAYS } from '@shop/core/loyalty/check-in';
import {
  isRewardAction,
  REWARD_ACTIONS,
  type RewardAction,
  type RewardPeriod,
  type WalletKind,
} from '@shop/core/loyalty/wallet';
import * as v from 'valibot';
import { lockingStatement, lockRows } from '../../db/database.ts';
import {
  atLeastOne,
  categories,
  code,
  codec,
  count,
  entriesByName,
  type FilePlace,
  flag,
  moment,
  money,
  percent,
  text,
} from '../../field-tables/codecs.ts';
import * as columns from '../../field-tables/columns.ts';
import { type Document, toRinggit, type YamlValue } from '../../field-tables/documents.ts';
import { entryName, type Field, type ItemOf, optional, required, withDefault } from '../../field-tables/fields.ts';
import { type ListChange, listPart, sendKeys, writeStatement } from '../../field-tables/list-part.ts';
import { setting } from '../settings.ts';
import { action } from './reward-action.ts';
import type { VoucherSetup } from './vouchers.ts';

/** A number with two decimals at most, as hundredths. */
const hundredths = v.pipe(
  v.number('must be a number such as 1.25'),
  v.minValue(0, 'is below zero'),
  v.maxValue(100, 'must be 100 or less'),
  v.check((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'must have two decimals at most'),
  v.transform((value) => Math.round(value * 100)),
);

export const loyaltyRates = [
  setting('enabled', 'loyalty.enabled', flag),
  setting('points_per_ringgit', 'loyalty.points_per_ringgit', atLeastOne),
  setting('min_points', 'loyalty.min_points', count),
  setting('max_points_percent', 'loyalty.max_points_percent', percent),
  setting('max_coins_percent', 'loyalty.max_coins_percent', percent),
  setting('pending_days', 'loyalty.pending_days', count),
  setting('point_months', 'loyalty.point_months', atLeastOne),
  setting('grace_days', 'loyalty.grace_days', count),
  setting('referrals_per_month', 'loyalty.referrals_per_month', count),
  setting('max_till_amount', 'loyalty.max_till_amount', money, {
    doc: 'max_till_amount: 5000.00 is the largest bill that a till may award points for.',
  }),
  setting('excluded_categories', 'loyalty.excluded_categories', categories),
];

const TIER_FIELDS = {
  code: entryName(),
  name: required('name', text),
  /** Sen within twelve months; the lowest tier has none. */
  qualifying_spend: withDefault('spend', money, 0, { isAlwaysWritten: true }),
  /** Hundredths of a point per ringgit. */
  earn_rate: required(
    'rate',
    codec(hundredths, (rate) => rate / 100),
  ),
  /** The code of the price group whose prices members get. */
  price_group: optional('price_group', code, { column: columns.idColumn('customer_groups', 'group_id') }),
};
export type TierSetup = ItemOf<typeof TIER_FIELDS>;

const writePriceGroups = writeStatement(
  'priceGroups',
  'insert into customer_groups (code) select unnest($1::text[]) on conflict (code) do nothing',
);

/** Frees the positions of all tiers, which are unique. */
const clearTierPositions = writeStatement('clearTierPositions', 'update membership_tiers set position = -1 - position');

/**
 * Moves the members of tiers that were not written to the highest tier that needs no more spend, and gives members the
 * price group of their tier in place of the tier's earlier one, which $1 has (columns: code, price_group). Keeps a
 * group that staff gave by hand.
 */
const moveMembers = lockingStatement(
  'membership',
  'shopFolder.moveMembers',
  v.strictObject({}),
  `with changes as (
     select t.id as tier_id, own.id as new_tier_id, g.id as group_id, own.group_id as new_group_id
     from membership_tiers t join jsonb_to_recordset($1::jsonb) as r (code text, price_group text) on r.code = t.code
       left join customer_groups g on g.code = r.price_group
       cross join lateral (select o.id, o.group_id from membership_tiers o where o.position >= 0 and case
         when t.position >= 0 then o.id = t.id else o.qualifying_spend <= t.qualifying_spend end
         order by o.position desc limit 1) own
     where own.id <> t.id or own.group_id is distinct from g.id
   ), members as (
     select m.customer_id, c.* from memberships m join changes c on c.tier_id = m.tier_id
     order by m.customer_id for update of m
   ), moved as (
     update memberships m set tier_id = members.new_tier_id from members where members.customer_id = m.customer_id
   )
   update customers c set group_id = members.new_group_id from members
   where c.id = members.customer_id and c.group_id is not distinct from members.group_id`,
);

const removeTiers = writeStatement('removeTiers', 'delete from membership_tiers where position < 0');

/** The tiers, from the lowest. */
export const tiers = listPart({
  name: 'tiers',
  table: 'membership_tiers',
  key: 'code',
  position: 0,
  order: 't.position',
  whole: 'updated',
  fields: TIER_FIELDS,
  sort: (a, b) => a.qualifying_spend - b.qualifying_spend,
  check(items, { report }) {
    if (items[0]?.qualifying_spend !== 0) report('needs a tier without spend, in which every member begins');
    for (const [index, { code: name, qualifying_spend }] of items.entries()) {
      const before = items[index - 1];
      if (before?.qualifying_spend === qualifying_spend)
        report(`${name}: needs another spend than ${before.code}`, [name]);
    }
  },
  async before(tx, { wanted }: ListChange<TierSetup>) {
    await sendKeys(
      tx,
      writePriceGroups,
      wanted.flatMap(({ price_group }) => price_group ?? []),
    );
    await tx.rows(clearTierPositions);
  },
  async after(tx, { current }) {
    await lockRows(tx, moveMembers, [JSON.stringify(current)]);
    await tx.rows(removeTiers);
  },
});

/** Whole points or coins, or those of each day of check-ins in a row. */
const amounts = v.union(
  [
    v.pipe(
      atLeastOne.schema,
      v.transform((amount) => [amount]),
    ),
    v.pipe(v.array(count.schema), v.minLength(1), v.maxLength(STREAK_DAYS)),
  ],
  `must be a number of 1 or more, or for checkin a list of up to ${STREAK_DAYS}`,
);

/** A factor above 1 on points, as hundredths. */
const times = v.pipe(hundredths, v.minValue(101, 'must be above 1'), v.maxValue(1_000, 'must be 10 or less'));

const reward = v.strictObject({
  for: v.optional(action.schema),
  points: v.optional(amounts),
  coins: v.optional(amounts),
  times: v.optional(times),
  min_spend: v.optional(money.schema),
  tier: v.optional(code.schema),
  from: v.optional(moment.schema),
  to: v.optional(moment.schema),
});
type RewardDocument = v.InferOutput<typeof reward>;

const storedField = <Value>(column: columns.StoredColumn = columns.plain): Field<Value> =>
  ({ ...entryName(), column }) as never;

const REWARD_FIELDS = {
  key: storedField<string>(),
  action: storedField<RewardAction>(),
  /** Code of the only tier that earns it; null: all tiers. */
  tier: storedField<string | null>(columns.idColumn('membership_tiers', 'tier_id')),
  kind: storedField<WalletKind>(),
  /** Whole points or coins; of a `multiplier` hundredths. */
  amount: storedField<number>(),
  per: storedField<RewardPeriod>(),
  day: storedField<number | null>(),
  /** Minimum value of the order's goods, in sen. */
  min_spend: storedField<number>(),
  starts_at: storedField<string | null>(columns.moment),
  ends_at: storedField<string | null>(columns.moment),
};
/**
 * The reward of an action; a key has one rule for points, one for coins, one that multiplies points, or one for each
 * day of check-ins.
 */
export type RewardSetup = ItemOf<typeof REWARD_FIELDS>;

const WALLET_KINDS_IN_ORDER: readonly WalletKind[] = ['point', 'store_credit'];

/** Parses the rewards by key and reports invalid ones. */
function parseRewards(documents: Readonly<Record<string, RewardDocument>>, place: FilePlace): RewardSetup[] {
  return Object.entries(documents)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, { for: named, points, coins, times, tier = null, min_spend = 0, from = null, to = null }]) => {
      const problem = (reason: string, ...path: string[]) => {
        place.report(`${key}: ${reason}`, [key, ...path]);
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
      const rewards = WALLET_KINDS_IN_ORDER.flatMap((kind) => {
        const amounts = (kind === 'point' ? points : coins) ?? [];
        const isDaily = action === 'checkin';
        if (!isDaily && amounts.length > 1) problem('only checkin has a list, with an amount for each day');
        return amounts.flatMap((amount, index): RewardSetup[] => {
          const day = isDaily ? index + 1 : null;
          return amount === 0 ? [] : [{ ...others, kind, amount, per: REWARD_ACTIONS[action], day }];
        });
      });
      const isPoint = ({ kind }: RewardSetup) => kind === 'point';
      return [...rewards.filter(isPoint), ...multiplier, ...rewards.filter((rule) => !isPoint(rule))];
    });
}

/** Writes the rewards of a key: an amount, or one for each day of check-ins. */
function writeReward(rules: readonly RewardSetup[]): Document {
  const [first] = rules;
  const amounts = (kind: WalletKind): YamlValue => {
    const own = rules.filter((rule) => rule.kind === kind && rule.per !== 'multiplier');
    const last = own.at(-1);
    if (last === undefined || last.day === null) return last?.amount;
    return Array.from({ length: last.day }, (_, index) => own.find(({ day }) => day === index + 1)?.amount ?? 0);
  };
  const multiplier = rules.find(({ per }) => per === 'multiplier');
  return {
    for: first?.action === first?.key ? null : first?.action,
    points: amounts('point'),
    coins: amounts('store_credit'),
    times: multiplier && multiplier.amount / 100,
    tier: first?.tier,
    min_spend: first?.min_spend ? toRinggit(first.min_spend) : null,
    from: first?.starts_at,
    to: first?.ends_at,
  };
}

/** The rewards are a whole list: an action that is left out earns nothing. */
export const rewards = listPart({
  name: 'rewards',
  table: 'earn_rules',
  key: 'key',
  order: `t.key collate "C", t.kind, t.day, t.per = 'multiplier'`,
  whole: 'replaced',
  fields: REWARD_FIELDS,
  codec: {
    schema: entriesByName(reward),
    read: parseRewards,
    write: (rules) =>
      Object.fromEntries([...Map.groupBy(rules, ({ key }) => key)].map(([key, own]) => [key, writeReward(own)])),
  },
});

/** Reports rewards and vouchers that name a tier which the shop lacks. */
export function checkTiers(
  setup: { tiers: readonly TierSetup[]; rewards: readonly RewardSetup[]; vouchers: readonly VoucherSetup[] },
  { inLoyalty, inVouchers }: { inLoyalty: FilePlace; inVouchers: FilePlace | null },
): void {
  const codes = setup.tiers.map((tier) => tier.code);
  const problem = (tier: string, who: string, place: FilePlace) => {
    if (!codes.includes(tier)) place.report(`${who}: there is no tier ${tier}; the tiers are ${codes.join(', ')}`);
  };
  for (const { key, tier } of setup.rewards) {
    if (tier !== null) problem(tier, key, inLoyalty.at('rewards', key, 'tier'));
  }
  for (const { code: stored, tiers: named } of setup.vouchers) {
    const name = stored.toLowerCase();
    for (const [index, tier] of named.entries()) {
      problem(tier, `voucher ${name}`, inVouchers?.at(name, 'tiers', index) ?? inLoyalty.at('tiers'));
    }
  }
}
