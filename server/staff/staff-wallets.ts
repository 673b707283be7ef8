/** Wallets for staff: balances and entries of a customer, and adjustments, which are audited. */
import type { StaffWallets } from '@shop/contract/staff/staff-wallets';
import type { WalletKind } from '@shop/core/loyalty/wallet';
import type { Sen } from '@shop/core/money';
import { needsSecondPerson } from '@shop/core/staff/approvals';
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { statement } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { computeWalletValue, entryView } from '../loyalty/loyalty.view.ts';
import { readLoyaltySettings } from '../loyalty/loyalty-settings.ts';
import { computeExpiry } from '../loyalty/rewards/rewards.ts';
import { readBalances } from '../loyalty/wallets/entries.ts';
import { entriesPage } from '../loyalty/wallets/wallets.sql.ts';
import { changeWallets, lockWallets, type WalletChange } from '../loyalty/wallets/wallets.ts';
import { normalizeContact } from '../orders/orders.ts';
import { refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { recordAudit } from './audit.ts';
import { type ApprovalRow, adjustedSince, type WalletAdjustmentApproval } from './staff-approvals.sql.ts';
import { readApprovalSettings, requestApproval } from './staff-approvals.ts';

const walletOwner = statement(
  'staff.walletOwner',
  v.object({ id: v.string(), name: v.string(), email: v.nullable(v.string()), phone: v.nullable(v.string()) }),
  `select id, name, email, phone from customers where status = 'active' and (id = $1 or email = $2 or phone = $2)`,
);

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds a customer by id, email or phone. Refuses `request.not_found`. */
async function requireOwner(ctx: Ctx, idOrContact: string): Promise<StaffWallets['customer']> {
  const id = UUID_PATTERN.test(idOrContact) ? idOrContact : null;
  const contact = id === null ? normalizeContact(idOrContact) || null : null;
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

/** Adjustments of one customer's wallets count together for a day, so that small ones do not pass the limit. */
const COUNTING_PERIOD_MS = DAY_MS;

type Adjustment = { kind: WalletKind; amount: number; reason: string };

/** Makes an adjustment in a transaction. Refuses `wallet.too_little_…`. */
async function makeAdjustment(ctx: Ctx, customer_id: string, { kind, amount, reason }: Adjustment): Promise<void> {
  const settings = await readLoyaltySettings(ctx.db);
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
  const [entry] = await changeWallets(ctx, customer_id, [change]);
  const balance = entry?.balance_after ?? 0;
  const toAuditValues = (count: number) => (kind === 'point' ? { point: count } : { store_credit: count });
  const [before, after] = [toAuditValues(balance - amount), { ...toAuditValues(balance), reason }];
  await recordAudit(ctx, { action: 'staff.adjustWallet', subject: `customer ${customer_id}`, before, after });
}

/** Returns the value of an adjustment and of those of the day before it, without signs; the wallets are locked. */
async function sumAdjustments(ctx: Ctx, customer_id: string, { kind, amount }: Adjustment): Promise<Sen> {
  const settings = await readLoyaltySettings(ctx.db);
  const earlier = await ctx.db.rows(adjustedSince, [customer_id, new Date(ctx.now.getTime() - COUNTING_PERIOD_MS)]);
  const all = [...earlier, { kind, amount: Math.abs(amount) }];
  return all.reduce((sum, each) => sum + computeWalletValue(each.kind, each.amount, settings), 0);
}

/**
 * Adds to a wallet, or takes from it, at most its balance; above the shop's limit, requests the approval of a second
 * person instead. Refuses `request.not_found` and `wallet.too_little_…`.
 */
export async function adjustWallet(
  ctx: Ctx,
  idOrContact: string,
  adjustment: Adjustment,
): Promise<StaffWallets & { approval: ApprovalRow | null }> {
  const { id } = await requireOwner(ctx, idOrContact);
  const { wallets_above } = await readApprovalSettings(ctx.db);
  return inTransaction(ctx, async (ctx) => {
    let approval: ApprovalRow | null = null;
    if (wallets_above !== null) {
      // Under the lock, so that two adjustments at once are counted together.
      await lockWallets(ctx, [id]);
      const value = await sumAdjustments(ctx, id, adjustment);
      if (needsSecondPerson(value, wallets_above)) {
        const change = { customer_id: id, ...adjustment };
        approval = await requestApproval(ctx, {
          kind: 'wallet_adjustment',
          subject: `customer ${id}`,
          value,
          change,
        });
      }
    }
    if (approval === null) await makeAdjustment(ctx, id, adjustment);
    // Read before the commit: a call that fails has adjusted nothing.
    return { ...(await readWallets(ctx, id)), approval };
  });
}

/**
 * Makes an approved adjustment in the transaction that approves it. Refuses `request.not_found` and
 * `wallet.too_little_…` as they are now.
 */
export async function makeApprovedAdjustment(ctx: Ctx, { change }: WalletAdjustmentApproval): Promise<void> {
  const { customer_id, ...adjustment } = change;
  const owner = await requireOwner(ctx, customer_id);
  await makeAdjustment(ctx, owner.id, adjustment);
}
