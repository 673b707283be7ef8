/** Reads and changes favourites (docs/spec.md §8 "My Favourite"); changes show at once. */

import { ApiError } from '@shop/contract/api/api-error';
import type { ResponseOf } from '@shop/contract/api/client';
import type { Lang } from '@shop/core/lang';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../api/api.ts';
import { langQuery, type Scope, SETTINGS_STALE_MS } from '../api/query-client.ts';
import { useTokenScope } from '../api/tokens.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { toast } from '../ui/toasts/toast.ts';

export type Favourite = ResponseOf<'wishlist.list'>['data'][number];
type Favourites = readonly Favourite[];

/** The highest limit of a page of the list. */
const MAX_LIMIT = '100';

/** Fetches all favourites, newest first: every heart needs them, and a customer has a few hundred at most. */
async function fetchAllFavourites(lang: Lang, signal: AbortSignal): Promise<Favourites> {
  const page = (number: number) =>
    api('wishlist.list', { query: { limit: MAX_LIMIT, page: String(number), ...langQuery(lang) } }, { signal });
  const first = await page(1);
  const rest = await Promise.all(Array.from({ length: Math.max(0, first.last_page - 1) }, (_, i) => page(i + 2)));
  return [first, ...rest].flatMap(({ data }) => data);
}

export const favouritesQuery = (lang: Lang, scope: Scope) => ({
  queryKey: ['wishlist.list', lang, { all: true }, scope] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchAllFavourites(lang, signal),
  enabled: scope !== 'guest',
  staleTime: SETTINGS_STALE_MS,
  retry: false,
});

/** Returns whether a product is the signed-in customer's favourite. */
export function useIsFavourite(product_id: string): boolean {
  const query = favouritesQuery(useLang(), useTokenScope());
  const select = useCallback((all: Favourites) => all.some(({ id }) => id === product_id), [product_id]);
  return useQuery({ ...query, select }).data ?? false;
}

/** Adds a product as the first of the list, or removes it. */
function applyFavourite(all: Favourites, product: Favourite, isFavourite: boolean): Favourites {
  const others = all.filter(({ id }) => id !== product.id);
  return isFavourite ? [product, ...others] : others;
}

async function save(product: Favourite, isFavourite: boolean, lang: Lang): Promise<void> {
  const query = langQuery(lang);
  if (isFavourite) await api('wishlist.add', { body: { product_id: product.id }, query });
  else await api('wishlist.remove', { params: { product_id: product.id }, query });
}

/** Shows the change, sends it, and rolls it back if it is refused. */
async function changeFavourite(
  queries: QueryClient,
  key: ReturnType<typeof favouritesQuery>['queryKey'],
  product: Favourite,
  isFavourite: boolean,
): Promise<boolean> {
  await queries.cancelQueries({ queryKey: key });
  const show = (now: boolean) =>
    queries.setQueryData<Favourites>(key, (all) => (all === undefined ? all : applyFavourite(all, product, now)));
  show(isFavourite);
  try {
    await save(product, isFavourite, key[1]);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    show(!isFavourite);
    return false;
  } finally {
    // Hearts that mount meanwhile request the list, which may lack this change; without data TanStack Query would share
    // that request instead of sending another.
    await queries.cancelQueries({ queryKey: key });
    const refetch = queries.invalidateQueries({ queryKey: ['wishlist.list'] });
    // Without data, waits for the list, so that the heart is filled before the confirmation shows.
    if (queries.getQueryData(key) === undefined) await refetch;
  }
}

/** Adds a product to the favourites or removes it, and confirms it in the words of docs/spec.md §8. */
export function useChangeFavourite(): (product: Favourite, isFavourite: boolean) => Promise<void> {
  const t = useT();
  const queries = useQueryClient();
  const { queryKey } = favouritesQuery(useLang(), useTokenScope());
  return async (product, isFavourite) => {
    const isSaved = await changeFavourite(queries, queryKey, product, isFavourite);
    if (!isSaved) toast(t('wishlist.failed'), { kind: 'error' });
    else toast(t(isFavourite ? 'wishlist.added' : 'wishlist.removed'), { kind: 'success' });
  };
}
