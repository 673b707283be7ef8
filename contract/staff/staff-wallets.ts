/**
 * The staff API for wallets: balances and entries, adjustments, liabilities, and the check
 * (docs/api.md#staff-api).
 */
import * as v from 'valibot';
import { endpoint } from '../api/endpoint.ts';
import { multilineText, textLine } from '../common-schemas.ts';
import { walletBalances, walletEntry, walletKind } from '../loyalty.ts';
import { money } from '../money.ts';
import { staffNotification } from './staff.ts';
import { approval } from './staff-approvals.ts';

/** A customer's id, email or phone. */
const customerParams = v.object({ customer: textLine(254) });

export const staffWallets = v.object({
  customer: v.object({
    id: v.string(),
    name: v.string(),
    email: v.nullable(v.string()),
    phone: v.nullable(v.string()),
  }),
  balances: walletBalances,
  /** The latest ones, newest first. */
  entries: v.array(walletEntry),
});
export type StaffWallets = v.InferInput<typeof staffWallets>;

/** Positive balances with their value in ringgit, negative balances, and points that are pending. */
const liability = v.object({
  wallets: v.number(),
  balance: v.number(),
  value: money(),
  negative: v.number(),
  pending: v.number(),
});

const MAX_WHOLE = 100_000_000;
const amount = v.pipe(v.number(), v.integer(), v.minValue(-MAX_WHOLE), v.maxValue(MAX_WHOLE), v.notValue(0));

export const staffWalletsEndpoints = {
  'staff.wallets': endpoint('staff.wallets', {
    access: 'staff',
    roles: ['support', 'finance'],
    summary: 'Balances, latest entries and latest notifications of a customer, by id, email or phone',
    params: customerParams,
    response: v.object({ ...staffWallets.entries, notifications: v.array(staffNotification) }),
    refusals: ['request.not_found'],
  }),
  'staff.adjustWallet': endpoint('staff.adjustWallet', {
    access: 'staff',
    roles: ['support', 'finance'],
    summary:
      'Adds points or coins to a wallet, or takes them; the customer reads the reason; above the shop’s limit once a second person approves it',
    params: customerParams,
    body: v.object({ kind: walletKind, amount, reason: v.pipe(multilineText(200), v.nonEmpty()) }),
    /** `approval` is null where the change is made. */
    response: v.object({ ...staffWallets.entries, approval: v.nullable(approval) }),
    refusals: ['request.not_found', 'wallet.too_little_point', 'wallet.too_little_store_credit', 'request.idempotency'],
    idempotent: true,
  }),
  'staff.walletLiability': endpoint('staff.walletLiability', {
    access: 'staff',
    roles: ['finance'],
    summary: 'What all wallets hold, and what it is worth',
    response: v.object({ point: liability, store_credit: liability }),
  }),
  'staff.checkWallets': endpoint('staff.checkWallets', {
    access: 'staff',
    roles: ['finance'],
    summary: 'Checks that the balance and lots of every wallet follow from its entries',
    response: v.object({
      wallets: v.number(),
      wrong: v.array(v.object({ customer_id: v.string(), kind: walletKind, balance: v.number(), entries: v.number() })),
    }),
  }),
};
