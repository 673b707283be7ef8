/** Membership tiers: a customer's spend within twelve months, and the tier that it reaches (docs/api.md#loyalty). */
import type { CurrentTier, EarnRule, MembershipTier, TierVoucher } from '@shop/contract/loyalty';
import { shareOfPart } from '@shop/core/cart/prorate';
import { type Lang, textIn } from '@shop/core/lang';
import { selectTierRules } from '@shop/core/loyalty/earn-rules';
import { computeSpendStart, type Membership, reviewTier } from '@shop/core/loyalty/tiers';
import type { Sen } from '@shop/core/money';
import { type Ctx, publish } from '../../context.ts';
import { lockRows } from '../../db/database.ts';
import type { EventOf } from '../../events.ts';
import { lockCustomer } from '../../identity/identity.sql.ts';
import { inTransaction } from '../../transaction.ts';
import { readLoyaltySettings } from '../loyalty-settings.ts';
import type { RefundedGoods } from '../order-wallets.ts';
import { readEarnTimes } from '../rewards/earn-times.ts';
import { listTierVouchers } from '../rewards/reward-vouchers.ts';
import { runningRules } from '../rewards/rewards.ts';
import { sumOverCustomers } from '../sum-over-customers.ts';
import * as sql from './membership.sql.ts';

export const tierView = (
  { id, code, name_en, name_zh, qualifying_spend, has_prices }: sql.TierRow,
  lang: Lang,
): MembershipTier => ({ id, code, name: textIn(lang, name_en, name_zh), qualifying_spend, has_prices });

/** The parts of a context that counting spend needs. */
type DbAtTime = Pick<Ctx, 'db' | 'now'>;

async function readSpend(ctx: DbAtTime, customer_id: string, since: Date) {
  const spend = await ctx.db.row(sql.readSpend, [customer_id, computeSpendStart(ctx.now), computeSpendStart(since)]);
  return spend ?? { spent: 0, spent_for_tier: 0 };
}

/** Reads the customer's tier and the spend still needed for the next; null without tiers, and while loyalty is off. */
export async function readCurrentTier(ctx: Ctx, customer_id: string): Promise<CurrentTier | null> {
  const [tiers, membership, { enabled }] = await Promise.all([
    ctx.db.rows(sql.listTiers),
    ctx.db.row(sql.readMembership, [customer_id]),
    readLoyaltySettings(ctx.db),
  ]);
  const index = Math.max(
    0,
    tiers.findIndex(({ id }) => id === membership?.tier_id),
  );
  const [tier, next] = [tiers[index], tiers[index + 1]];
  if (tier === undefined || !enabled) return null;
  const [{ spent }, times, orders] = await Promise.all([
    readSpend(ctx, customer_id, ctx.now),
    readEarnTimes(ctx, customer_id),
    ctx.db.row(sql.readHasCompleteOrder, [customer_id]),
  ]);
  return {
    tier: tierView(tier, ctx.lang),
    spent,
    times: times / 100,
    next: next ? { tier: tierView(next, ctx.lang), spend_left: Math.max(0, next.qualifying_spend - spent) } : null,
    until: membership?.until ?? null,
    has_complete_order: orders?.has_complete_order === true,
  };
}

/**
 * Lists all tiers, each with its rewards (first the points of orders) and the vouchers that only some tiers can get.
 * Empty while loyalty is off.
 */
export async function listTiersWithRules(
  ctx: Ctx,
): Promise<{ tier: MembershipTier; rules: EarnRule[]; tier_vouchers: TierVoucher[] }[]> {
  const [tiers, rules, vouchers, { enabled }] = await Promise.all([
    ctx.db.rows(sql.listTiers),
    ctx.db.rows(runningRules, [ctx.now]),
    listTierVouchers(ctx),
    readLoyaltySettings(ctx.db),
  ]);
  if (!enabled) return [];
  return tiers.map((tier) => ({
    tier: tierView(tier, ctx.lang),
    rules: [
      { action: 'order', kind: 'point', amount: tier.earn_rate / 100, per: 'ringgit', day: null },
      ...selectTierRules(rules, tier.id).map(({ tier_id: _, amount, ...rule }) => {
        return { ...rule, amount: rule.per === 'multiplier' ? amount / 100 : amount };
      }),
    ],
    tier_vouchers: vouchers.filter(({ tiers }) => tiers.includes(tier.code)).map(({ tiers: _, ...voucher }) => voucher),
  }));
}

type TierChange = Pick<EventOf<'tier.changed'>, 'tier' | 'direction'>;

/** Reviews a locked membership, and writes it if it changes; returns the new tier, if it is another. */
async function reviewLockedMembership(
  ctx: DbAtTime,
  customer_id: string,
  membership: Membership,
): Promise<TierChange | null> {
  const [tiers, { spent, spent_for_tier: spentForTier }] = await Promise.all([
    ctx.db.rows(sql.listTiers),
    readSpend(ctx, customer_id, membership.since),
  ]);
  const reviewed = reviewTier(tiers, membership, { spent, spentForTier, now: ctx.now });
  if (reviewed === membership) return null;
  const { tier_id, since, until } = reviewed;
  await ctx.db.write(sql.writeMembership, [customer_id, Number(tier_id), since, until]);
  const position = (id: string) => tiers.findIndex((tier) => tier.id === id);
  const [before, after] = [position(membership.tier_id), position(tier_id)];
  const tier = tiers[after];
  if (tier === undefined || before === after) return null;
  const { code, name_en, name_zh } = tier;
  return { tier: { code, name_en, name_zh }, direction: after > before ? 'up' : 'down' };
}

/** Reviews a locked membership, and publishes `tier.changed` for another tier. */
async function reviewAndPublish(ctx: Ctx, customer_id: string, membership: Membership): Promise<void> {
  const change = await reviewLockedMembership(ctx, customer_id, membership);
  if (change !== null) await publish(ctx, { type: 'tier.changed', customer_id, ...change });
}

/** Reviews the tier of a customer whose spend has changed, or whose period is over. */
export async function reviewCustomer(ctx: Ctx, customer_id: string): Promise<void> {
  const [membership] = await lockRows(ctx.db, sql.lockMembership, [customer_id, ctx.now]);
  if (membership !== undefined) await reviewAndPublish(ctx, customer_id, membership);
}

/**
 * Counts spend, or a refund of it (negative), once for a source, and reviews the customer's tier; returns the new tier,
 * if it is another.
 */
export async function recordSpend(
  ctx: DbAtTime,
  customer_id: string,
  source: string,
  amount: Sen,
): Promise<TierChange | null> {
  const [membership] = await lockRows(ctx.db, sql.lockMembership, [customer_id, ctx.now]);
  if (membership === undefined || amount === 0) return null;
  const counted = await ctx.db.row(sql.insertSpend, [customer_id, source, amount, ctx.now]);
  return counted === null ? null : reviewLockedMembership(ctx, customer_id, membership);
}

/** Counts spend like `recordSpend`, and publishes `tier.changed` for another tier. */
export async function countSpend(ctx: Ctx, customer_id: string, source: string, amount: Sen): Promise<void> {
  const change = await recordSpend(ctx, customer_id, source, amount);
  if (change !== null) await publish(ctx, { type: 'tier.changed', customer_id, ...change });
}

/** Counts the goods of a complete order, as they were paid for, towards the customer's tier. */
export async function countOrderSpend(ctx: Ctx, { order_id, status }: EventOf<'order.status_changed'>): Promise<void> {
  if (status !== 'complete') return;
  const order = await ctx.db.row(sql.orderSpend, [order_id]);
  if (!order?.customer_id) return;
  const refunded = await ctx.db.row(sql.refundedGoods, [order_id]);
  const taken = refunded === null ? 0 : shareOfPart(order.spend, refunded.total, 0, refunded.amount);
  await countSpend(ctx, order.customer_id, `order:${order_id}`, order.spend - taken);
}

/** Subtracts an order's refunded goods from the spend that it counted, if any, and reviews the customer's tier. */
export async function takeBackSpend(ctx: Ctx, order_id: string, source: string, goods: RefundedGoods): Promise<void> {
  const order = await ctx.db.row(sql.orderSpend, [order_id]);
  if (!order?.customer_id) return;
  const [membership] = await lockRows(ctx.db, sql.lockMembership, [order.customer_id, ctx.now]);
  const counted = (await ctx.db.row(sql.countedSpend, [order.customer_id, order_id]))?.counted ?? null;
  // From what still counts: a withdrawn refund leaves a gap between the shares of the others.
  const rest = order.spend - shareOfPart(order.spend, goods.total, 0, goods.before + goods.amount);
  const amount = counted === null || goods.amount === 0 ? 0 : Math.max(0, counted - rest);
  if (membership === undefined || amount === 0) return;
  const isNew = await ctx.db.row(sql.insertRefundedSpend, [order.customer_id, source, order_id, amount]);
  if (isNew !== null) await reviewAndPublish(ctx, order.customer_id, membership);
}

/**
 * Restores the spend that a withdrawn refund took, and reviews the tier; `goods.before`: goods of the order's other
 * refunds.
 */
export async function restoreSpend(ctx: Ctx, order_id: string, source: string, goods: RefundedGoods): Promise<void> {
  const order = await ctx.db.row(sql.orderSpend, [order_id]);
  if (!order?.customer_id) return;
  const amount = shareOfPart(order.spend, goods.total, goods.before, goods.amount);
  const [membership] = await lockRows(ctx.db, sql.lockMembership, [order.customer_id, ctx.now]);
  if (membership === undefined) return;
  const restored = await ctx.db.row(sql.insertRestoredSpend, [order.customer_id, source, order_id, amount]);
  if (restored !== null) await reviewAndPublish(ctx, order.customer_id, membership);
}

/** Maximum number of customers reviewed in one run of the daily job. */
const MAX_REVIEWED_PER_RUN = 1_000;

/** Reviews the tiers whose period is over, each customer in a transaction of its own. */
export async function reviewDueTiers(ctx: Ctx): Promise<void> {
  const due = await ctx.db.rows(sql.dueMemberships, [ctx.now, MAX_REVIEWED_PER_RUN]);
  await sumOverCustomers(
    due.map(({ customer_id }) => customer_id),
    (customer_id) =>
      inTransaction(ctx, async (ctx) => {
        // A new tier writes the customer's price group; a merge locks customers before memberships.
        await lockRows(ctx.db, lockCustomer, [customer_id]);
        await reviewCustomer(ctx, customer_id);
        return 1;
      }),
  );
}
