/** Queries of orders: by link, by number and contact, and of the signed-in customer. */
import type { ResponseOf } from '@shop/contract/api/client';
import type { Lang } from '@shop/core/lang';
import type { OrderStatus } from '@shop/core/orders/status';
import type { QueryClient, UseQueryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { endpointKey, langQuery, personalPages, personalQuery, type Scope } from '../api/query-client.ts';
import type { CancelOrderData } from '../modals/modal-data.ts';

export type LinkedOrderResponse = ResponseOf<'orders.order'>;
export type TrackedOrderResponse = ResponseOf<'orders.track'>;

/** A guest's proof of access to an order: the token of its link, or the phone or email that it was placed with. */
export type GuestOrderProof = { token: string } | { contact: string };

/**
 * The scope in the query keys of orders opened by a proof, which is the same for all. A contact never goes into a URL
 * or a stored key.
 */
const PROVEN_ORDER_SCOPE = 'order';

/** Refetches whenever the page opens, because an order's status changes at any time. */
const ORDER_QUERY_OPTIONS = { staleTime: 0, retry: false } as const;

/** Queries a complete order by its link. */
export function orderQuery(lang: Lang, order_number: string, token: string) {
  return {
    ...ORDER_QUERY_OPTIONS,
    queryKey: endpointKey('orders.order', lang, { query: { order_number, token } }, PROVEN_ORDER_SCOPE),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<LinkedOrderResponse> =>
      api('orders.order', { query: { order_number, token, ...langQuery(lang) } }, { signal }),
  };
}

/** Queries an order without personal data, by its number and contact. */
export function trackQuery(lang: Lang, order_number: string, contact: string) {
  return {
    ...ORDER_QUERY_OPTIONS,
    queryKey: endpointKey('orders.track', lang, { query: { order_number, contact } }, PROVEN_ORDER_SCOPE),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<TrackedOrderResponse> =>
      api('orders.track', { query: { order_number, contact, ...langQuery(lang) } }, { signal }),
  };
}

export function provenOrderQuery(
  lang: Lang,
  order_number: string,
  proof: GuestOrderProof,
): Pick<UseQueryOptions<LinkedOrderResponse | TrackedOrderResponse>, 'queryKey' | 'queryFn' | 'staleTime' | 'retry'> {
  return 'token' in proof
    ? { ...orderQuery(lang, order_number, proof.token) }
    : { ...trackQuery(lang, order_number, proof.contact) };
}

/** Queries the cancellation requests of one order, the newest first. */
export const cancellationsQuery = (lang: Lang, scope: Scope, { order_number, proof }: CancelOrderData) =>
  personalQuery('orders.cancellations', lang, { query: { order_number, ...proof } }, scope, 0);

/** Refetches all queries of orders and their cancellation requests, after one has changed. */
export async function refreshOrders(queries: QueryClient): Promise<void> {
  const isOrders = ({ queryKey: [name] }: { queryKey: readonly unknown[] }) => String(name).startsWith('orders.');
  await queries.invalidateQueries({ predicate: isOrders });
}

/** A filter of the orders list: by status, and by a number or product that matches `search`. */
export type OrderFilter = { search: string; status: OrderStatus | null };

/** Queries the customer's orders page by page, newest first. */
export const ordersPages = (
  lang: Lang,
  scope: Scope,
  { search, status }: OrderFilter = { search: '', status: null },
) => {
  const query = {
    limit: '10',
    ...(search !== '' && { keyword: search }),
    ...(status !== null && { search: `status:${status}` }),
  };
  return personalPages('orders.list', lang, { query }, scope);
};

/** Queries the counts of the customer's orders by status. */
export const ordersOverviewQuery = (lang: Lang, scope: Scope) => personalQuery('orders.overview', lang, {}, scope, 0);

/** Queries products that the customer ordered before, page by page. */
export const orderedProductsPages = (lang: Lang, scope: Scope) =>
  personalPages('orders.products', lang, { query: { limit: '24' } }, scope);

/** Queries one of the customer's orders. */
export const ownOrderQuery = (lang: Lang, scope: Scope, id: string) =>
  personalQuery('orders.one', lang, { params: { id } }, scope, 0);
