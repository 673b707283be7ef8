/**
 * Makes the catalogue usable offline: stores the last response to each public query, and returns it while the shop does
 * not respond (docs/readings.md#78).
 */

import { ApiError } from '@shop/contract/api/api-error';
import type { Call, RequestOf, ResponseOf } from '@shop/contract/api/client';
import type { ShopperEndpointName } from '@shop/contract/api/endpoint-paths';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isShopReachable } from '../api/api.ts';
import { tokenScope } from '../api/tokens.ts';
import { authToken } from '../storage.ts';
import { isShopReached, setShopReached, subscribeToConnection } from '../ui/use-online.ts';
import { clearCopies, readCopy, saveCopy } from './offline-store.ts';

/** Endpoints whose responses are the same for everyone, apart from prices. No previews, suggestions or history. */
const COPIED_ENDPOINTS =
  /^((catalog|content|stores)\.(?!recent|preview|suggestions|bannerPreview|contactUs)|app\.settings$)/;

/** Delay before the next check of whether the shop responds. */
const RETRY_MS = 3_000;

/** Endpoints whose last request got no response; refetched once the shop responds. */
const unansweredEndpoints = new Set<ShopperEndpointName>();

/**
 * Wraps the calls of queries: saves the responses of `COPIED_ENDPOINTS`, and returns the saved one if the shop does not respond.
 */
export const withCopies =
  (call: Call): Call =>
  async <Name extends ShopperEndpointName>(
    name: Name,
    request: RequestOf<Name>,
    ...options: readonly [Parameters<Call>[2]?]
  ): Promise<ResponseOf<Name>> => {
    if (!COPIED_ENDPOINTS.test(name)) return call(name, request, ...options);
    const key = JSON.stringify([name, request]);
    const scope = tokenScope();
    try {
      const response = await call(name, request, ...options);
      setShopReached(true);
      void saveCopy(key, scope, response);
      return response;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error;
      unansweredEndpoints.add(name);
      setShopReached(false);
      const copy = await readCopy(key);
      if (copy === undefined) throw error;
      // Saved by this build from a response of the same call.
      return copy as ResponseOf<Name>;
    }
  };

function refetchUnanswered(queries: QueryClient): void {
  const names = new Set<string>(unansweredEndpoints);
  unansweredEndpoints.clear();
  const isUnanswered = ({ queryKey: [name] }: { queryKey: QueryKey }) => names.has(String(name));
  if (names.size > 0) void queries.invalidateQueries({ predicate: isUnanswered });
}

/**
 * Checks repeatedly whether an unreachable shop responds: a device reports that it is online before requests succeed.
 */
export function useOffline(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tryAgain = async () => {
      clearTimeout(timer);
      if (!navigator.onLine || (isShopReached() && unansweredEndpoints.size === 0)) return;
      if (await isShopReachable()) {
        setShopReached(true);
        refetchUnanswered(queries);
      } else if (!isStopped) {
        timer = setTimeout(tryAgain, RETRY_MS);
      }
    };
    void tryAgain();
    const stop = subscribeToConnection(() => void tryAgain());
    return () => {
      isStopped = true;
      stop();
      clearTimeout(timer);
    };
  }, [queries]);
  useEffect(() => {
    const clear = () => void clearCopies();
    clear();
    return authToken.subscribe(clear);
  }, []);
}
