/**
 * Checks that every wallet's balance and lots follow from its entries, and sums the liabilities of the shop
 * (docs/api.md#loyalty).
 */
import { WALLET_KINDS, type WalletKind } from '@shop/core/loyalty/wallet';
import type { Sen } from '@shop/core/money';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/database.ts';
import { recordWalletCheck } from '../../metrics/measurements.ts';
import { computeWalletValue } from '../loyalty.view.ts';
import { readLoyaltySettings } from '../loyalty-settings.ts';

const kind = v.picklist(WALLET_KINDS);

/** Reads the wallets of the $2 customers after customer $1, with the sums of their entries. */
const walletSums = statement(
  'loyalty.walletSums',
  v.object({
    customer_id: v.string(),
    kind,
    balance: v.number(),
    entries: v.number(),
    is_right: v.boolean(),
  }),
  `with page as (
     select distinct customer_id from wallets where customer_id > $1 order by customer_id limit $2
   )
   select w.customer_id, w.kind, w.balance, sums.entries, w.balance = sums.entries and wallet_lots.lots = entry_lots.lots
     and wallet_lots.total = greatest(w.balance, 0) as is_right
   from page join wallets w using (customer_id), lateral (
     select coalesce(sum(e.amount), 0)::bigint as entries
     from wallet_entries e where e.customer_id = w.customer_id and e.kind = w.kind
   ) sums, lateral (
     select coalesce(jsonb_object_agg(coalesce(lot.expires_at::text, ''), lot.amount), '{}') as lots,
       coalesce(sum(lot.amount), 0) as total
     from jsonb_to_recordset(w.lots) as lot (expires_at timestamptz, amount bigint)
   ) wallet_lots, lateral (
     select coalesce(jsonb_object_agg(coalesce(each.expires_at::text, ''), each.amount), '{}') as lots from (
       select lot.expires_at, sum(lot.amount) as amount from wallet_entries e,
         jsonb_to_recordset(e.lots) as lot (expires_at timestamptz, amount bigint)
       where e.customer_id = w.customer_id and e.kind = w.kind group by lot.expires_at having sum(lot.amount) <> 0
     ) each
   ) entry_lots
   order by w.customer_id, w.kind`,
);

const CUSTOMERS_PER_BATCH = 1_000;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** A wallet that its entries do not explain. `entries` is their sum. */
export type InconsistentWallet = { customer_id: string; kind: WalletKind; balance: number; entries: number };

/** Checks all wallets: sums of entries, and lots by expiry. */
export async function checkWallets({ db }: Pick<Ctx, 'db'>): Promise<{ wallets: number; wrong: InconsistentWallet[] }> {
  const wrong: InconsistentWallet[] = [];
  let wallets = 0;
  for (let after = LOWEST_ID; ; ) {
    const page = await db.rows(walletSums, [after, CUSTOMERS_PER_BATCH]);
    wallets += page.length;
    for (const { is_right, ...wallet } of page) if (!is_right) wrong.push(wallet);
    const last = page.at(-1);
    if (last === undefined) return { wallets, wrong };
    after = last.customer_id;
  }
}

const MAX_LOGGED_WALLETS = 20;

/** Checks all wallets; throws if one is wrong, which fails the daily job and is logged. */
export async function requireConsistentWallets(ctx: Ctx): Promise<void> {
  const { wrong } = await checkWallets(ctx);
  recordWalletCheck(wrong.length, ctx.now);
  if (wrong.length === 0) return;
  const some = JSON.stringify(wrong.slice(0, MAX_LOGGED_WALLETS));
  throw new Error(`${wrong.length} wallets do not follow from their entries, of which: ${some}`);
}

const liabilities = statement(
  'loyalty.liability',
  v.object({ kind, wallets: v.number(), balance: v.number(), negative: v.number(), pending: v.number() }),
  `select each.kind, count(w.balance) as wallets, coalesce(sum(greatest(w.balance, 0)), 0)::bigint as balance,
     coalesce(sum(least(w.balance, 0)), 0)::bigint as negative,
     (select coalesce(sum(amount), 0)::bigint from pending_earnings p where p.kind = each.kind and state = 'pending') as pending
   from unnest(array['point', 'store_credit']) as each (kind) left join wallets w on w.kind = each.kind
   group by each.kind`,
);

/**
 * Totals over all wallets of one kind: positive balances, their value in sen, negative balances, and pending earnings.
 */
export type Liability = { wallets: number; balance: number; value: Sen; negative: number; pending: number };

export async function readLiability({ db }: Pick<Ctx, 'db'>): Promise<Record<WalletKind, Liability>> {
  const [rows, settings] = await Promise.all([db.rows(liabilities), readLoyaltySettings(db)]);
  const totalsOf = (kind: WalletKind): Liability => {
    const totals = rows.find((row) => row.kind === kind) ?? { wallets: 0, balance: 0, negative: 0, pending: 0 };
    const { wallets, balance, negative, pending } = totals;
    return { wallets, balance, value: computeWalletValue(kind, balance, settings), negative, pending };
  };
  return { point: totalsOf('point'), store_credit: totalsOf('store_credit') };
}
