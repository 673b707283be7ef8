/** The kinds of wallets, and the actions that add or take points and coins (docs/api.md#loyalty). */

/** Points are rewards; store credit is counted in coins of one sen. */
export const WALLET_KINDS = ['point', 'store_credit'] as const;
export type WalletKind = (typeof WALLET_KINDS)[number];

/** Actions that rules reward, and how often each is rewarded. */
export const REWARD_ACTIONS = {
  register: 'once',
  /** Signing up by an outlet's link. */
  welcome: 'once',
  account: 'once',
  profile: 'once',
  first_order: 'once',
  checkin: 'day',
  referral: 'friend',
  birthday: 'year',
} as const;
export type RewardAction = keyof typeof REWARD_ACTIONS;
/** How often a rule rewards; a `multiplier` raises the points of orders and receipts. */
export const REWARD_PERIODS = ['once', 'day', 'order', 'friend', 'year', 'multiplier'] as const;
export type RewardPeriod = (typeof REWARD_PERIODS)[number];

export const isRewardAction = (name: string): name is RewardAction => Object.hasOwn(REWARD_ACTIONS, name);

/** Actions that earn points or coins. */
export const EARN_ACTIONS = ['order', ...(Object.keys(REWARD_ACTIONS) as RewardAction[]), 'review'] as const;
export type EarnAction = (typeof EARN_ACTIONS)[number];

/** The reasons for a wallet entry. */
export const ENTRY_ACTIONS = [
  ...EARN_ACTIONS,
  /** Spent on an order, and returned by its cancellation. */
  'spend',
  'return',
  /** Reversed earnings of a refunded order. */
  'clawback',
  /** Given back or taken again, because the refund that moved it was withdrawn. */
  'refund_withdrawn',
  /** Taken back, because accounts that were joined had both earned it. */
  'repeated',
  'voucher',
  'store_reward',
  'store_redeem',
  'store_reversal',
  'expiry',
  'adjustment',
  'transfer',
  'forfeit',
] as const;
export type EntryAction = (typeof ENTRY_ACTIONS)[number];

/**
 * States of a wallet entry. `pending`: earned by an order that is not complete. `reversed`: taken back by a refund, a
 * reversal at a till, or the removal of the account. `expired`: its remainder has expired. `available`: any other
 * entry.
 */
export const ENTRY_STATES = ['pending', 'available', 'reversed', 'expired'] as const;
