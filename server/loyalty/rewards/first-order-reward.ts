/** Rewards a customer whose first order is complete, unless its goods are refunded (docs/api.md#loyalty). */
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/database.ts';
import type { EventOf } from '../../events.ts';
import { lockWallets } from '../wallets/wallets.ts';
import { readGoodsLeft } from './goods-left.ts';
import { takeBackOrderReward } from './reward-entries.ts';
import { giveRewards } from './rewards.ts';

export const formatFirstOrderSource = (order_id: string): string => `first_order:${order_id}`;

/** Builds the reward of a first order for the customer who placed it. */
export const buildFirstOrderReward = (customer_id: string, order_id: string) =>
  ({ customer_id, action: 'first_order', source: formatFirstOrderSource(order_id), order_id }) as const;

/** Finds the customer of order $1, unless its payment was or has to be refunded, and the referrer of the customer. */
const orderBuyer = statement(
  'loyalty.orderBuyer',
  v.object({ customer_id: v.string(), order_number: v.string(), referrer_id: v.nullable(v.string()) }),
  `select o.customer_id, o.order_number, r.referrer_id from orders o left join referrals r on r.friend_id = o.customer_id
   where o.id = $1 and o.customer_id is not null and o.payment_status <> all ('{refund_due,refunded}')`,
);

/** Finds a complete order of customer $2 other than $1. */
const otherComplete = statement(
  'loyalty.otherComplete',
  v.object({ id: v.string() }),
  `select id from orders where customer_id = $2 and status = 'complete' and id <> $1 limit 1`,
);

/**
 * Rewards the first order of a customer that is complete. Locks the wallet of the referrer too, whom the next handler
 * may reward.
 */
export async function rewardFirstOrder(ctx: Ctx, { order_id, status }: EventOf<'order.status_changed'>): Promise<void> {
  if (status !== 'complete') return;
  const buyer = await ctx.db.row(orderBuyer, [order_id]);
  if (buyer === null) return;
  const { customer_id, order_number, referrer_id } = buyer;
  // The lock lets one of two orders that are complete at once see the other.
  await lockWallets(ctx, referrer_id === null ? [customer_id] : [customer_id, referrer_id]);
  if ((await ctx.db.row(otherComplete, [order_id, customer_id])) !== null) return;
  const { has_goods, value: goods } = await readGoodsLeft(ctx, order_id);
  if (!has_goods) return;
  const source = formatFirstOrderSource(order_id);
  await giveRewards(ctx, customer_id, [{ action: 'first_order', source, order_id, details: { order_number }, goods }]);
}

/** Takes a first-order reward back; of coins, at most the balance. The caller has locked the wallets. */
export const takeBackFirstOrder = (ctx: Ctx, customer_id: string, order_id: string): Promise<void> =>
  takeBackOrderReward(ctx, buildFirstOrderReward(customer_id, order_id));
