/** Sends cached responses, most of them before fastify sees the request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseBranch } from '@shop/core/branch';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { buildCorsHeaders } from '../security-headers.ts';
import {
  type CacheEntry,
  type EncodedResponse,
  matchesEtag,
  parseAcceptedEncoding,
  type ResponseCache,
} from './response-cache.ts';

/** Responses depend on the price group, so a customer's request bypasses this fast path (docs/readings.md#26). */
const CUSTOMER_BEARER = /^bearer +c_/i;

/** Returns the headers of a 304: those of the response without the ones that describe its body. */
function omitBodyHeaders(headers: readonly string[]): string[] {
  const rest: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? '';
    if (!/^content-(type|length|encoding)$/i.test(name)) rest.push(name, headers[i + 1] ?? '');
  }
  return rest;
}

function writeResponse(
  response: ServerResponse,
  entry: CacheEntry,
  ready: EncodedResponse,
  ifNoneMatch: string | undefined,
  cors: string[],
) {
  if (matchesEtag(ifNoneMatch, entry.etag)) {
    response.writeHead(304, [...omitBodyHeaders(ready.headers), ...cors]).end();
    return;
  }
  response.writeHead(entry.status, cors.length === 0 ? ready.headers : [...ready.headers, ...cors]);
  response.end(ready.body);
}

/**
 * Returns the address of a request for `peek` and `alias`: its URL, and the branch of its header. Endpoints that do not
 * depend on the branch map both addresses to one entry. A URL has no line break.
 */
export function buildCacheAddress(url: string, branchHeader: string | string[] | undefined): string {
  const branch = branchHeader === undefined ? null : parseBranch(branchHeader);
  return branch === null ? url : `${url}\n${branch}`;
}

/**
 * Sends the cached response of a GET and returns it; null on a miss. Not rate-limited: a hit costs as little as a 429
 * would.
 */
export function serveCached(
  cache: ResponseCache,
  corsOrigins: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): CacheEntry | null {
  const { headers, url } = request;
  if (url === undefined) return null;
  if (headers.authorization !== undefined && CUSTOMER_BEARER.test(headers.authorization)) return null;
  const entry = cache.peek(buildCacheAddress(url, headers['x-branch']));
  const ready = entry?.ready[parseAcceptedEncoding(headers['accept-encoding'])];
  if (entry === undefined || ready === undefined) return null;
  writeResponse(response, entry, ready, headers['if-none-match'], buildCorsHeaders(corsOrigins, headers.origin));
  cache.counts.hit++;
  return entry;
}

/** Sends an entry after fastify has routed the request. */
export async function sendEntry(
  cache: ResponseCache,
  corsOrigins: readonly string[],
  entry: CacheEntry,
  request: FastifyRequest,
  reply: FastifyReply,
  further: readonly string[] = [],
): Promise<void> {
  const ready = await cache.ready(entry, parseAcceptedEncoding(request.headers['accept-encoding']));
  reply.hijack();
  const cors = buildCorsHeaders(corsOrigins, request.headers.origin);
  writeResponse(reply.raw, entry, ready, request.headers['if-none-match'], [...cors, ...further]);
}
