/** Calls the API in process while a page is rendered, with the same cached responses and contract encoding. */

import type { Call } from '@shop/contract/client';
import type { Endpoint, EndpointParts } from '@shop/contract/endpoint';
import { endpoints } from '@shop/contract/endpoints';
import { parseResponse } from '@shop/contract/parse-response';
import { parseLang } from '@shop/core/lang';
import { LRUCache } from 'lru-cache';
import { type CacheTags, limitCacheUntil, NO_REQUEST } from '../../context.ts';
import type { Asked } from '../api/authenticate.ts';
import { answerCall, answerKept, contextOf, type Shop } from '../api/call-endpoint.ts';
import { bodyOf, type Entry } from '../cache/response-cache.ts';
import { errorAnswer } from '../errors.ts';

/** Pages are the guest's view. */
const GUEST: Asked = { actor: { kind: 'nobody' }, priceGroup: null };

/** Parsed cached responses that pages read often (navigation, settings, home page shelves). */
const read = new LRUCache<Entry, { value: unknown }>({ max: 50 });

/** Returns a parsed response. Pages share the object, so they must not change it. */
async function readAnswer(entry: Entry): Promise<unknown> {
  const known = read.get(entry);
  if (known !== undefined) return known.value;
  const body = await bodyOf(entry);
  // Another page may have parsed it in the meantime.
  const met = read.get(entry) ?? { value: parseResponse(body.toString()) };
  read.set(entry, met);
  return met.value;
}

type Parts = { params?: object; query?: Record<string, unknown> };

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

/** Encodes values as a query string does. */
function asSent(query: Record<string, unknown> = {}): Record<string, string> {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

function gather(all: CacheTags, one: CacheTags): void {
  for (const product of one.products) all.products.add(product);
  all.list ||= one.list;
  limitCacheUntil(all, one.until);
}

/**
 * The calls of one page; what their answers show is gathered in `shows`. `keep`: the page will be kept. Unexpected
 * errors are told to `failed`.
 */
export function pageCall(shop: Shop, cacheTags: CacheTags, keep: boolean, failed: (error: unknown) => void): Call {
  const call = async (name: keyof typeof endpoints, { params = {}, query }: Parts): Promise<unknown> => {
    const endpoint: Endpoint<EndpointParts> = endpoints[name];
    const isKept = endpoint.cacheable !== undefined;
    // A cached page must be the same for everyone, so pages call the API as a guest.
    if (!isKept && (keep || endpoint.access !== 'open')) throw new Error(`No page may ask for ${name} on the server`);
    const sent = asSent(query);
    const lang = parseLang(sent.lang);
    const raw = { params, query: sent, body: undefined };
    try {
      if (!isKept)
        return parseResponse(await answerCall(shop, endpoint, contextOf(shop, GUEST, lang, NO_REQUEST), raw));
      const { entry } = await answerKept(shop, endpoint, GUEST, lang, raw);
      gather(cacheTags, entry.cacheTags);
      return readAnswer(entry);
    } catch (error) {
      const { status, body } = errorAnswer(error, lang);
      if (status === 500) failed(error);
      throw new CallFailed(status, body.code, body.message);
    }
  };
  // The contract ties each name to its answer's type; `parseResponse` reads JSON, whose type it cannot know.
  return call as Call;
}
