/** The cache of the API's responses. */
import { ApiError } from '@shop/contract/api/api-error';
import { QueryClient } from '@tanstack/react-query';

/**
 * Interval at which visible lists and records are refetched; they are also refetched when the window gets the focus.
 */
const REFETCH_MS = 30_000;
const STALE_MS = 2_000;
const MAX_RETRIES = 2;

const mayRetry = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchInterval: REFETCH_MS,
      staleTime: STALE_MS,
      retry: (failures, error) => failures < MAX_RETRIES && mayRetry(error),
    },
  },
});
