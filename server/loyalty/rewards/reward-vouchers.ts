/** Lists the vouchers of actions and of tiers, for the pages that announce them (docs/api.md#loyalty). */
import type { RewardVoucher, TierVoucher } from '@shop/contract/loyalty';
import { textIn } from '@shop/core/lang';
import { EARN_ACTIONS } from '@shop/core/loyalty/wallet';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/database.ts';
import { isOpenAtSql } from '../is-open-at.sql.ts';
import { readLoyaltySettings } from '../loyalty-settings.ts';
import { isOfferedSql, storedVoucher } from '../vouchers/vouchers.sql.ts';
import { formatBenefit } from '../vouchers/vouchers.view.ts';

/** Lists the vouchers that actions issue at $1, by the same conditions as `issueRewardVouchers`. */
const runningVouchers = statement(
  'loyalty.rewardVouchers',
  v.object({ action: v.picklist(EARN_ACTIONS), ...v.pick(storedVoucher, ['name_en', 'name_zh', 'benefit']).entries }),
  `select issued_for as action, name_en, name_zh, benefit from vouchers
   where issued_for is not null and is_active and ${isOpenAtSql('$1::timestamptz')}
   order by id`,
);

/** Lists the vouchers that actions issue now; none while loyalty is off. */
export async function listRewardVouchers(ctx: Ctx): Promise<RewardVoucher[]> {
  const [rows, { enabled }] = await Promise.all([ctx.db.rows(runningVouchers, [ctx.now]), readLoyaltySettings(ctx.db)]);
  return (enabled ? rows : []).map(({ action, name_en, name_zh, benefit }) => ({
    action,
    name: textIn(ctx.lang, name_en, name_zh),
    value: formatBenefit(benefit, ctx.lang),
  }));
}

/** Lists the vouchers that only some tiers can get at $1, with the codes of these tiers. */
const vouchersOfTiers = statement(
  'loyalty.tierVouchers',
  v.pick(storedVoucher, ['tiers', 'name_en', 'name_zh', 'benefit']),
  `select tiers, name_en, name_zh, benefit from vouchers v where tiers <> '{}' and ${isOfferedSql('$1::timestamptz')}
   order by cost_amount, id`,
);

/** Lists the vouchers that only some tiers can get now, with the codes of these tiers. */
export async function listTierVouchers(ctx: Ctx): Promise<(TierVoucher & { tiers: readonly string[] })[]> {
  return (await ctx.db.rows(vouchersOfTiers, [ctx.now])).map(({ tiers, name_en, name_zh, benefit }) => ({
    tiers,
    name: textIn(ctx.lang, name_en, name_zh),
    value: formatBenefit(benefit, ctx.lang),
  }));
}
