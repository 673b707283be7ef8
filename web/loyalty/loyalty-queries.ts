/** Queries of wallets, tiers, check-ins and vouchers. */
import type { Lang } from '@shop/core/lang';
import type { OwnVoucherStatus } from '@shop/core/loyalty/voucher';
import type { WalletKind } from '@shop/core/loyalty/wallet';
import type { QueryClient } from '@tanstack/react-query';
import { personalPages, personalQuery, type Scope, SETTINGS_STALE_MS } from '../api/query-client.ts';

/** Returns the owner of a cache entry: all guests share one, because they get the same response. */
const ownerOf = (scope: Scope): Scope => (scope === 'guest' ? 'anyone' : scope);

/** Queries the tiers and what each action earns; for a customer, their own tier too. */
export const tiersQuery = (lang: Lang, scope: Scope) =>
  personalQuery('loyalty.tiers', lang, {}, ownerOf(scope), SETTINGS_STALE_MS);

/** Queries the balances of both wallets, which come with the entries. */
export const balancesQuery = (lang: Lang, scope: Scope) => ({
  ...personalQuery('loyalty.entries', lang, { query: { limit: '1' } }, scope, 0),
  enabled: scope !== 'guest',
});

/** A filter of a wallet's entries: a condition of `search`, such as `state:pending`. */
export type EntryFilter = 'pending' | 'order' | 'spend' | 'voucher' | 'checkin' | 'expiry';

const FILTER_CONDITIONS: Readonly<Record<EntryFilter, string>> = {
  pending: 'state:pending',
  order: 'action:order',
  spend: 'action:spend',
  voucher: 'action:voucher',
  checkin: 'action:checkin',
  expiry: 'action:expiry',
};

/** Queries a wallet's entries page by page, newest first. */
export const entryPages = (lang: Lang, scope: Scope, kind: WalletKind, filter: EntryFilter | null) => {
  const search = [`kind:${kind}`, ...(filter === null ? [] : [FILTER_CONDITIONS[filter]])].join(';');
  return personalPages('loyalty.entries', lang, { query: { limit: '20', search, searchJoin: 'and' } }, scope);
};

export const checkInsQuery = (lang: Lang, scope: Scope) => ({
  ...personalQuery('loyalty.checkIns', lang, {}, scope, 0),
  enabled: scope !== 'guest',
});

/** Queries the vouchers that can be bought. */
export const vouchersQuery = (lang: Lang, scope: Scope) =>
  personalQuery('vouchers.list', lang, { query: { limit: '100' } }, ownerOf(scope), SETTINGS_STALE_MS);

/** Queries the customer's vouchers of a status page by page, earliest expiry first. */
export const ownVoucherPages = (lang: Lang, scope: Scope, status: OwnVoucherStatus) => ({
  ...personalPages('vouchers.own', lang, { query: { search: `status:${status}` } }, scope),
  enabled: scope !== 'guest',
});

/** Queries the code of the member card. */
export const memberCardQuery = (lang: Lang, scope: Scope) => personalQuery('loyalty.memberCard', lang, {}, scope, 0);

/** Queries the code by which a till redeems a voucher. */
export const storeCodeQuery = (lang: Lang, scope: Scope, id: string) =>
  personalQuery('vouchers.storeCode', lang, { params: { id } }, scope, 0);

/** Refetches wallets, vouchers and the customer, after a change of a wallet. */
export async function refreshWallets(queries: QueryClient): Promise<void> {
  const isWallet = ({ queryKey: [name] }: { queryKey: readonly unknown[] }) =>
    /^(loyalty|vouchers)\.|^identity\.me$/.test(String(name));
  await queries.invalidateQueries({ predicate: isWallet });
}
