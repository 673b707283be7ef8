/** What the pages ask about orders: one order by its link, or by its number and a contact. */
import type { ResponseOf } from '@shop/contract/client';
import type { Lang } from '@shop/core/lang';
import type { UseQueryOptions } from '@tanstack/react-query';
import { create } from 'zustand';
import { api } from '../api.ts';
import { endpointKey, langQuery, personalPages, personalQuery, type Scope } from '../query-client.ts';

export type OrderAnswer = ResponseOf<'orders.order'>;
export type TrackAnswer = ResponseOf<'orders.track'>;

/** What opens an order: its link's token, or the phone or email it was placed with. */
export type Proof = { token: string } | { contact: string };

/** Whose query it is. A contact never stands in an address, nor in a key that is written anywhere. */
const SCOPE = 'order';

/** An order's status changes at any time: it is asked for whenever its page is opened. */
const options = { staleTime: 0, retry: false } as const;

/** One order with everything, by its link. */
export function orderQuery(lang: Lang, order_number: string, token: string) {
  return {
    ...options,
    queryKey: endpointKey('orders.order', lang, { query: { order_number, token } }, SCOPE),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<OrderAnswer> =>
      api('orders.order', { query: { order_number, token, ...langQuery(lang) } }, { signal }),
  };
}

/** One order without personal data, by its number and the contact used. */
export function trackQuery(lang: Lang, order_number: string, contact: string) {
  return {
    ...options,
    queryKey: endpointKey('orders.track', lang, { query: { order_number, contact } }, SCOPE),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<TrackAnswer> =>
      api('orders.track', { query: { order_number, contact, ...langQuery(lang) } }, { signal }),
  };
}

/** Either of them. */
export function provenOrderQuery(
  lang: Lang,
  order_number: string,
  proof: Proof,
): Pick<UseQueryOptions<OrderAnswer | TrackAnswer>, 'queryKey' | 'queryFn' | 'staleTime' | 'retry'> {
  return 'token' in proof
    ? { ...orderQuery(lang, order_number, proof.token) }
    : { ...trackQuery(lang, order_number, proof.contact) };
}

/** The contact that was typed last, for as long as the document lives: never in an address, never stored. */
export const useTypedContact = create<{ contact: string | null }>(() => ({ contact: null }));

/** The customer's orders page by page, the newest first; `asked` finds them by number, status or product. */
export const ordersPages = (lang: Lang, scope: Scope, search: string) =>
  personalPages('orders.list', lang, { query: { limit: '10', ...(search !== '' && { search: search }) } }, scope);

/** One of the customer's orders. */
export const ownOrderQuery = (lang: Lang, scope: Scope, id: string) =>
  personalQuery('orders.one', lang, { params: { id } }, scope, 0);
