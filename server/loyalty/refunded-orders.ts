/** Applies the refund of an order to wallets, membership and the referrer's reward (docs/readings.md#56). */
import type { WalletKind } from '@shop/core/loyalty/wallet';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { takeBackSpend } from './membership/membership.ts';
import { earnerOfOrder, type RefundedGoods, returnSpent, type SpendingOrder, takeBackEarned } from './order-wallets.ts';
import { takeBackFirstOrder } from './rewards/first-order-reward.ts';
import { findReferralReward, takeBackReward } from './rewards/referral-rewards.ts';
import { voidRefunded } from './vouchers/order-vouchers.sql.ts';
import { lockWallets, type SpentPart } from './wallets/wallets.ts';

type OrderRefunded = {
  /** Of the refund. */
  id: string;
  goods: RefundedGoods;
  items: readonly { position: number; quantity: number }[];
  /** Points and coins to return. */
  back: Readonly<Record<WalletKind, SpentPart>>;
  /** Nothing is left to refund. */
  isLast: boolean;
};

/**
 * Returns points and coins that the order spent, and reverses what it earned: points and membership spend in
 * proportion, unused vouchers that it sold, and the rewards of a first order, the buyer's and the referrer's, once the
 * whole order is refunded. The order is locked.
 */
export async function refundOrderWallets(ctx: Ctx, order: SpendingOrder, refund: OrderRefunded): Promise<void> {
  const source = `refund:${refund.id}`;
  const reward = refund.isLast ? await findReferralReward(ctx, order.id) : null;
  const items = JSON.stringify(refund.items);
  await lockRows(ctx.db, voidRefunded, [
    order.id,
    items,
    reward?.referrer_id ?? null,
    reward?.friend_id ?? null,
    refund.isLast ? order.customer_id : null,
  ]);
  await takeBackSpend(ctx, order.id, source, refund.goods);
  const owners = [order.customer_id, await earnerOfOrder(ctx, order.id), reward?.referrer_id ?? null];
  const customers = owners.filter((id) => id !== null);
  if (customers.length === 0) return;
  await lockWallets(ctx, customers);
  await returnSpent(ctx, order, { source, parts: refund.back });
  await takeBackEarned(ctx, order.id, source, refund.goods);
  if (refund.isLast && order.customer_id !== null) await takeBackFirstOrder(ctx, order.customer_id, order.id);
  if (reward !== null) await takeBackReward(ctx, reward);
}
