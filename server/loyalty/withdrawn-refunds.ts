/** Undoes the effect of a withdrawn refund on wallets, membership, vouchers and rewards (docs/readings.md#84). */
import { shareOfPart } from '@shop/core/cart/prorate';
import { WALLET_KINDS } from '@shop/core/loyalty/wallet';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { lockRows, statement } from '../db/database.ts';
import type { ReferralReward } from '../referral/referrals.sql.ts';
import { readLoyaltySettings } from './loyalty-settings.ts';
import { restoreSpend } from './membership/membership.ts';
import * as sql from './order-wallets.sql.ts';
import { type RefundedGoods, recordOrderEarnings, type SpendingOrder } from './order-wallets.ts';
import { buildFirstOrderReward, formatFirstOrderSource, rewardFirstOrder } from './rewards/first-order-reward.ts';
import { readGoodsLeft } from './rewards/goods-left.ts';
import { findVoidedReward, formatReferralSource, restoreReward, rewardReferrer } from './rewards/referral-rewards.ts';
import { computeLotsOfDebit, hadOrderReward, restoreOrderReward } from './rewards/reward-entries.ts';
import { computeExpiry, readMinSpend } from './rewards/rewards.ts';
import { restoreVoidedVouchers } from './vouchers/order-vouchers.sql.ts';
import { changeWallets, lockWallets, toLots } from './wallets/wallets.ts';

type WithdrawnRefund = {
  id: string;
  /** `before`: goods of the order's other refunds. */
  goods: RefundedGoods;
  /** Pending points that the refund took back. */
  pending_points: number;
  /** Whether the order’s other refunds leave nothing of it. */
  leavesNothing: boolean;
};

/**
 * Reads whether order $1 was completed, and its earnings recorded, after its refund $2 was requested, and the referrer
 * of its customer.
 */
const orderAfterRefund = statement(
  'loyalty.withdrawnRefundOrder',
  v.object({ was_completed: v.boolean(), were_earnings_recorded: v.boolean(), referrer_id: v.nullable(v.string()) }),
  `select exists (select from order_history h join refunds r on r.id = $2
       where h.order_id = $1 and h.status = 'complete' and h.at >= r.created_at) as was_completed,
     exists (select from pending_earnings e join refunds r on r.id = $2
       where e.order_id = $1 and e.action = 'order' and e.created_at >= r.created_at) as were_earnings_recorded,
     (select r.referrer_id from referrals r join orders o on o.customer_id = r.friend_id where o.id = $1) as referrer_id`,
);

/** Finds the rewards that refunds took back and for which the order has enough goods again. */
async function findRestoredRewards(
  ctx: Ctx,
  order: SpendingOrder,
  { leavesNothing }: WithdrawnRefund,
): Promise<{ referral: ReferralReward | null; buyer_id: string | null }> {
  const { has_goods, value } = await readGoodsLeft(ctx, order.id);
  if (leavesNothing || !has_goods) return { referral: null, buyer_id: null };
  const isReached = async (customer_id: string, source: string): Promise<boolean> =>
    value >= (await readMinSpend(ctx, customer_id, source));
  const referral = await findVoidedReward(ctx, order.id);
  const hasReferral =
    referral !== null && (await isReached(referral.referrer_id, formatReferralSource(referral.friend_id)));
  const buyer_id = order.customer_id;
  const hasFirst = buyer_id !== null && (await isReached(buyer_id, formatFirstOrderSource(order.id)));
  return { referral: hasReferral ? referral : null, buyer_id: hasFirst ? buyer_id : null };
}

/** Computes the points that the recorded earnings of an order lack because of a refund before. */
async function computeMissingPoints(ctx: Ctx, order_id: string, { goods }: WithdrawnRefund): Promise<number> {
  const { earned, left } = (await ctx.db.row(sql.earningsOfOrder, [order_id])) ?? { earned: 0, left: 0 };
  return Math.max(0, earned - shareOfPart(earned, goods.total, 0, goods.before) - left);
}

/**
 * Gives back the earned points of an order that the refund took, or that were left out when they were recorded after it:
 * those of a guest's order that was claimed. The caller has locked the wallets.
 */
async function restoreEarned(
  ctx: Ctx,
  order_id: string,
  refund: WithdrawnRefund,
  { was_completed, were_earnings_recorded }: { was_completed: boolean; were_earnings_recorded: boolean },
): Promise<void> {
  const { id } = refund;
  const earnings = await ctx.db.row(sql.anyEarningsOfOrder, [order_id]);
  if (earnings === null) {
    if (was_completed) await recordOrderEarnings(ctx, order_id, true);
    return;
  }
  const settings = await readLoyaltySettings(ctx.db);
  const entries = await ctx.db.rows(sql.entriesOfRefund, [order_id, id]);
  const clawbacks = entries.filter(({ action }) => action === 'clawback');
  const reason = { action: 'refund_withdrawn', source: `refund:${id}:earned`, order_id } as const;
  await changeWallets(
    ctx,
    earnings.customer_id,
    clawbacks.map((entry) => ({
      ...({ do: 'give back', kind: entry.kind, details: entry.details, ...reason } as const),
      ...computeLotsOfDebit(entry, ctx.now, settings),
    })),
  );
  const tookNothing = clawbacks.length === 0 && refund.pending_points === 0;
  const points =
    tookNothing && were_earnings_recorded ? await computeMissingPoints(ctx, order_id, refund) : refund.pending_points;
  if (points === 0) return;
  if (earnings.state !== 'available') return ctx.db.write(sql.restorePending, [earnings.id, points, ctx.now]);
  const expires_at = computeExpiry('point', ctx.now, settings);
  const { customer_id, details } = earnings;
  await changeWallets(ctx, customer_id, [
    { do: 'earn', kind: 'point', amount: points, expires_at, details, ...reason },
  ]);
}

/** Takes the points and coins again that the refund returned, from the same lots. The caller has locked the wallets. */
async function takeReturned(ctx: Ctx, { id: order_id, customer_id }: SpendingOrder, id: string): Promise<void> {
  if (customer_id === null) return;
  const entries = await ctx.db.rows(sql.entriesOfRefund, [order_id, id]);
  const returnEntries = entries.filter(({ action }) => action === 'return');
  await changeWallets(
    ctx,
    customer_id,
    WALLET_KINDS.flatMap((kind) => returnEntries.filter((entry) => entry.kind === kind)).map(
      ({ kind, amount, lots, details }) => ({
        ...({ do: 'take added', action: 'refund_withdrawn', source: `refund:${id}:returned` } as const),
        ...{ kind, amount, lots: toLots(lots), order_id, details },
      }),
    ),
  );
}

/**
 * Undoes what `refundOrderWallets` did for a refund that is now withdrawn: restores vouchers, membership spend, earned
 * points and rewards, and takes returned points and coins again. An order that was completed meanwhile gets the rewards
 * that the refund prevented. Refuses `wallet.too_little_point` and `wallet.too_little_store_credit` if the returned
 * points or coins were spent. The caller has recorded the withdrawal and locked the order.
 */
export async function undoRefundOfWallets(ctx: Ctx, order: SpendingOrder, refund: WithdrawnRefund): Promise<void> {
  const { referral, buyer_id } = await findRestoredRewards(ctx, order, refund);
  await lockRows(ctx.db, restoreVoidedVouchers, [
    ...[order.id, refund.id, ctx.now],
    ...[referral?.referrer_id ?? null, referral?.friend_id ?? null, buyer_id],
  ]);
  await restoreSpend(ctx, order.id, `refund:${refund.id}`, refund.goods);
  const facts = await ctx.db.row(orderAfterRefund, [order.id, refund.id]);
  const earnings = await ctx.db.row(sql.anyEarningsOfOrder, [order.id]);
  const owners = [order.customer_id, earnings?.customer_id ?? null, facts?.referrer_id ?? null];
  const customers = [...owners, referral?.referrer_id ?? null].filter((id) => id !== null);
  if (customers.length === 0) return;
  await lockWallets(ctx, customers);
  if (facts !== null) await restoreEarned(ctx, order.id, refund, facts);
  if (buyer_id !== null) await restoreOrderReward(ctx, buildFirstOrderReward(buyer_id, order.id));
  if (referral !== null) await restoreReward(ctx, referral);
  if (facts?.was_completed && order.customer_id !== null) {
    const change = { order_id: order.id, status: 'complete', comment: null, isFailedDelivery: false } as const;
    const hadReward = await hadOrderReward(ctx, buildFirstOrderReward(order.customer_id, order.id));
    if (!hadReward) await rewardFirstOrder(ctx, { type: 'order.status_changed', ...change });
    await rewardReferrer(ctx, { type: 'order.status_changed', ...change });
  }
  await takeReturned(ctx, order, refund.id);
}
