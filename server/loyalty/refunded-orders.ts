/** Applies the refund of an order to wallets, membership and the referrer's reward (docs/readings.md#56). */
import type { WalletKind } from '@shop/core/loyalty/wallet';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/database.ts';
import type { ReferralReward } from '../referral/referrals.sql.ts';
import { takeBackSpend } from './membership/membership.ts';
import { findEarner, type RefundedGoods, returnSpent, type SpendingOrder, takeBackEarned } from './order-wallets.ts';
import { formatFirstOrderSource, takeBackFirstOrder } from './rewards/first-order-reward.ts';
import { readGoodsLeft } from './rewards/goods-left.ts';
import { findReferralReward, formatReferralSource, takeBackReward } from './rewards/referral-rewards.ts';
import { readMinSpend } from './rewards/rewards.ts';
import { voidRefundedVouchers } from './vouchers/order-vouchers.sql.ts';
import { lockWallets, type SpentPart } from './wallets/wallets.ts';

/** A refund of an order, as wallets and rewards need it. */
type WalletRefund = {
  /** Id of the refund. */
  id: string;
  goods: RefundedGoods;
  items: readonly { position: number; quantity: number }[];
  /** Points and coins to return. */
  back: Readonly<Record<WalletKind, SpentPart>>;
  /** Whether nothing is left to refund. */
  isLast: boolean;
};

/**
 * The rewards that end: the referrer's (`referral`), and the buyer's for a first order. Null: there is none, or it
 * stays.
 */
type EndedRewards = { referral: ReferralReward | null; buyer_id: string | null };

/**
 * Finds the rewards that end with a refund: the order has no goods left, or less than the minimum of the
 * reward's rule.
 */
async function findEndedRewards(ctx: Ctx, order: SpendingOrder, { isLast }: WalletRefund): Promise<EndedRewards> {
  const { has_goods, value } = await readGoodsLeft(ctx, order.id);
  const hasNoGoods = isLast || !has_goods;
  const isBelow = async (customer_id: string, source: string): Promise<boolean> =>
    hasNoGoods || value < (await readMinSpend(ctx, customer_id, source));
  const referral = await findReferralReward(ctx, order.id);
  const endsReferral =
    referral !== null && (await isBelow(referral.referrer_id, formatReferralSource(referral.friend_id)));
  const buyer_id = order.customer_id;
  const endsFirst = buyer_id !== null && (await isBelow(buyer_id, formatFirstOrderSource(order.id)));
  return { referral: endsReferral ? referral : null, buyer_id: endsFirst ? buyer_id : null };
}

/**
 * Returns points and coins that the order spent, and reverses what it earned: points and membership spend in
 * proportion, unused vouchers that it sold, and the rewards of a first order, the buyer's and the referrer's, once too
 * few goods are left. The caller has recorded the refund and locked the order. Returns how many pending points it took
 * back.
 */
export async function refundOrderWallets(ctx: Ctx, order: SpendingOrder, refund: WalletRefund): Promise<number> {
  const source = `refund:${refund.id}`;
  const { referral, buyer_id } = await findEndedRewards(ctx, order, refund);
  const items = JSON.stringify(refund.items);
  await lockRows(ctx.db, voidRefundedVouchers, [
    order.id,
    items,
    referral?.referrer_id ?? null,
    referral?.friend_id ?? null,
    buyer_id,
    refund.id,
  ]);
  await takeBackSpend(ctx, order.id, source, refund.goods);
  const owners = [order.customer_id, await findEarner(ctx, order.id), referral?.referrer_id ?? null];
  const customers = owners.filter((id) => id !== null);
  if (customers.length === 0) return 0;
  await lockWallets(ctx, customers);
  await returnSpent(ctx, order, { source, parts: refund.back });
  const pendingTaken = await takeBackEarned(ctx, order.id, source, refund.goods);
  if (buyer_id !== null) await takeBackFirstOrder(ctx, buyer_id, order.id);
  if (referral !== null) await takeBackReward(ctx, referral);
  return pendingTaken;
}
