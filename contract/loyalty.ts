/**
 * Wallets of points and coins, membership tiers, the daily check-in and the member card (docs/api.md#loyalty). Amounts
 * of points and coins are whole numbers; a coin is worth one sen.
 */
import { EARN_ACTIONS, ENTRY_ACTIONS, ENTRY_STATES, REWARD_PERIODS, WALLET_KINDS } from '@shop/core/loyalty/wallet';
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { time, uuid } from './common-schemas.ts';
import { listPage, listQuery } from './list-query.ts';
import { money } from './money.ts';

export const walletKind = v.picklist(WALLET_KINDS);

/** A wallet's balance. `value` is its worth in ringgit; `next_expiry` the next amount that expires. */
export const walletBalance = v.object({
  balance: v.number(),
  /** Earned by orders that are not complete yet. */
  pending: v.number(),
  value: money(),
  next_expiry: v.nullable(v.object({ amount: v.number(), at: time() })),
});
export type WalletBalance = v.InferInput<typeof walletBalance>;

export const walletBalances = v.object({ point: walletBalance, store_credit: walletBalance });
export type WalletBalances = v.InferInput<typeof walletBalances>;

/** An entry of a wallet, or earnings that are still pending. Spending and expiry have a negative amount. */
export const walletEntry = v.object({
  id: v.string(),
  kind: walletKind,
  amount: v.number(),
  /** The balance after the entry; for pending earnings, the balance without them. */
  balance_after: v.number(),
  state: v.picklist(ENTRY_STATES),
  action: v.picklist(ENTRY_ACTIONS),
  /** The reason of the entry, in the language of the response. */
  description: v.string(),
  order_id: v.nullable(v.string()),
  /** The source, such as `order:<id>` or `check_in:2026-11-22`; unique by action. */
  source: v.string(),
  /** The amount in ringgit that points were earned for. */
  basis: v.nullable(money()),
  /** Points per ringgit. */
  rate: v.nullable(v.number()),
  /** The multiplier of the rate, as in the month of the birthday; null without one. */
  times: v.nullable(v.number()),
  /** Null while the order is not complete. */
  available_at: v.nullable(time()),
  expires_at: v.nullable(time()),
  created_at: time(),
});
export type WalletEntry = v.InferInput<typeof walletEntry>;

export const membershipTier = v.object({
  id: v.string(),
  code: v.string(),
  name: v.string(),
  /** Spend over twelve months that reaches the tier. */
  qualifying_spend: money(),
  /** Whether products can have a price for its members. */
  has_prices: v.boolean(),
});
export type MembershipTier = v.InferInput<typeof membershipTier>;

/**
 * The reward of an action in a tier. `per` is its frequency: for each ringgit, once, each day, each order or each
 * friend. A `multiplier` multiplies the points of orders and receipts by `amount` in the month of the birthday.
 */
export const earnRule = v.object({
  action: v.picklist(EARN_ACTIONS),
  kind: walletKind,
  /** May have decimals for `per: "ringgit"` and `"multiplier"`. */
  amount: v.number(),
  per: v.picklist(['ringgit', ...REWARD_PERIODS]),
  /** The day of a streak of check-ins; null for other actions. */
  day: v.nullable(v.number()),
});
export type EarnRule = v.InferInput<typeof earnRule>;

/** A voucher that only members of some tiers can get; `value` is for example "RM5". */
const tierVoucher = v.object({ name: v.string(), value: v.string() });
export type TierVoucher = v.InferInput<typeof tierVoucher>;

/** A voucher that is issued for an action, in addition to points or coins; `value` is for example "RM5". */
const rewardVoucher = v.object({ action: v.picklist(EARN_ACTIONS), name: v.string(), value: v.string() });
export type RewardVoucher = v.InferInput<typeof rewardVoucher>;

/**
 * The signed-in customer's tier: spend of the last twelve months, the next tier, and the end of the tier's validity.
 */
export const currentTier = v.object({
  tier: membershipTier,
  spent: money(),
  /** The current multiplier of points for orders and receipts: above 1 in the month of the birthday. */
  times: v.number(),
  next: v.nullable(v.object({ tier: membershipTier, spend_left: money() })),
  until: v.nullable(time()),
  /** Whether an order is complete, after which there is no reward for the first one. */
  has_complete_order: v.boolean(),
});
export type CurrentTier = v.InferInput<typeof currentTier>;

const reward = v.object({ day: v.number(), kind: walletKind, amount: v.number() });

const checkIns = v.object({
  checked_in_today: v.boolean(),
  /** Days in a row, today's included once checked in. */
  streak: v.number(),
  /** Rewards of the days of a streak. */
  rewards: v.array(reward),
  /** When the next check-in is possible. */
  next_at: time(),
});
export type CheckIns = v.InferInput<typeof checkIns>;

export const walletEndpoints = {
  'loyalty.entries': endpoint('loyalty.entries', {
    access: 'me',
    summary: 'Entries of a wallet, newest first; `search` by kind, action or state',
    query: listQuery(),
    response: v.object({ ...listPage(walletEntry).entries, balances: walletBalances }),
    refusals: ['request.not_found'],
  }),
  'loyalty.entry': endpoint('loyalty.entry', {
    access: 'me',
    summary: 'One entry of an own wallet',
    params: v.object({ id: uuid() }),
    response: walletEntry,
    refusals: ['request.not_found'],
  }),
};

export const tierEndpoints = {
  'loyalty.tiers': endpoint('loyalty.tiers', {
    access: 'open',
    summary: 'Membership tiers, what each action earns in each, its vouchers, and the signed-in customer’s own tier',
    response: v.object({
      data: v.array(v.object({ tier: membershipTier, rules: v.array(earnRule), tier_vouchers: v.array(tierVoucher) })),
      vouchers: v.array(rewardVoucher),
      current: v.nullable(currentTier),
    }),
  }),
};

export const checkInEndpoints = {
  'loyalty.checkIns': endpoint('loyalty.checkIns', {
    access: 'me',
    summary: 'The streak of daily check-ins and its rewards',
    response: checkIns,
  }),
  'loyalty.checkIn': endpoint('loyalty.checkIn', {
    access: 'me',
    summary: 'Checks in, at most once a day in Malaysia',
    response: v.object({ ...checkIns.entries, reward: v.nullable(reward) }),
    status: 201,
    refusals: ['checkin.already'],
  }),
};

/** A code that changes every minute. */
export const rotatingCode = v.object({
  code: v.string(),
  barcode: v.string(),
  expires_at: time(),
  /** Seconds until a newer code can be requested. */
  refresh_in: v.number(),
});

export const memberCardEndpoints = {
  'loyalty.memberCard': endpoint('loyalty.memberCard', {
    access: 'me',
    summary: 'The member card for the till: a code that changes every minute, for a QR code and a Code 128 barcode',
    response: rotatingCode,
  }),
};
