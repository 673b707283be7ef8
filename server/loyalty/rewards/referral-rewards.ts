/** Rewards the referrer of a friend whose first order is complete, unless it is refunded (docs/api.md#loyalty). */
import { startOfMonth } from '@shop/core/time';
import type { Ctx } from '../../context.ts';
import type { EventOf } from '../../events.ts';
import * as referralSql from '../../referral/referrals.sql.ts';
import { findSelfReferral } from '../../referral/self-referral.ts';
import { readLoyaltySettings } from '../loyalty-settings.ts';
import { readGoodsLeft } from './goods-left.ts';
import { restoreOrderReward, takeBackOrderReward } from './reward-entries.ts';
import { giveRewards, isRewarded } from './rewards.ts';

export const formatReferralSource = (friend_id: string): string => `referral:${friend_id}`;

/** Rewards the referrer when a friend's first order is complete. */
export async function rewardReferrer(ctx: Ctx, { order_id, status }: EventOf<'order.status_changed'>): Promise<void> {
  if (status !== 'complete') return;
  const referral = await ctx.db.row(referralSql.openReferralOfOrder, [order_id, startOfMonth(ctx.now)]);
  if (referral === null) return;
  const { id, friend_id, referrer_id, rewarded, ...contact } = referral;
  const { enabled, referrals_per_month } = await readLoyaltySettings(ctx.db);
  if (!enabled) return;
  const { has_goods, value: goods } = await readGoodsLeft(ctx, order_id);
  if (!has_goods) return;
  const isOver = rewarded >= referrals_per_month;
  const void_reason = (await findSelfReferral(ctx, friend_id, contact)) ?? (isOver ? 'monthly_limit' : null);
  if (void_reason !== null) {
    return ctx.db.write(referralSql.endReferral, [id, 'void', void_reason, 0, ctx.now, null]);
  }
  const reward = { action: 'referral', source: formatReferralSource(friend_id), goods } as const;
  // An order below the minimum leaves the reward to the friend's next one.
  if (!(await isRewarded(ctx, referrer_id, reward))) return;
  const written = await giveRewards(ctx, referrer_id, [reward]);
  const coins = written.reduce((sum, { kind, amount }) => sum + (kind === 'store_credit' ? amount : 0), 0);
  await ctx.db.write(referralSql.endReferral, [id, 'rewarded', null, coins, ctx.now, order_id]);
}

/** Finds the reward that a friend's order earned the referrer; null if there is none. */
export const findReferralReward = (ctx: Ctx, order_id: string): Promise<referralSql.ReferralReward | null> =>
  ctx.db.row(referralSql.rewardOfOrder, [order_id]);

/** Takes the reward back; of its coins, at most the remaining balance. The caller has locked the wallets. */
export async function takeBackReward(
  ctx: Ctx,
  { id, friend_id, referrer_id }: referralSql.ReferralReward,
): Promise<void> {
  const ended = await ctx.db.row(referralSql.voidReward, [id, ctx.now]);
  if (ended === null) return;
  await takeBackOrderReward(ctx, buildReferralReward(referrer_id, friend_id));
}

/** Builds the referrer's reward for a friend. */
const buildReferralReward = (referrer_id: string, friend_id: string) =>
  ({ customer_id: referrer_id, action: 'referral', source: formatReferralSource(friend_id), order_id: null }) as const;

/** Finds the reward that the refund of a friend's order took back; null if there is none. */
export const findVoidedReward = (ctx: Ctx, order_id: string): Promise<referralSql.ReferralReward | null> =>
  ctx.db.row(referralSql.voidedRewardOfOrder, [order_id]);

/** Gives the referrer the reward again that a refund took back. The caller has locked the wallets. */
export async function restoreReward(
  ctx: Ctx,
  { id, friend_id, referrer_id }: referralSql.ReferralReward,
): Promise<void> {
  const entries = await restoreOrderReward(ctx, buildReferralReward(referrer_id, friend_id));
  const coins = entries.reduce((sum, { kind, amount }) => sum + (kind === 'store_credit' ? amount : 0), 0);
  await ctx.db.write(referralSql.restoreReward, [id, coins, ctx.now]);
}
