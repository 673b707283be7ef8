/** Response shapes of wallets. */
import type { WalletBalance, WalletBalances, WalletEntry } from '@shop/contract/loyalty';
import type { Lang } from '@shop/core/lang';
import type { WalletKind } from '@shop/core/loyalty/wallet';
import type { Sen } from '@shop/core/money';
import type * as v from 'valibot';
import type { LoyaltySettings } from '../content/settings.ts';
import { describeEntry } from './wallets/entry-texts.ts';
import type { customerWallets, EntryRow } from './wallets/wallets.sql.ts';
import { toLots } from './wallets/wallets.ts';

/** Returns the value of an amount of points or coins in sen; 0 for a negative amount. */
export function computeWalletValue(kind: WalletKind, amount: number, { points_per_ringgit }: LoyaltySettings): Sen {
  const worth = Math.max(0, amount);
  return kind === 'store_credit' ? worth : Math.floor((worth * 100) / points_per_ringgit);
}

export const entryView = (
  { customer_id: _, lots: __, rate, details, ...entry }: EntryRow,
  lang: Lang,
): WalletEntry => ({
  ...entry,
  rate: rate === null ? null : rate / 100,
  times: details.times ?? null,
  description: describeEntry(entry.action, details, lang),
});

type WalletRow = v.InferOutput<typeof customerWallets.row>;

export function balancesView(rows: readonly WalletRow[], settings: LoyaltySettings): WalletBalances {
  const balanceOf = (kind: WalletKind): WalletBalance => {
    const { balance, pending, lots } = rows.find((row) => row.kind === kind) ?? { balance: 0, pending: 0, lots: [] };
    const next = toLots(lots).find(({ expires_at }) => expires_at !== null);
    return {
      balance,
      pending,
      value: computeWalletValue(kind, balance, settings),
      next_expiry: next?.expires_at ? { amount: next.amount, at: next.expires_at } : null,
    };
  };
  return { point: balanceOf('point'), store_credit: balanceOf('store_credit') };
}
