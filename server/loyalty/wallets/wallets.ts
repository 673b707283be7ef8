/**
 * Writes the entries of wallets: the only file that does. Wallets are locked first, the lots move by the rules of
 * `core/loyalty/lots.ts`, and the entry, the lots and the balance are written together (docs/api.md#loyalty).
 */
import {
  credit,
  debit,
  expireLots,
  giveBack,
  type Lot,
  sliceDebit,
  takeBack,
  type Wallet,
  type WalletMove,
} from '@shop/core/loyalty/lots';
import type { EntryAction, WalletKind } from '@shop/core/loyalty/wallet';
import { refusal } from '@shop/core/refusal';
import type { Ctx } from '../../context.ts';
import { type Db, lockRows } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { Refused } from '../../refuse.ts';
import * as sql from './wallets.sql.ts';

/** The reason for an entry. `source` is unique for the wallet and action. */
export type EntryReason = {
  action: EntryAction;
  source: string;
  order_id?: string | null;
  /** Sen that points were earned for. */
  basis?: number | null;
  /** Hundredths of a point per ringgit. */
  rate?: number | null;
  details?: sql.EntryDetails;
  /** The id of the pending earnings that become this entry. */
  id?: string;
};

/**
 * A change of a wallet, in whole points or coins. `spend` refuses an amount above the balance; `take back` may make
 * points negative, and takes at most the remaining coins. `give back` returns the lots that an entry took. `take added`
 * takes the amount back from the `lots` to which an entry added it, and refuses an amount above the balance. `expire`
 * removes the lots that expire at `due` or before.
 */
export type WalletChange = { kind: WalletKind } & EntryReason &
  (
    | { do: 'earn'; amount: number; expires_at: Date | null }
    | { do: 'spend' | 'take back'; amount: number }
    | { do: 'take added'; amount: number; lots: readonly Lot[] }
    | { do: 'give back'; lots: readonly Lot[]; grace: Date }
    | { do: 'expire'; due: Date }
  );

/** The wallets of one customer, locked. */
export type LockedWallets = Record<WalletKind, Wallet>;

export const toLots = (stored: sql.StoredLots): Lot[] =>
  stored.map(({ expires_at, amount }) => ({ expires_at: expires_at === null ? null : new Date(expires_at), amount }));

/** Wallets that an open transaction has locked, by customer. `changeWallets` updates them. */
const walletsByTransaction = new WeakMap<Db, Map<string, LockedWallets>>();

/**
 * Locks the wallets of customers, in the order of their ids, until the transaction ends. A transaction locks all that
 * it needs at once, and may lock the same ones again.
 */
export async function lockWallets(
  ctx: Pick<Ctx, 'db'>,
  customers: readonly string[],
): Promise<ReadonlyMap<string, LockedWallets>> {
  const lockedBefore = walletsByTransaction.get(ctx.db);
  if (lockedBefore !== undefined && customers.every((id) => lockedBefore.has(id))) return lockedBefore;
  const locked = new Map<string, LockedWallets>();
  for (const { customer_id, kind, balance, lots } of await lockRows(ctx.db, sql.lockWallets, [
    [...new Set(customers)],
  ])) {
    const empty = { balance: 0, lots: [] };
    const others = locked.get(customer_id) ?? { point: empty, store_credit: empty };
    locked.set(customer_id, { ...others, [kind]: { balance, lots: toLots(lots) } });
  }
  walletsByTransaction.set(ctx.db, locked);
  return locked;
}

/** Applies a change to a locked wallet; null if it moves nothing. */
function applyChange(
  ctx: Pick<Ctx, 'now'>,
  wallet: Wallet,
  change: WalletChange,
): (WalletMove & { amount: number }) | null {
  if (change.do === 'expire') return expireLots(wallet, change.due);
  if (change.do === 'give back') {
    const amount = -change.lots.reduce((sum, lot) => sum + lot.amount, 0);
    return amount === 0 ? null : { ...giveBack(wallet, change.lots, ctx.now, change.grace), amount };
  }
  if (change.do === 'earn') {
    return change.amount === 0 ? null : { ...credit(wallet, change.amount, change.expires_at), amount: change.amount };
  }
  const left = Math.max(0, wallet.balance);
  if ((change.do === 'spend' || change.do === 'take added') && change.amount > left) {
    throw new Refused(refusal(`wallet.too_little_${change.kind}`, { amount: change.amount - left }));
  }
  if (change.do === 'take added') {
    const { amount, lots } = change;
    return amount === 0 ? null : { ...takeBack(wallet, amount, lots), amount: -amount };
  }
  const amount = change.kind === 'store_credit' ? Math.min(change.amount, left) : change.amount;
  return amount === 0 ? null : { ...debit(wallet, amount), amount: -amount };
}

/** An entry as it was written. */
export type WrittenEntry = { id: string; kind: WalletKind; amount: number; balance_after: number };

/**
 * Changes a customer's wallets in the open transaction and writes one entry for each change that moves anything, in
 * their order. Locks the wallets unless the transaction has locked them. Refuses `wallet.too_little_point` and
 * `wallet.too_little_store_credit`.
 */
export async function changeWallets(
  ctx: Pick<Ctx, 'db' | 'now'>,
  customer_id: string,
  changes: readonly WalletChange[],
): Promise<WrittenEntry[]> {
  const locked = await lockWallets(ctx, [customer_id]);
  const wallets = locked.get(customer_id);
  if (wallets === undefined) throw new Error('The wallets of a customer were not locked');
  const entries = changes.flatMap((change) => {
    const { kind, action, source, order_id = null, basis = null, rate = null, details = {} } = change;
    const move = applyChange(ctx, wallets[kind], change);
    if (move === null) return [];
    wallets[kind] = move.wallet;
    const { amount, lots } = move;
    const id = change.id ?? uuidV7(ctx.now);
    const balance_after = move.wallet.balance;
    const entry = {
      id,
      customer_id,
      kind,
      amount,
      balance_after,
      lots,
      action,
      source,
      order_id,
      basis,
      rate,
      details,
    };
    return [{ ...entry, created_at: ctx.now }];
  });
  if (entries.length === 0) return [];
  const rows = [...new Set(entries.map(({ kind }) => kind))].map((kind) => {
    const { balance, lots } = wallets[kind];
    return { customer_id, kind, balance, lots, next_expiry_at: lots[0]?.expires_at ?? null };
  });
  await ctx.db.write(sql.writeEntries, [JSON.stringify(entries), JSON.stringify(rows)]);
  return entries.map(({ id, kind, amount, balance_after }) => ({ id, kind, amount, balance_after }));
}

/** A part of the amount spent from one wallet: `amount` after the first `before` of it. */
export type SpentPart = { before: number; amount: number };

type SpendReturn = Omit<EntryReason, 'action'> & {
  grace: Date;
  /** The source of the new entries. */
  by: string;
  parts: Readonly<Record<WalletKind, SpentPart>>;
};

/**
 * Returns parts of the points and coins that the `spend` entries of `source` took, in new entries under the source
 * `by`. Skips a wallet that already has a `return` entry under `source` itself. Lots that expired meanwhile now expire
 * at `grace`.
 */
export async function giveBackSpent(
  ctx: Ctx,
  customer_id: string,
  { source, by, parts, order_id = null, details = {}, grace }: SpendReturn,
): Promise<WrittenEntry[]> {
  await lockWallets(ctx, [customer_id]);
  const entries = await ctx.db.rows(sql.entriesOfSource, [customer_id, source, order_id]);
  const isReturned = (kind: WalletKind) => entries.some((entry) => entry.kind === kind && entry.action === 'return');
  return changeWallets(
    ctx,
    customer_id,
    entries
      .filter(({ action, kind }) => action === 'spend' && !isReturned(kind))
      .map(({ kind, lots }) => ({
        do: 'give back',
        kind,
        action: 'return',
        source: by,
        order_id,
        details,
        lots: sliceDebit(toLots(lots), parts[kind].before, parts[kind].amount),
        grace,
      })),
  );
}
