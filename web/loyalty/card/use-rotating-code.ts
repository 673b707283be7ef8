/** Requests a short-lived code, and a new one whenever it is due. */
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';

type Rotating = { code: string; barcode: string; refresh_in: number };

/** How soon a code is requested again if none has been issued yet, in ms. */
const RETRY_MS = 5_000;

/** After a failure the last code stays, and `isError` is true. */
export function useRotatingCode<Code extends Rotating, Key extends QueryKey>(
  query: UseQueryOptions<Code, Error, Code, Key>,
) {
  const { data, isError, error } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data === undefined ? RETRY_MS : Math.max(1, state.data.refresh_in) * 1_000),
    refetchOnWindowFocus: 'always',
  });
  return { code: data ?? null, isError, error };
}
