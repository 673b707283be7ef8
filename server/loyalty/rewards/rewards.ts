/** Rewards actions by the shop's earn rules, each reward once for its source (docs/api.md#loyalty). */
import { selectTierRules } from '@shop/core/loyalty/earn-rules';
import { computePointExpiry } from '@shop/core/loyalty/point-expiry';
import {
  EARN_ACTIONS,
  REWARD_PERIODS,
  type RewardAction,
  WALLET_KINDS,
  type WalletKind,
} from '@shop/core/loyalty/wallet';
import type { Sen } from '@shop/core/money';
import { DAY_MS, dayOf, listBirthdays, midnightOf } from '@shop/core/time';
import * as v from 'valibot';
import type { LoyaltySettings } from '../../content/settings.ts';
import { type Ctx, publish } from '../../context.ts';
import { customerTierIdSql } from '../../customer-tier.sql.ts';
import { lockRows, statement } from '../../db/database.ts';
import type { EventOf } from '../../events.ts';
import { lockCustomer } from '../../identity/identity.sql.ts';
import { inTransaction } from '../../transaction.ts';
import { isOpenAtSql } from '../is-open-at.sql.ts';
import { readLoyaltySettings } from '../loyalty-settings.ts';
import { sumOverCustomers } from '../sum-over-customers.ts';
import { issueRewardVouchers } from '../vouchers/vouchers.sql.ts';
import { type EntryDetails, entriesOfSource, withJoinedSql } from '../wallets/wallets.sql.ts';
import { changeWallets, lockWallets, type WrittenEntry } from '../wallets/wallets.ts';

const earnRuleRow = v.object({
  action: v.picklist(EARN_ACTIONS),
  tier_id: v.nullable(v.string()),
  kind: v.picklist(WALLET_KINDS),
  amount: v.number(),
  per: v.picklist(REWARD_PERIODS),
  day: v.nullable(v.number()),
  /** Minimum of the order's goods, in sen. */
  min_spend: v.number(),
});

type EarnRuleRow = v.InferOutput<typeof earnRuleRow>;

/** Lists the rules that apply at $1. */
export const runningRules = statement(
  'loyalty.runningRules',
  earnRuleRow,
  `select action, tier_id::text as tier_id, kind, amount, per, day, min_spend from earn_rules
   where ${isOpenAtSql('$1::timestamptz')} order by id`,
);

/** Reads the tier of customer $1. */
const customerTier = statement(
  'loyalty.customerTier',
  v.object({ tier_id: v.nullable(v.string()) }),
  `select ${customerTierIdSql('$1')}::text as tier_id`,
);

/** Reads the rules that apply now to a customer. */
export async function readRules(ctx: Ctx, customer_id: string): Promise<EarnRuleRow[]> {
  const [rules, tier] = await Promise.all([
    ctx.db.rows(runningRules, [ctx.now]),
    ctx.db.row(customerTier, [customer_id]),
  ]);
  return selectTierRules(rules, tier?.tier_id ?? null);
}

/** Returns the time at which an amount earned now expires; null for coins, which never do. */
export const computeExpiry = (kind: WalletKind, now: Date, { point_months }: LoyaltySettings): Date | null =>
  kind === 'point' ? computePointExpiry(now, point_months) : null;

/** A reward to give: its action, the source for which it is given once, and the value of the order's goods in sen. */
export type Reward = {
  action: RewardAction;
  source: string;
  day?: number;
  order_id?: string;
  details?: EntryDetails;
  goods?: Sen;
};

const filterRules = (rules: readonly EarnRuleRow[], { action, day }: Reward): EarnRuleRow[] =>
  rules.filter(
    (rule) => rule.action === action && rule.per !== 'multiplier' && (day === undefined || rule.day === day),
  );

const reachesMinimum = ({ min_spend }: EarnRuleRow, { goods = 0 }: Reward): boolean => min_spend <= goods;

/**
 * Returns whether a reward is due: it reaches the minimum of a rule, or its action has no rule (it may still have
 * vouchers).
 */
function isDue(rules: readonly EarnRuleRow[], reward: Reward): boolean {
  const all = filterRules(rules, reward);
  return all.length === 0 || all.some((rule) => reachesMinimum(rule, reward));
}

/** Returns whether a reward for an order reaches the minimum of a rule. */
export const isRewarded = async (ctx: Ctx, customer_id: string, reward: Reward): Promise<boolean> =>
  isDue(await readRules(ctx, customer_id), reward);

/**
 * Rewards a customer by the rules that apply now and the customer's tier, and issues the vouchers of these actions.
 * Runs last in a transaction, because it locks the wallets. Returns the entries.
 */
export async function giveRewards(ctx: Ctx, customer_id: string, rewards: readonly Reward[]): Promise<WrittenEntry[]> {
  const [rules, settings] = await Promise.all([readRules(ctx, customer_id), readLoyaltySettings(ctx.db)]);
  if (!settings.enabled) return [];
  const due = rewards.filter((reward) => isDue(rules, reward));
  const changes = due.flatMap((reward) => {
    const { action, source, order_id = null, details } = reward;
    return filterRules(rules, reward)
      .filter((rule) => reachesMinimum(rule, reward))
      .map(({ kind, amount, min_spend }) => ({
        do: 'earn' as const,
        kind,
        amount,
        action,
        source,
        order_id,
        expires_at: computeExpiry(kind, ctx.now, settings),
        details: { ...details, ...(min_spend > 0 && { min_spend }) },
      }));
  });
  const [actions, sources] = [due.map(({ action }) => action), due.map(({ source }) => source)];
  const vouchers = await ctx.db.rows(issueRewardVouchers, [actions, sources, customer_id, ctx.now]);
  const [first] = vouchers;
  if (first !== undefined) {
    const { name_en, name_zh } = first;
    const own_voucher_ids = vouchers.map(({ id }) => id);
    await publish(ctx, { type: 'vouchers.given', customer_id, own_voucher_ids, name_en, name_zh });
  }
  return changeWallets(ctx, customer_id, changes);
}

/** Reads the value of goods, in sen, that an order must keep for the reward with this source. */
export async function readMinSpend(ctx: Ctx, customer_id: string, source: string): Promise<Sen> {
  const entries = await ctx.db.rows(entriesOfSource, [customer_id, source, null]);
  return Math.max(0, ...entries.map(({ details }) => details.min_spend ?? 0));
}

/** Reads the facts on which an account's rewards depend, and the sources of the rewards that it has. */
const accountFacts = statement(
  'loyalty.accountState',
  v.object({
    has_email: v.boolean(),
    has_phone: v.boolean(),
    has_profile: v.boolean(),
    is_member: v.boolean(),
    /** The outlet whose link brought the customer. */
    outlet: v.nullable(v.string()),
    rewarded: v.array(v.string()),
  }),
  `${withJoinedSql('$1')}
   select c.email_verified_at is not null as has_email, c.phone_verified_at is not null as has_phone,
     c.name <> '' and c.date_of_birth is not null and c.gender is not null and c.email is not null and c.phone is not null
       as has_profile,
     c.password_hash is not null or exists (select from customer_logins l where l.customer_id = c.id) as is_member,
     (select coalesce(o.name_en, r.outlet_code) from store_referrals r left join outlets o on o.code = r.outlet_code
       where r.customer_id = c.id) as outlet,
     array(select source from wallet_entries e where e.customer_id in (table joined)
       and e.action in ('register', 'welcome', 'account', 'profile')) as rewarded
   from customers c where c.id = $1 and c.status = 'active'`,
);

/**
 * Rewards a customer for each of these once: signing up, coming by an outlet's link, proving email and phone,
 * completing the profile. Runs last in a transaction, because it locks the wallets.
 */
export async function rewardAccount(ctx: Ctx, { customer_id }: EventOf<'customer.updated'>): Promise<void> {
  await lockWallets(ctx, [customer_id]);
  const facts = await ctx.db.row(accountFacts, [customer_id]);
  if (facts === null) return;
  const due: Reward[] = [];
  if (facts.is_member) due.push({ action: 'register', source: 'register' });
  if (facts.outlet !== null) due.push({ action: 'welcome', source: 'welcome', details: { outlet: facts.outlet } });
  if (facts.has_email) due.push({ action: 'account', source: 'account:email' });
  if (facts.has_phone) due.push({ action: 'account', source: 'account:phone' });
  if (facts.has_profile) due.push({ action: 'profile', source: 'profile' });
  const missing = due.filter(({ source }) => !facts.rewarded.includes(source));
  if (missing.length > 0) await giveRewards(ctx, customer_id, missing);
}

/**
 * Lists customers after id $3 with a birthday on one of the days $1 (`MM-DD` as the number MMDD), set before $5, who
 * have no reward for year $2, neither themselves nor by an account that joined theirs; at most $4.
 */
const customersWithBirthday = statement(
  'loyalty.birthdays',
  v.object({ id: v.string() }),
  `select c.id from unnest($1::numeric[]) day cross join lateral (
     select id from customers
     where status = 'active' and date_of_birth is not null
       and extract(month from date_of_birth) * 100 + extract(day from date_of_birth) = day
       and coalesce(birthday_set_at, created_at) < $5::timestamptz
     offset 0
   ) c
   where c.id > $3::uuid and not exists (${withJoinedSql('c.id')}
       select from wallet_entries e
       where e.customer_id in (table joined) and e.action = 'birthday' and e.source = 'birthday:' || $2::text)
   order by c.id limit $4`,
);

const CUSTOMERS_PER_PAGE = 200;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Days before today whose birthdays are rewarded if no job did it. */
const MISSED_DAYS = 7;

/**
 * Rewards today's birthdays in Malaysia and missed ones of the last days, once a year; then throws the first failure.
 */
export async function rewardBirthdays(ctx: Ctx): Promise<void> {
  const failures: unknown[] = [];
  for (let age = MISSED_DAYS; age >= 0; age--) {
    const day = dayOf(ctx.now.getTime() - age * DAY_MS);
    await rewardDay(ctx, day).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Rewards the birthdays of a day, `YYYY-MM-DD`, except those that customers entered after it. */
async function rewardDay(ctx: Ctx, day: string): Promise<void> {
  const year = day.slice(0, 4);
  const end = new Date(midnightOf(day).getTime() + DAY_MS);
  const birthdays = listBirthdays(day).map((birthday) => Number(birthday.replace('-', '')));
  const reward = (id: string) =>
    inTransaction(ctx, async (ctx) => {
      // The account may have been removed since the list was read.
      if ((await lockRows(ctx.db, lockCustomer, [id])).length === 0) return 0;
      return (await giveRewards(ctx, id, [{ action: 'birthday', source: `birthday:${year}` }])).length;
    });
  const failures: unknown[] = [];
  for (let after = LOWEST_ID; ; ) {
    const customers = await ctx.db.rows(customersWithBirthday, [birthdays, year, after, CUSTOMERS_PER_PAGE, end]);
    const last = customers.at(-1);
    if (last === undefined) break;
    const ids = customers.map(({ id }) => id);
    await sumOverCustomers(ids, reward).catch((error: unknown) => failures.push(error));
    after = last.id;
  }
  if (failures.length > 0) throw failures[0];
}
