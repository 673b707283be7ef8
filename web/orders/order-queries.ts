/** Queries of orders: by signed link, by number and contact, and of the signed-in customer. */
import type { ResponseOf } from '@shop/contract/client';
import type { Lang } from '@shop/core/lang';
import type { UseQueryOptions } from '@tanstack/react-query';
import { create } from 'zustand';
import { api } from '../api.ts';
import { endpointKey, langQuery, personalPages, personalQuery, type Scope } from '../query-client.ts';

export type OrderAnswer = ResponseOf<'orders.order'>;
export type TrackAnswer = ResponseOf<'orders.track'>;

/** Proof of access to an order: its link's token, or the phone or email it was placed with. */
export type Proof = { token: string } | { contact: string };

/** Query key of the access. A contact never goes into a URL or into a key that is stored. */
const SCOPE = 'order';

/** Refetches whenever the page opens, because an order's status changes at any time. */
const options = { staleTime: 0, retry: false } as const;

/** Queries a complete order by its link. */
export function orderQuery(lang: Lang, order_number: string, token: string) {
  return {
    ...options,
    queryKey: endpointKey('orders.order', lang, { query: { order_number, token } }, SCOPE),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<OrderAnswer> =>
      api('orders.order', { query: { order_number, token, ...langQuery(lang) } }, { signal }),
  };
}

/** Queries an order without personal data, by its number and contact. */
export function trackQuery(lang: Lang, order_number: string, contact: string) {
  return {
    ...options,
    queryKey: endpointKey('orders.track', lang, { query: { order_number, contact } }, SCOPE),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<TrackAnswer> =>
      api('orders.track', { query: { order_number, contact, ...langQuery(lang) } }, { signal }),
  };
}

export function provenOrderQuery(
  lang: Lang,
  order_number: string,
  proof: Proof,
): Pick<UseQueryOptions<OrderAnswer | TrackAnswer>, 'queryKey' | 'queryFn' | 'staleTime' | 'retry'> {
  return 'token' in proof
    ? { ...orderQuery(lang, order_number, proof.token) }
    : { ...trackQuery(lang, order_number, proof.contact) };
}

/** The last typed contact, in memory only: never in a URL, never stored. */
export const useTypedContact = create<{ contact: string | null }>(() => ({ contact: null }));

/** The customer's orders page by page, the newest first; `asked` finds them by number, status or product. */
export const ordersPages = (lang: Lang, scope: Scope, search: string) =>
  personalPages('orders.list', lang, { query: { limit: '10', ...(search !== '' && { search: search }) } }, scope);

/** Queries one of the customer's orders. */
export const ownOrderQuery = (lang: Lang, scope: Scope, id: string) =>
  personalQuery('orders.one', lang, { params: { id } }, scope, 0);
