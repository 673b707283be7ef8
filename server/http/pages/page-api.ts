/** Calls the API in process while a page is rendered, with the same cached responses and contract encoding. */

import type { Call } from '@shop/contract/api/client';
import type { Endpoint, EndpointParts } from '@shop/contract/api/endpoint';
import { endpoints } from '@shop/contract/api/endpoints';
import { parseResponse } from '@shop/contract/api/parse-response';
import type { Branch } from '@shop/core/branch';
import { parseLang } from '@shop/core/lang';
import { LRUCache } from 'lru-cache';
import { type CacheTags, limitCacheUntil, NO_REQUEST } from '../../context.ts';
import type { RequestAuth } from '../api/authenticate.ts';
import { makeContext, type RunningShop, runCachedCall, runCall } from '../api/call-endpoint.ts';
import { type CacheEntry, readBody } from '../cache/response-cache.ts';
import { toErrorResponse } from '../errors.ts';

/** Pages are rendered as a guest sees them. */
const GUEST: RequestAuth = { actor: { kind: 'anonymous' }, priceGroup: null };

/** Parsed cached responses that pages read often (navigation, settings, home page shelves). */
const parsedEntries = new LRUCache<CacheEntry, { value: unknown }>({ max: 50 });

/** Returns a parsed response. Pages share the object, so they must not change it. */
async function parseEntry(entry: CacheEntry): Promise<unknown> {
  const cachedResult = parsedEntries.get(entry);
  if (cachedResult !== undefined) return cachedResult.value;
  const body = await readBody(entry);
  // Another page may have parsed it in the meantime.
  const result = parsedEntries.get(entry) ?? { value: parseResponse(body.toString()) };
  parsedEntries.set(entry, result);
  return result.value;
}

type CallParts = { params?: object; query?: Record<string, unknown> };

/** A refused call, with its status. */
class CallFailed extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Converts values to the strings of a query string, without empty ones. */
function toQueryStrings(query: Record<string, unknown> = {}): Record<string, string> {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

/** Adds a response's cache tags to the page's. */
function addTags(all: CacheTags, one: CacheTags): void {
  for (const product of one.products) all.products.add(product);
  all.list ||= one.list;
  limitCacheUntil(all, one.until);
}

/** A page to render. With `keep` it will be cached, so it may only use cacheable calls. */
type PageToRender = { cacheTags: CacheTags; keep: boolean; branch: Branch | null };

/**
 * Makes the API of one page render. Adds the tags of every response to `cacheTags`. Reports unexpected errors to
 * `failed`.
 */
export function createPageCall(
  shop: RunningShop,
  { cacheTags, keep, branch }: PageToRender,
  failed: (error: unknown) => void,
): Call {
  const call = async (name: keyof typeof endpoints, { params = {}, query }: CallParts): Promise<unknown> => {
    const endpoint: Endpoint<EndpointParts> = endpoints[name];
    const isCacheable = endpoint.cacheable !== undefined;
    // A cached page must be the same for everyone, so pages call the API as a guest.
    if (!isCacheable && (keep || endpoint.access !== 'open'))
      throw new Error(`Pages must not call ${name} on the server`);
    const strings = toQueryStrings(query);
    const lang = parseLang(strings.lang);
    const raw = { params, query: strings, body: undefined };
    try {
      if (!isCacheable)
        return parseResponse(
          await runCall(shop, endpoint, makeContext(shop, GUEST, lang, { ...NO_REQUEST, branch }), raw),
        );
      const { entry } = await runCachedCall(shop, endpoint, GUEST, { raw, lang, branch });
      addTags(cacheTags, entry.cacheTags);
      return parseEntry(entry);
    } catch (error) {
      const { status, body } = toErrorResponse(error, lang);
      if (status === 500) failed(error);
      throw new CallFailed(status, body.code, body.message);
    }
  };
  // The contract ties each name to its response's type; `parseResponse` reads JSON, whose type it cannot know.
  return call as Call;
}
