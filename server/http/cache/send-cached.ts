/** Answers from the byte cache: most of them before fastify sees the request at all. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { corsHeaders } from '../security-headers.ts';
import { acceptedEncoding, type ByteCache, type Entry, isKnown, type Ready } from './response-cache.ts';

/** An answer depends on the price group, so a customer's goes the whole way (docs/readings.md#26). */
const CUSTOMER = /^bearer +c_/i;

/** Headers of a 304: those of the answer but for what describes its body. */
function withoutBody(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? '';
    if (!/^content-(type|length|encoding)$/i.test(name)) kept.push(name, headers[i + 1] ?? '');
  }
  return kept;
}

function write(response: ServerResponse, entry: Entry, ready: Ready, ifNoneMatch: string | undefined, cors: string[]) {
  if (isKnown(ifNoneMatch, entry.etag)) {
    response.writeHead(304, [...withoutBody(ready.headers), ...cors]).end();
    return;
  }
  response.writeHead(entry.status, cors.length === 0 ? ready.headers : [...ready.headers, ...cors]);
  response.end(ready.body);
}

/**
 * Answers a request from what is kept, with ready headers and bytes; false where the request has to go the whole way.
 * What is kept costs as little as refusing it would, so no rate limit stands before it.
 */
export function serveKept(
  cache: ByteCache,
  corsOrigins: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { headers, url } = request;
  if (request.method !== 'GET' || url === undefined) return false;
  if (headers.authorization !== undefined && CUSTOMER.test(headers.authorization)) return false;
  const entry = cache.peek(url);
  const ready = entry?.ready[acceptedEncoding(headers['accept-encoding'])];
  if (entry === undefined || ready === undefined) return false;
  write(response, entry, ready, headers['if-none-match'], corsHeaders(corsOrigins, headers.origin));
  return true;
}

/** Sends an entry that was just made or found; fastify is past its part then. */
export async function sendEntry(
  cache: ByteCache,
  corsOrigins: readonly string[],
  entry: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
  further: readonly string[] = [],
): Promise<void> {
  const ready = await cache.ready(entry, acceptedEncoding(request.headers['accept-encoding']));
  reply.hijack();
  const cors = corsHeaders(corsOrigins, request.headers.origin);
  write(reply.raw, entry, ready, request.headers['if-none-match'], [...cors, ...further]);
}
