/** Applies orders to wallets: spends points and coins, earns points, and reverses both (docs/api.md#loyalty). */
import { shareOfPart } from '@shop/core/cart/prorate';
import { WALLET_KINDS, type WalletKind } from '@shop/core/loyalty/wallet';
import type { Sen } from '@shop/core/money';
import type { LoyaltySettings } from '../content/settings.ts';
import type { Ctx } from '../context.ts';
import { uuidV7 } from '../db/uuid.ts';
import { inTransaction } from '../transaction.ts';
import { computeGraceEnd, readLoyaltySettings } from './loyalty-settings.ts';
import * as sql from './order-wallets.sql.ts';
import { computeExpiry } from './rewards/rewards.ts';
import { sumOverDueCustomers } from './sum-over-customers.ts';
import { changeWallets, giveBackSpent, lockWallets, type SpentPart, type WalletChange } from './wallets/wallets.ts';

export type SpendingOrder = {
  id: string;
  order_number: string;
  customer_id: string | null;
  points_used: number;
  coins: number;
};

const formatOrderSource = ({ id }: { id: string }): string => `order:${id}`;

/**
 * Spends the order's points and coins, in the transaction that places it. Returns false, and spends nothing, if the
 * balances no longer cover them. Two statements; none without points and coins.
 */
export async function spendOnOrder(ctx: Ctx, order: SpendingOrder): Promise<boolean> {
  const { customer_id, order_number } = order;
  const amounts: Readonly<Record<WalletKind, number>> = { point: order.points_used, store_credit: order.coins };
  const kinds = WALLET_KINDS.filter((kind) => amounts[kind] > 0);
  if (customer_id === null || kinds.length === 0) return true;
  const wallets = (await lockWallets(ctx, [customer_id])).get(customer_id);
  if (kinds.some((kind) => (wallets?.[kind].balance ?? 0) < amounts[kind])) return false;
  const reason = {
    action: 'spend',
    source: formatOrderSource(order),
    order_id: order.id,
    details: { order_number },
  } as const;
  await changeWallets(
    ctx,
    customer_id,
    kinds.map((kind): WalletChange => ({ do: 'spend', kind, amount: amounts[kind], ...reason })),
  );
  return true;
}

/** The part of an order's spending that a refund or the cancellation returns. `source` is that of the new entries. */
type ReturnedSpend = { source: string; parts: Readonly<Record<WalletKind, SpentPart>> };

/** Gives the points and coins that an order spent back to the same lots; `source` is that of the new entries. */
export async function returnSpent(ctx: Ctx, order: SpendingOrder, { source, parts }: ReturnedSpend): Promise<void> {
  const { customer_id, order_number } = order;
  if (customer_id === null || WALLET_KINDS.every((kind) => parts[kind].amount === 0)) return;
  const grace = computeGraceEnd(ctx.now, await readLoyaltySettings(ctx.db));
  const reason = { source: formatOrderSource(order), order_id: order.id, details: { order_number }, grace };
  await giveBackSpent(ctx, customer_id, { ...reason, by: source, parts });
}

/** Records the points that a paid order will earn; for a complete order also the time from which it is available. */
export const recordOrderEarnings = (ctx: Ctx, order_id: string, isComplete: boolean): Promise<void> =>
  ctx.db.write(sql.insertEarnings, [order_id, uuidV7(ctx.now), ctx.now, isComplete]);

/**
 * Refunded goods of an order in sen: `amount` by this refund, `before` by other refunds, of the `total` of all its
 * goods.
 */
export type RefundedGoods = { total: Sen; before: Sen; amount: Sen };

/** Finds the customer who earned an order's points; null if it earned none, or all were reversed. */
export const findEarner = async (ctx: Ctx, order_id: string): Promise<string | null> =>
  (await ctx.db.row(sql.earningsOfOrder, [order_id]))?.customer_id ?? null;

/**
 * Reverses the share of an order's points that was earned for refunded goods; the last refund reverses the rest.
 * Reduces pending points; takes available ones from the balance, which may become negative. The caller has locked the
 * wallets. Returns how many pending points it took.
 */
export async function takeBackEarned(
  ctx: Ctx,
  order_id: string,
  source: string,
  goods: RefundedGoods,
): Promise<number> {
  const earnings = await ctx.db.row(sql.earningsOfOrder, [order_id]);
  if (earnings === null) return 0;
  const { id, customer_id, details, earned, left, state } = earnings;
  // What is left, and not a share of its own: a withdrawn refund leaves a gap between the shares of the others.
  const earnedRest = earned - shareOfPart(earned, goods.total, 0, goods.before + goods.amount);
  const amount = goods.amount === 0 ? 0 : Math.max(0, left - earnedRest);
  if (state === 'pending') return (await ctx.db.row(sql.reducePending, [id, amount]))?.taken ?? 0;
  await changeWallets(ctx, customer_id, [
    { do: 'take back', kind: 'point', action: 'clawback', source, amount, order_id, details },
  ]);
  return 0;
}

/** Totals of an order's earlier refunds: goods in sen, and whole points and coins. */
type EarlierRefunds = { goods: Sen; points: number; coins: number; lines: readonly { paid: Sen }[] };

/**
 * Returns the points and coins that a canceled order spent, except the `deduction`, and reverses the points that it
 * earned. Leaves out what earlier refunds have returned and reversed.
 */
export async function undoOrderWallets(
  ctx: Ctx,
  order: SpendingOrder,
  earlier: EarlierRefunds,
  deduction: { points: number; coins: number },
): Promise<void> {
  const source = formatOrderSource(order);
  const earner = await findEarner(ctx, order.id);
  const customers = [order.customer_id, earner].filter((id) => id !== null);
  if (customers.length === 0) return;
  await lockWallets(ctx, customers);
  const left = (before: number, used: number) => ({ before, amount: used - before });
  const parts = {
    point: left(earlier.points, order.points_used - deduction.points),
    store_credit: left(earlier.coins, order.coins - deduction.coins),
  };
  await returnSpent(ctx, order, { source, parts });
  const total = earlier.lines.reduce((sum, { paid }) => sum + paid, 0);
  await takeBackEarned(ctx, order.id, source, { total, before: earlier.goods, amount: total - earlier.goods });
}

function releaseCustomerEarnings(ctx: Ctx, customer_id: string, settings: LoyaltySettings): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    await lockWallets(ctx, [customer_id]);
    const due = await ctx.db.rows(sql.releaseDueEarnings, [customer_id, ctx.now]);
    await changeWallets(
      ctx,
      customer_id,
      due.map(
        (earned): WalletChange => ({
          do: 'earn',
          expires_at: computeExpiry(earned.kind, ctx.now, settings),
          ...earned,
        }),
      ),
    );
    return due.length;
  });
}

/** Makes due earnings available, in one transaction per customer. Returns how many. Concurrent runs are safe. */
export async function releaseEarnings(ctx: Ctx): Promise<number> {
  const settings = await readLoyaltySettings(ctx.db);
  return sumOverDueCustomers(
    (limit) => ctx.db.rows(sql.dueCustomers, [ctx.now, limit]),
    (customer_id) => releaseCustomerEarnings(ctx, customer_id, settings),
  );
}
