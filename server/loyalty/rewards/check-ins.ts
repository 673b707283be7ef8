/** Daily check-ins: at most one a day in Malaysia, with a reward that grows over a week (docs/api.md#loyalty). */
import type { CheckIns } from '@shop/contract/loyalty';
import {
  type CheckIn,
  computeNextCheckInTime,
  computeRewardDay,
  countCurrentStreak,
  countNextStreak,
} from '@shop/core/loyalty/check-in';
import { dayOf } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { lockRows, statement } from '../../db/database.ts';
import { lockCustomer } from '../../identity/identity.sql.ts';
import { requireCustomer } from '../../identity/identity.ts';
import { refuse } from '../../refuse.ts';
import { inTransaction } from '../../transaction.ts';
import { requireProgram } from '../loyalty-settings.ts';
import { lockWallets } from '../wallets/wallets.ts';
import { giveRewards, readRules } from './rewards.ts';

const lastCheckIn = statement(
  'loyalty.lastCheckIn',
  v.object({ day: v.string(), streak: v.number() }),
  `select day::text as day, streak from check_ins where customer_id = $1 order by day desc limit 1`,
);

const insertCheckIn = statement(
  'loyalty.insertCheckIn',
  v.object({}),
  'insert into check_ins (customer_id, day, streak) values ($1, $2, $3)',
);

async function describeCheckIns(ctx: Ctx, customer_id: string, last: CheckIn | null): Promise<CheckIns> {
  const rules = await readRules(ctx, customer_id);
  return {
    checked_in_today: last?.day === dayOf(ctx.now),
    streak: countCurrentStreak(last, ctx.now),
    rewards: rules
      .flatMap(({ action, day, kind, amount }) => (action === 'checkin' && day !== null ? [{ day, kind, amount }] : []))
      .toSorted((a, b) => a.day - b.day),
    next_at: computeNextCheckInTime(last, ctx.now),
  };
}

export async function readCheckIns(ctx: Ctx): Promise<CheckIns> {
  const { id } = requireCustomer(ctx);
  await requireProgram(ctx);
  return describeCheckIns(ctx, id, await ctx.db.row(lastCheckIn, [id]));
}

/**
 * Checks the customer in for today and awards the reward. The locks let only one of two parallel taps succeed. Refuses
 * `checkin.already`, and `request.not_found` while loyalty is off.
 */
export function checkIn(ctx: Ctx) {
  const { id } = requireCustomer(ctx);
  return inTransaction(ctx, async (ctx) => {
    await requireProgram(ctx);
    // A merge or removal of the account locks the customer first, and the wallets last.
    if ((await lockRows(ctx.db, lockCustomer, [id])).length === 0) refuse('auth.token_invalid');
    await lockWallets(ctx, [id]);
    const last = await ctx.db.row(lastCheckIn, [id]);
    const day = dayOf(ctx.now);
    // A request from before midnight may have waited for the lock behind one from after midnight.
    if (last !== null && last.day >= day) refuse('checkin.already');
    const streak = countNextStreak(last, ctx.now);
    await ctx.db.write(insertCheckIn, [id, day, streak]);
    const reward = { action: 'checkin', source: `checkin:${day}`, day: computeRewardDay(streak) } as const;
    const [written] = await giveRewards(ctx, id, [{ ...reward, details: { day: reward.day } }]);
    return {
      ...(await describeCheckIns(ctx, id, { day, streak })),
      reward: written ? { day: reward.day, kind: written.kind, amount: written.amount } : null,
    };
  });
}
