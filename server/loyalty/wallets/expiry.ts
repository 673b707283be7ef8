/** Expires lots of wallets, one entry each, and notifies customers 30 and 7 days ahead (docs/api.md#loyalty). */
import { WALLET_KINDS } from '@shop/core/loyalty/wallet';
import type { Sen } from '@shop/core/money';
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import { type Ctx, publish } from '../../context.ts';
import { statement } from '../../db/database.ts';
import { runInBatches } from '../../db/run-in-batches.ts';
import { inTransaction } from '../../transaction.ts';
import { computeWalletValue } from '../loyalty.view.ts';
import { readLoyaltySettings } from '../loyalty-settings.ts';
import { sumOverDueCustomers } from '../sum-over-customers.ts';
import { customerWallets } from './wallets.sql.ts';
import { changeWallets, lockWallets, toLots, type WalletChange } from './wallets.ts';

const dueWallets = statement(
  'loyalty.dueWallets',
  v.object({ customer_id: v.string() }),
  `select customer_id from wallets where next_expiry_at <= $1
   group by customer_id order by min(next_expiry_at) limit $2`,
);

/**
 * Makes the source of an expiry, with the time of the job: a lot may expire again, if a request from before its expiry
 * gives some of it back after the job.
 */
const formatExpirySource = (expires_at: Date, now: Date): string =>
  `lot:${expires_at.toISOString()}:${now.toISOString()}`;

function expireLots(ctx: Ctx, customer_id: string): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const wallets = (await lockWallets(ctx, [customer_id])).get(customer_id);
    const due = WALLET_KINDS.flatMap((kind) =>
      (wallets?.[kind].lots ?? []).flatMap(({ expires_at }): WalletChange[] =>
        expires_at !== null && expires_at <= ctx.now
          ? [{ do: 'expire', kind, action: 'expiry', source: formatExpirySource(expires_at, ctx.now), due: expires_at }]
          : [],
      ),
    );
    return (await changeWallets(ctx, customer_id, due)).length;
  });
}

/** Expires due lots, in one transaction per customer. Returns how many. Concurrent runs are safe. */
export function expireDueLots(ctx: Ctx): Promise<number> {
  return sumOverDueCustomers(
    (limit) => ctx.db.rows(dueWallets, [ctx.now, limit]),
    (customer_id) => expireLots(ctx, customer_id),
  );
}

/** Lots per batch of notices. */
const BATCH_SIZE = 1_000;

/** Days ahead of the expiry on which customers are notified. */
const FIRST_NOTICE_DAYS = 30;
const LAST_NOTICE_DAYS = 7;

/**
 * Records at $1 notices of the lots of points that expire by $2 (first notice) or by $3 (last notice) and do not have
 * that notice yet; at most $4. Returns the lots.
 */
const insertNotices = statement(
  'loyalty.noteNotices',
  v.object({ customer_id: v.string(), points: v.number(), expires_at: v.date(), days: v.number() }),
  `with lots as (
     select w.customer_id, lot.amount as points, lot.expires_at, case when lot.expires_at <= $3 then ${LAST_NOTICE_DAYS} else ${FIRST_NOTICE_DAYS} end as days
     from wallets w, jsonb_to_recordset(w.lots) as lot (expires_at timestamptz, amount bigint)
     where w.kind = 'point' and w.next_expiry_at <= $2 and lot.expires_at > $1 and lot.expires_at <= $2
   ), noted as (
     insert into expiry_notices (customer_id, expires_at, days, created_at)
     select customer_id, expires_at, days, $1 from lots where not exists (
       select from expiry_notices n
       where n.customer_id = lots.customer_id and n.expires_at = lots.expires_at and n.days <= lots.days)
     order by expires_at limit $4 on conflict do nothing returning customer_id, expires_at, days
   )
   select noted.*, lots.points from noted join lots using (customer_id, expires_at)`,
);

function notifyNext(ctx: Ctx): Promise<number> {
  const daysAhead = (days: number) => new Date(ctx.now.getTime() + days * DAY_MS);
  return inTransaction(ctx, async (ctx) => {
    const limits = [daysAhead(FIRST_NOTICE_DAYS), daysAhead(LAST_NOTICE_DAYS), BATCH_SIZE];
    const notices = await ctx.db.rows(insertNotices, [ctx.now, ...limits]);
    for (const notice of notices) await publish(ctx, { type: 'points.expiring', ...notice });
    return notices.length;
  });
}

/**
 * Notifies customers of points that expire soon: of each lot once 30 and once 7 days ahead, never while loyalty is off.
 * Returns the number of notices.
 */
export async function notifyOfExpiry(ctx: Ctx): Promise<number> {
  if (!(await readLoyaltySettings(ctx.db)).enabled) return 0;
  return runInBatches(BATCH_SIZE, () => notifyNext(ctx));
}

/** Reads how many of the customer's points expire at a time, and their value in sen; null if none are left. */
export async function readExpiringPoints(
  ctx: Ctx,
  customer_id: string,
  expires_at: Date,
): Promise<{ points: number; value: Sen } | null> {
  const [rows, settings] = await Promise.all([
    ctx.db.rows(customerWallets, [customer_id]),
    readLoyaltySettings(ctx.db),
  ]);
  const lots = toLots(rows.find(({ kind }) => kind === 'point')?.lots ?? []);
  const lot = lots.find((each) => each.expires_at?.getTime() === expires_at.getTime());
  return lot === undefined ? null : { points: lot.amount, value: computeWalletValue('point', lot.amount, settings) };
}
