/** Wallets for staff: balances and entries of a customer, and adjustments, which are audited. */
import type { StaffWallets } from '@shop/contract/staff/staff-wallets';
import type { WalletKind } from '@shop/core/loyalty/wallet';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { statement } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { entryView } from '../loyalty/loyalty.view.ts';
import { readLoyaltySettings } from '../loyalty/loyalty-settings.ts';
import { computeExpiry } from '../loyalty/rewards/rewards.ts';
import { readBalances } from '../loyalty/wallets/entries.ts';
import { entriesPage } from '../loyalty/wallets/wallets.sql.ts';
import { changeWallets, type WalletChange } from '../loyalty/wallets/wallets.ts';
import { canonicalContact } from '../orders/orders.ts';
import { refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { recordAudit } from './audit.ts';

const walletOwner = statement(
  'staff.walletOwner',
  v.object({ id: v.string(), name: v.string(), email: v.nullable(v.string()), phone: v.nullable(v.string()) }),
  `select id, name, email, phone from customers where status = 'active' and (id = $1 or email = $2 or phone = $2)`,
);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds a customer by id, email or phone. Refuses `request.not_found`. */
async function requireOwner(ctx: Ctx, idOrContact: string): Promise<StaffWallets['customer']> {
  const id = UUID.test(idOrContact) ? idOrContact : null;
  const contact = id === null ? canonicalContact(idOrContact) || null : null;
  return (await ctx.db.row(walletOwner, [id, contact])) ?? refuse('request.not_found');
}

const LATEST_ENTRIES = 50;

export async function readWallets(ctx: Ctx, idOrContact: string): Promise<StaffWallets> {
  const customer = await requireOwner(ctx, idOrContact);
  const [balances, rows] = await Promise.all([
    readBalances(ctx, customer.id),
    ctx.db.rows(entriesPage, [customer.id, ctx.now, null, null, null, null, LATEST_ENTRIES, 0]),
  ]);
  return { customer, balances, entries: rows.map((entry) => entryView(entry, ctx.lang)) };
}

type Adjustment = { kind: WalletKind; amount: number; reason: string };

/** Adds to a wallet, or takes from it, at most its balance. Refuses `request.not_found` and `wallet.too_little_…`. */
export async function adjustWallet(
  ctx: Ctx,
  named: string,
  { kind, amount, reason }: Adjustment,
): Promise<StaffWallets> {
  const { id } = await requireOwner(ctx, named);
  const settings = await readLoyaltySettings(ctx.db);
  await inTransaction(ctx, async (ctx) => {
    const shared = {
      kind,
      action: 'adjustment',
      source: `adjustment:${uuidV7(ctx.now)}`,
      details: { reason },
    } as const;
    const change: WalletChange =
      amount > 0
        ? { do: 'earn', amount, expires_at: computeExpiry(kind, ctx.now, settings), ...shared }
        : { do: 'spend', amount: -amount, ...shared };
    const [entry] = await changeWallets(ctx, id, [change]);
    const balance = entry?.balance_after ?? 0;
    const [before, after] = [{ [kind]: balance - amount }, { [kind]: balance, reason }];
    await recordAudit(ctx, { action: 'staff.adjustWallet', subject: `customer ${id}`, before, after });
  });
  return readWallets(ctx, id);
}
