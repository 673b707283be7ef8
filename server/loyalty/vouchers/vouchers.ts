/** Vouchers that points or coins buy (docs/api.md#loyalty). */
import type { ListQuery } from '@shop/contract/list-query';
import type { Voucher } from '@shop/contract/vouchers';
import { textIn } from '@shop/core/lang';
import type { WalletKind } from '@shop/core/loyalty/wallet';
import { type Refusal, refusal } from '@shop/core/refusal';
import { startOfMonth } from '@shop/core/time';
import type * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { lockRows } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { lockCustomer } from '../../identity/identity.sql.ts';
import { requireCustomer } from '../../identity/identity.ts';
import { listRows, type ReferenceFields } from '../../lists/reference-list.ts';
import { Refused, refuse } from '../../refuse.ts';
import { inTransaction } from '../../transaction.ts';
import { readLoyaltySettings, requireProgram } from '../loyalty-settings.ts';
import { customerWallets } from '../wallets/wallets.sql.ts';
import { changeWallets } from '../wallets/wallets.ts';
import * as sql from './vouchers.sql.ts';
import { voucherView } from './vouchers.view.ts';

type OfferedVoucher = v.InferOutput<typeof sql.offeredVouchers.row>;

/** Checks whether the customer's tier may have a voucher. */
function checkTier({ lang }: Ctx, { is_for_tier, tiers }: OfferedVoucher): Refusal | null {
  if (is_for_tier) return null;
  return refusal('voucher.tier', { tier: tiers.map(({ en, zh }) => textIn(lang, en, zh)).join(', ') });
}

/** Checks tier, limits and balance as a purchase does, but without a lock. */
function checkPurchase(ctx: Ctx, candidate: OfferedVoucher, balance: (kind: WalletKind) => number): Refusal | null {
  const { voucher, bought, own } = candidate;
  const { total_limit, customer_limit, cost_kind, cost_amount } = voucher;
  const tier = checkTier(ctx, candidate);
  if (tier !== null) return tier;
  if (total_limit !== null && bought >= total_limit) return refusal('voucher.sold_out');
  if (customer_limit !== null && own >= customer_limit) return refusal('voucher.limit');
  const missing = cost_amount - Math.max(0, balance(cost_kind));
  return missing <= 0 ? null : refusal(`wallet.too_little_${cost_kind}`, { amount: missing });
}

/**
 * Loads the vouchers that can be bought now, none while loyalty is off. A signed-in customer gets with each the reason
 * why they cannot buy it now; a guest the tiers that it is for.
 */
async function loadOfferedVouchers(ctx: Ctx): Promise<Voucher[]> {
  const customer_id = ctx.actor.kind === 'customer' ? ctx.actor.id : null;
  if (!(await readLoyaltySettings(ctx.db)).enabled) return [];
  const [vouchers, wallets] = await Promise.all([
    ctx.db.rows(sql.offeredVouchers, [ctx.now, customer_id, startOfMonth(ctx.now)]),
    customer_id === null ? [] : ctx.db.rows(customerWallets, [customer_id]),
  ]);
  const balance = (kind: WalletKind) => wallets.find((wallet) => wallet.kind === kind)?.balance ?? 0;
  const forCustomer = vouchers.filter(({ is_for_customer }) => is_for_customer);
  return forCustomer.map((each) => {
    const why_not = customer_id === null ? checkTier(ctx, each) : checkPurchase(ctx, each, balance);
    return voucherView(each.voucher, each.bought, why_not, ctx.lang);
  });
}

const VOUCHER_FIELDS: ReferenceFields<Voucher> = {
  search: {
    code: ({ code }) => code,
    name: ({ name }) => name,
    usable: ({ usable }) => usable.join(','),
  },
  sorts: { name: ({ name }) => name, code: ({ code }) => code },
  free: ['code', 'name'],
};

export async function listVouchers(ctx: Ctx, query: ListQuery) {
  return listRows(await loadOfferedVouchers(ctx), query, VOUCHER_FIELDS);
}

/** Finds a voucher that can be bought. Refuses `voucher.not_found`. */
export async function requireVoucher(ctx: Ctx, id: string): Promise<Voucher> {
  return (await loadOfferedVouchers(ctx)).find((each) => each.id === id) ?? refuse('voucher.not_found');
}

/**
 * Buys a voucher for the signed-in customer, in one transaction: counts it, takes its cost from the wallet and issues
 * it. Returns the id of the own voucher. Refuses `voucher.not_found`, `voucher.first_order`, `voucher.tier`,
 * `voucher.sold_out`, `voucher.limit`, and `wallet.too_little_point` or `wallet.too_little_store_credit`.
 */
export function buyVoucher(ctx: Ctx, voucher_id: string): Promise<string> {
  const { id: customer_id } = requireCustomer(ctx);
  return inTransaction(ctx, async (ctx) => {
    await requireProgram(ctx);
    if ((await lockRows(ctx.db, lockCustomer, [customer_id])).length === 0) refuse('auth.token_invalid');
    const month = startOfMonth(ctx.now);
    const vouchers = await ctx.db.rows(sql.offeredVouchers, [ctx.now, customer_id, month]);
    const candidate = vouchers.find((each) => each.voucher.id === voucher_id) ?? refuse('voucher.not_found');
    const { voucher } = candidate;
    if (!candidate.is_for_customer) refuse('voucher.first_order');
    const tier = checkTier(ctx, candidate);
    if (tier !== null) throw new Refused(tier);
    const counts = await lockRows(ctx.db, sql.takeVoucher, [voucher.id, ctx.now]);
    if (counts.length === 0) refuse('voucher.sold_out');
    const id = uuidV7(ctx.now);
    const ownVoucher = await ctx.db.row(sql.issueBoughtVoucher, [id, voucher.id, customer_id, ctx.now, month]);
    if (ownVoucher === null) refuse('voucher.limit');
    const { cost_kind: kind, cost_amount: amount, name_en: voucher_en, name_zh: voucher_zh } = voucher;
    const details = { voucher_en, voucher_zh };
    const spending = { do: 'spend', kind, action: 'voucher', source: `voucher:${id}`, amount, details } as const;
    if (amount > 0) await changeWallets(ctx, customer_id, [spending]);
    return id;
  });
}
