/** Loads an order for its page; the server first enquires at the gateway about a payment without a result. */
import { type AwaitedPayment, awaitsPayment } from '@shop/core/orders/payment-deadline';
import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useParts } from '../hydration/lazy.tsx';
import { useRefetchOnReturn } from '../ui/use-refetch-on-return.ts';

/**
 * Loads an order and the parts of its page. Hides an order that awaits its payment while it is refetched: it may be
 * paid by now, and "Pay now" would invite the shopper to pay twice.
 */
export function useOrder<Data extends { order: AwaitedPayment }, Key extends QueryKey>(
  query: UseQueryOptions<Data, DefaultError, Data, Key>,
): { order: Data['order'] | undefined; error: DefaultError | null; refetch: () => void } {
  const { data, error, isFetching, refetch } = useQuery(query);
  useRefetchOnReturn(refetch);
  useParts();
  const isHidden = data === undefined || (isFetching && awaitsPayment(data.order));
  return { order: isHidden ? undefined : data.order, error, refetch: () => void refetch() };
}
