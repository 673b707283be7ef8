/**
 * Takes an order's reward back when refunds end it, and restores it when such a refund is withdrawn. Both can repeat, so
 * each entry has a source of its own (docs/readings.md#56, docs/readings.md#84).
 */
import { type Lot, mergeLots } from '@shop/core/loyalty/lots';
import type { RewardAction } from '@shop/core/loyalty/wallet';
import * as v from 'valibot';
import type { LoyaltySettings } from '../../content/settings.ts';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/database.ts';
import { computeGraceEnd, readLoyaltySettings } from '../loyalty-settings.ts';
import { type EntryRow, entryRow, withJoinedSql } from '../wallets/wallets.sql.ts';
import { changeWallets, toLots, type WrittenEntry } from '../wallets/wallets.ts';
import { computeExpiry } from './rewards.ts';

/** Reads all entries of the reward with source $2 of customer $1 and of accounts that joined it. */
const entriesOfReward = statement(
  'loyalty.entriesOfReward',
  v.pick(entryRow, ['kind', 'amount', 'lots', 'action', 'source', 'details']),
  `${withJoinedSql('$1')}
   select kind, amount, lots, action, source, details from wallet_entries
   where customer_id in (table joined) and (source = $2 or starts_with(source, $2 || ':')) order by number`,
);

/** A reward of an order, such as `first_order:<order>`. `order_id`: null if the order is another customer's. */
type OrderReward = { customer_id: string; action: RewardAction; source: string; order_id: string | null };

async function readEntries(ctx: Ctx, { customer_id, source }: OrderReward) {
  const entries = await ctx.db.rows(entriesOfReward, [customer_id, source]);
  const countRounds = (action: string) =>
    new Set(entries.filter((entry) => entry.action === action).map((e) => e.source)).size;
  return { entries, taken: countRounds('clawback'), restored: countRounds('refund_withdrawn') };
}

const formatRoundSource = (source: string, round: number): string => (round === 0 ? source : `${source}:${round}`);

/**
 * Returns the lots that give a debit back in full. The part that made points negative came from no lot: it gets the
 * expiry of the first lot, or that of points earned now, and repays the debt first.
 */
export function computeLotsOfDebit(
  { kind, amount, lots }: Pick<EntryRow, 'kind' | 'amount' | 'lots'>,
  now: Date,
  settings: LoyaltySettings,
): { lots: Lot[]; grace: Date } {
  const taken = toLots(lots);
  const debt = amount - taken.reduce((sum, lot) => sum + lot.amount, 0);
  const expires_at = taken[0] === undefined ? computeExpiry(kind, now, settings) : taken[0].expires_at;
  return { lots: mergeLots([...taken, { expires_at, amount: debt }]), grace: computeGraceEnd(now, settings) };
}

/**
 * Takes a reward back unless that was done already; of coins, at most the balance. The caller has locked the wallets.
 */
export async function takeBackOrderReward(ctx: Ctx, reward: OrderReward): Promise<void> {
  const { entries, taken, restored } = await readEntries(ctx, reward);
  if (taken > restored) return;
  const { customer_id, action, order_id } = reward;
  const source = formatRoundSource(reward.source, taken);
  await changeWallets(
    ctx,
    customer_id,
    entries
      .filter((entry) => entry.action === action)
      .map(({ kind, amount, details }) => ({
        ...({ do: 'take back', action: 'clawback' } as const),
        ...{ kind, source, amount, order_id, details },
      })),
  );
}

/**
 * Restores a reward that was taken back; does nothing for any other. Returns the entries. The caller has locked the
 * wallets.
 */
export async function restoreOrderReward(ctx: Ctx, reward: OrderReward): Promise<WrittenEntry[]> {
  const { entries, taken, restored } = await readEntries(ctx, reward);
  if (taken === restored) return [];
  const { customer_id, order_id } = reward;
  const source = formatRoundSource(reward.source, taken - 1);
  const settings = await readLoyaltySettings(ctx.db);
  return changeWallets(
    ctx,
    customer_id,
    entries
      .filter((entry) => entry.action === 'clawback' && entry.source === source)
      .map((entry) => ({
        ...({ do: 'give back', action: 'refund_withdrawn' } as const),
        ...{ kind: entry.kind, source, order_id, details: entry.details },
        ...computeLotsOfDebit(entry, ctx.now, settings),
      })),
  );
}

/** Returns whether a customer got a reward, also one that was taken back. */
export const hadOrderReward = async (ctx: Ctx, reward: OrderReward): Promise<boolean> =>
  (await readEntries(ctx, reward)).entries.length > 0;
