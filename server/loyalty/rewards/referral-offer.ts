/** Reads the benefits of a referral for friend and referrer, for the pages that announce them (docs/api.md#loyalty). */
import type { ReferralOffer } from '@shop/contract/settings';
import { textIn } from '@shop/core/lang';
import * as v from 'valibot';
import { type Ctx, limitCacheUntil } from '../../context.ts';
import { lowestTierSql } from '../../customer-tier.sql.ts';
import { statement } from '../../db/database.ts';
import { storedPromotion } from '../../promotions/promotions.sql.ts';
import { isOpenAtSql } from '../is-open-at.sql.ts';
import { formatBenefit } from '../vouchers/vouchers.view.ts';

const benefitRow = { name_en: v.string(), name_zh: v.nullable(v.string()), benefit: storedPromotion.entries.benefit };

const IS_RUNNING = isOpenAtSql('$1::timestamptz');

/** SQL expression: the names and benefits of a table's running rows. */
const benefitsSql = (table: string): string => `(
     select coalesce(json_agg(json_build_object('name_en', name_en, 'name_zh', name_zh, 'benefit', benefit) order by id), '[]')
     from ${table} where ${IS_RUNNING})`;

/**
 * Reads the benefits at $1: coins and points for a referrer in the lowest tier, the vouchers for a referral, and the
 * promotions for referred friends. `changes_at`: the next time at which one of them begins or ends.
 */
const referralOffer = statement(
  'loyalty.referralOffer',
  v.object({
    coins: v.number(),
    points: v.number(),
    vouchers: v.array(v.object(benefitRow)),
    promotions: v.array(v.object(benefitRow)),
    changes_at: v.nullable(v.date()),
  }),
  `with rules as (
     select kind, amount, starts_at, ends_at from earn_rules where action = 'referral' and (tier_id is null
       or tier_id = ${lowestTierSql('id')})
   ), issued as (
     select id, name_en, name_zh, benefit, starts_at, ends_at from vouchers where issued_for = 'referral' and is_active
   ), offers as (
     select id, name_en, name_zh, benefit, starts_at, ends_at from promotions where referred_only and is_active
   ), times as (
     select starts_at, ends_at from rules union all select starts_at, ends_at from issued
     union all select starts_at, ends_at from offers
   )
   select coalesce((select max(amount) from rules where kind = 'store_credit' and ${IS_RUNNING}), 0) as coins,
     coalesce((select max(amount) from rules where kind = 'point' and ${IS_RUNNING}), 0) as points,
     ${benefitsSql('issued')} as vouchers,
     ${benefitsSql('offers')} as promotions,
     (select min(at) from (select starts_at as at from times union all select ends_at from times) t where at > $1)
       as changes_at`,
);

/** Reads the current benefits of a referral; the response expires when they change. */
export async function readReferralOffer(ctx: Pick<Ctx, 'db' | 'now' | 'lang' | 'cacheTags'>): Promise<ReferralOffer> {
  const row = await ctx.db.row(referralOffer, [ctx.now]);
  const { coins = 0, points = 0, vouchers = [], promotions = [], changes_at = null } = row ?? {};
  limitCacheUntil(ctx.cacheTags, changes_at);
  const percentage = promotions.find(({ benefit }) => benefit.kind === 'percentage');
  const benefit = percentage?.benefit.kind === 'percentage' ? percentage.benefit : null;
  const nameInLang = (row: { name_en: string; name_zh: string | null }) => textIn(ctx.lang, row.name_en, row.name_zh);
  return {
    referral_coins: coins,
    referral_points: points,
    referral_vouchers: vouchers.map((voucher) => ({
      name: nameInLang(voucher),
      value: formatBenefit(voucher.benefit, ctx.lang),
    })),
    referral_percent: benefit?.percent ?? 0,
    referral_cap: benefit?.max_amount ?? null,
    referral_promotions: promotions.filter((promotion) => promotion !== percentage).map(nameInLang),
  };
}
