/** Replaces the public prices of the server's page by those of the customer's group. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { whenHydrated } from '../hydration/lazy.tsx';

/** Endpoints of the catalogue whose responses are the same in every price group; the price range of facets is too. */
const WITHOUT_GROUP_PRICES = /^catalog\.(nav|categor|brand|dietar|facets|addRecent)/;

export const hasGroupPrices = (endpoint: string): boolean =>
  endpoint.startsWith('catalog.') && !WITHOUT_GROUP_PRICES.test(endpoint);

const isForGroup = ({ queryKey: [endpoint] }: { queryKey: QueryKey }): boolean => hasGroupPrices(String(endpoint));

/**
 * Refetches queries with group prices when the customer's group becomes known, changes, or ends with the session. The
 * old prices stay until the response, so that nothing moves; customers without a group cause no request.
 */
export function useOwnPrices(group: string | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (group === null) return;
    const refetch = () => void queries.invalidateQueries({ predicate: isForGroup });
    const cancel = whenHydrated(refetch);
    return () => {
      cancel();
      refetch();
    };
  }, [queries, group]);
}
