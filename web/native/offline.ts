/**
 * Makes the catalogue usable offline: caches the last response to each public query, and returns it while the shop does
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
import { isShopReached, setShopReached, subscribeToConnection } from '../ui/connection.ts';
import { cacheResponse, clearStaleResponses, readCachedResponse } from './offline-cache.ts';

/** Endpoints whose responses are the same for everyone, apart from prices. No previews, suggestions or history. */
const CACHED_ENDPOINTS =
  /^((catalog|content|stores)\.(?!recent|preview|suggestions|bannerPreview|contactUs)|app\.settings$)/;

/** Delay before the next check of whether the shop responds. */
const RETRY_MS = 3_000;

/** Endpoints whose last request got no response; refetched once the shop responds. */
const unansweredEndpoints = new Set<ShopperEndpointName>();

/**
 * Wraps the calls of queries: caches the responses of `CACHED_ENDPOINTS`, and returns the cached one if the shop does
 * not respond.
 */
export const withOfflineCache =
  (call: Call): Call =>
  async <Name extends ShopperEndpointName>(
    name: Name,
    request: RequestOf<Name>,
    ...options: readonly [Parameters<Call>[2]?]
  ): Promise<ResponseOf<Name>> => {
    if (!CACHED_ENDPOINTS.test(name)) return call(name, request, ...options);
    const key = JSON.stringify([name, request]);
    const scope = tokenScope();
    try {
      const response = await call(name, request, ...options);
      setShopReached(true);
      void cacheResponse(key, scope, response);
      return response;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error;
      unansweredEndpoints.add(name);
      setShopReached(false);
      const cachedResponse = await readCachedResponse(key);
      if (cachedResponse === undefined) throw error;
      // Cached by this build from a response of the same call.
      return cachedResponse as ResponseOf<Name>;
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
    const clear = () => void clearStaleResponses();
    clear();
    return authToken.subscribe(clear);
  }, []);
}
