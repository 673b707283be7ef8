/** A customer's loyalty data: merge, removal, export (docs/api.md#loyalty). */
import { REWARD_ACTIONS, WALLET_KINDS } from '@shop/core/loyalty/wallet';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { exportRows, exportStatement } from '../../db/customer-export.ts';
import { statement } from '../../db/database.ts';
import { voidReferrals } from '../../referral/referrals.sql.ts';
import { reviewCustomer } from '../membership/membership.ts';
import { mergeVouchers, removeVouchers } from '../vouchers/customer-vouchers.ts';
import { withJoinedSql } from './wallets.sql.ts';
import { changeWallets, lockWallets, type WalletChange } from './wallets.ts';

/** Moves the receipts of customers $1 to $2. */
const moveReceipts = statement(
  'loyalty.moveReceipts',
  v.object({}),
  `update till_receipts set customer_id = $2 where customer_id = any($1::uuid[])`,
);

/** Moves the spend of customers $1 to $2, except from sources that $2 has. */
const moveSpend = statement(
  'loyalty.moveSpend',
  v.object({}),
  `with moved as (delete from qualifying_spend where customer_id = any($1::uuid[]) returning source, amount, at)
   insert into qualifying_spend (customer_id, source, amount, at) select $2, source, amount, at from moved
   on conflict do nothing`,
);

const moveReferrals = [
  statement(
    'loyalty.voidOwnReferrals',
    v.object({}),
    `update referrals set state = 'void', void_reason = 'same_contact'
     where state = 'signed_up' and referrer_id = any($1::uuid[] || $2::uuid) and friend_id = any($1::uuid[] || $2::uuid)`,
  ),
  statement(
    'loyalty.moveReferrals',
    v.object({}),
    `update referrals set referrer_id = $2 where referrer_id = any($1::uuid[]) and friend_id <> $2`,
  ),
  // The referrer of one of $1 is then rewarded for the first order of $2, if it is still to come.
  statement(
    'loyalty.moveReferrer',
    v.object({}),
    `update referrals set friend_id = $2 where id = (
       select id from referrals where friend_id = any($1::uuid[]) and state = 'signed_up' order by created_at limit 1)
       and not exists (select from referrals where friend_id = $2)
       and not exists (select from orders where customer_id = $2 and status = 'complete')`,
  ),
];

/** Move check-ins and pending earnings of customers $1 to $2, except those that $2 has. */
const moveEarnings = [
  statement(
    'loyalty.moveCheckIns',
    v.object({}),
    `with moved as (delete from check_ins where customer_id = any($1::uuid[]) returning day, streak)
     insert into check_ins (customer_id, day, streak) select $2, day, max(streak) from moved group by day
     on conflict do nothing`,
  ),
  statement(
    'loyalty.movePending',
    v.object({}),
    `update pending_earnings p set customer_id = $2 where customer_id = any($1::uuid[])
       and not exists (select from pending_earnings o where o.customer_id = $2 and o.kind = p.kind
         and o.action = p.action and o.source = p.source)`,
  ),
];

/** Gives customer $2 the highest tier that they or customers $1 have. A price group that was set by hand stays. */
const takeHigherTier = statement(
  'loyalty.takeHigherTier',
  v.object({}),
  `with best as (
     select m.tier_id, m.since, m.until, t.group_id from memberships m join membership_tiers t on t.id = m.tier_id
     where m.customer_id = any($1::uuid[]) or m.customer_id = $2 order by t.position desc limit 1
   ), grouped as (
     update customers c set group_id = best.group_id from best where c.id = $2 and c.group_id is not distinct from (
       select t.group_id from memberships m join membership_tiers t on t.id = m.tier_id where m.customer_id = $2)
   )
   insert into memberships (customer_id, tier_id, since, until) select $2, tier_id, since, until from best
   on conflict (customer_id) do update
   set tier_id = excluded.tier_id, since = excluded.since, until = excluded.until`,
);

/**
 * Sums the rewards that customers $1 and $2, each with the accounts that joined it earlier, got more than once together
 * for an action that is rewarded once per person, day or year: all amounts except the highest. `account_merges` has the
 * pairs of this merge already.
 */
const repeatedRewards = statement(
  'loyalty.repeatedRewards',
  v.object({ kind: v.picklist(WALLET_KINDS), source: v.string(), amount: v.number() }),
  `with recursive joined (id, side) as (
     select id, id from unnest($1::uuid[] || $2::uuid) id
     union select m.from_customer_id, joined.side from account_merges m join joined on m.into_customer_id = joined.id
       where m.from_customer_id <> all ($1)
   ), rewards as (
     select side, kind, source, max(amount) as amount from wallet_entries e join joined on joined.id = e.customer_id
     where e.action = any($3::text[]) and e.amount > 0 group by side, kind, source
   )
   select kind, source, sum(amount)::bigint - max(amount) as amount from rewards
   group by kind, source having count(*) > 1 order by kind, source`,
);

/** Takes back rewards that several accounts had (docs/readings.md#57). The caller has locked and joined the wallets. */
async function takeBackRepeated(ctx: Ctx, from: readonly string[], into: string): Promise<void> {
  const repeated = await ctx.db.rows(repeatedRewards, [from, into, Object.keys(REWARD_ACTIONS)]);
  const changes = repeated.map(({ kind, source, amount }) => {
    const reason = { action: 'repeated', source: `merge:${from[0]}:${source}` } as const;
    return { do: 'take back', kind, amount, ...reason } as const;
  });
  await changeWallets(ctx, into, changes);
}

/**
 * Joins the wallets of the customers `from` to those of `into` by an entry on each side, lot by lot, and moves their
 * other loyalty data, in the lock order of orders and tills. A negative balance of points moves too. Takes back rewards
 * that several of them have, except one.
 */
export async function mergeWallets(ctx: Ctx, from: readonly string[], into: string): Promise<void> {
  if (from.length === 0) return;
  await ctx.db.write(moveReceipts, [from, into]);
  await mergeVouchers(ctx, from, into);
  await ctx.db.write(moveSpend, [from, into]);
  await ctx.db.write(takeHigherTier, [from, into]);
  await reviewCustomer(ctx, into);
  for (const move of moveReferrals) await ctx.db.write(move, [from, into]);
  const wallets = await lockWallets(ctx, [...from, into]);
  for (const move of moveEarnings) await ctx.db.write(move, [from, into]);
  for (const id of from) {
    for (const kind of ['point', 'store_credit'] as const) {
      const { balance, lots } = wallets.get(id)?.[kind] ?? { balance: 0, lots: [] };
      const reason = { kind, action: 'transfer', source: `merge:${id}:${into}` } as const;
      if (balance < 0) {
        await changeWallets(ctx, id, [{ ...reason, do: 'earn', amount: -balance, expires_at: null }]);
        await changeWallets(ctx, into, [{ ...reason, do: 'take back', amount: -balance }]);
      } else if (balance > 0) {
        const transferredLots = lots.map((lot) => ({ ...lot, amount: -lot.amount }));
        await changeWallets(ctx, id, [{ ...reason, do: 'spend', amount: balance }]);
        await changeWallets(ctx, into, [{ ...reason, do: 'give back', lots: transferredLots, grace: ctx.now }]);
      }
    }
  }
  await takeBackRepeated(ctx, from, into);
}

const removeReferralSessions = statement(
  'loyalty.forgetSessions',
  v.object({}),
  'delete from referral_sessions where customer_id = $1',
);

const reversePending = statement(
  'loyalty.forfeitPending',
  v.object({}),
  `update pending_earnings set state = 'reversed' where customer_id = $1 and state = 'pending'`,
);

/**
 * Voids the open referrals and the vouchers of an account that is removed, and forfeits the balances of its wallets, as
 * the page announced. Entries stay for the books.
 */
export async function forfeitWallets(ctx: Ctx, customer_id: string): Promise<void> {
  await ctx.db.write(voidReferrals, [customer_id, ctx.now]);
  await ctx.db.write(removeReferralSessions, [customer_id]);
  await removeVouchers(ctx, { customer_id });
  const wallets = (await lockWallets(ctx, [customer_id])).get(customer_id);
  await ctx.db.write(reversePending, [customer_id]);
  const changes = (['point', 'store_credit'] as const).flatMap((kind): WalletChange[] => {
    const amount = wallets?.[kind].balance ?? 0;
    return amount > 0 ? [{ do: 'spend', kind, amount, action: 'forfeit', source: 'removal' }] : [];
  });
  await changeWallets(ctx, customer_id, changes);
}

/** Exports entries, also those of accounts that joined this one. */
const exportedEntries = exportStatement(
  'loyalty.exportEntries',
  `jsonb_build_object('kind', kind, 'amount', amount, 'balance_after', balance_after, 'action', action,
     'details', details, 'created_at', created_at, 'of_joined_account', customer_id <> $1)`,
  `from wallet_entries where customer_id in (${withJoinedSql('$1')} table joined) order by number`,
);

const exportedPending = exportStatement(
  'loyalty.exportPending',
  `jsonb_build_object('kind', kind, 'amount', amount, 'action', action, 'state', state, 'details', details,
     'available_at', available_at, 'created_at', created_at)`,
  `from pending_earnings where customer_id = $1 and state <> 'available' order by id`,
);

const exportedMembership = exportStatement(
  'loyalty.exportMembership',
  `jsonb_build_object('tier', t.code, 'since', m.since, 'until', m.until)`,
  'from memberships m join membership_tiers t on t.id = m.tier_id where m.customer_id = $1',
);

const exportedCheckIns = exportStatement(
  'loyalty.exportCheckIns',
  `jsonb_build_object('day', day, 'streak', streak)`,
  'from check_ins where customer_id = $1 order by day',
);

const exportedReferrals = exportStatement(
  'loyalty.exportReferrals',
  `jsonb_build_object('state', state, 'reward', reward, 'created_at', created_at)`,
  'from referrals where referrer_id = $1 order by created_at',
);

export async function exportWallets(ctx: Ctx, customer_id: string): Promise<Record<string, unknown>> {
  const [wallet_entries, pending_earnings, membership, check_ins, referrals] = await Promise.all([
    exportRows(ctx.db, exportedEntries, customer_id),
    exportRows(ctx.db, exportedPending, customer_id),
    exportRows(ctx.db, exportedMembership, customer_id),
    exportRows(ctx.db, exportedCheckIns, customer_id),
    exportRows(ctx.db, exportedReferrals, customer_id),
  ]);
  return { wallet_entries, pending_earnings, membership, check_ins, referrals };
}
