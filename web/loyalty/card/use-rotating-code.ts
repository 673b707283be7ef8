/** Requests a short-lived code, and a new one before it expires. */
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';

type RotatingCode = { code: string; barcode: string; refresh_in: number };

/** Delay in ms until the next request if no code has been issued yet. */
const RETRY_MS = 5_000;

/** Refetches a code after its `refresh_in` seconds. After a failure it returns the last code, and `isError` is true. */
export function useRotatingCode<Code extends RotatingCode, Key extends QueryKey>(
  query: UseQueryOptions<Code, Error, Code, Key>,
) {
  const { data, isError, error } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data === undefined ? RETRY_MS : Math.max(1, state.data.refresh_in) * 1_000),
    refetchOnWindowFocus: 'always',
  });
  return { code: data ?? null, isError, error };
}
