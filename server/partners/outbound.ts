/** HTTP requests to partners (docs/security.md#c8): at most 1 s to connect and 5 s in total. */
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as plainRequest, requestOverTls } from '../http/node-http.ts';
import { createBreaker } from './breaker.ts';

const CONNECT_MS = 1_000;
const RESPONSE_MS = 5_000;
/** Maximum size of a response, far above the longest one of any partner. */
const MAX_BYTES = 1_000_000;

export type PartnerAnswer = { status: number; headers: Readonly<Record<string, string>>; text: string };
type PartnerRequest = { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string };

/** A response that says that the partner is down or overloaded. */
export class PartnerDown extends Error {
  /** For Retry-After. */
  readonly headers: PartnerAnswer['headers'];

  constructor(partner: string, { status, headers }: PartnerAnswer) {
    super(`${partner} answered ${status}`);
    this.headers = headers;
  }
}

/** Sends a request; throws without a response, and `PartnerDown` for one with status 429 or 500 and more. */
export type Outbound = (url: string, request: PartnerRequest) => Promise<PartnerAnswer>;

export type OutboundLimits = {
  /** Milliseconds for the whole response, connecting included. */
  answerMs?: number;
};

async function readAnswer(response: IncomingMessage): Promise<PartnerAnswer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new Error('A partner answered too much');
    parts.push(part);
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    text: Buffer.concat(parts).toString('utf8'),
  };
}

function sendRequest(
  url: string,
  { method, headers = {}, body }: PartnerRequest,
  answerMs: number,
): Promise<PartnerAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options: RequestOptions = {
      method,
      headers: { ...headers, ...length },
      signal: AbortSignal.timeout(answerMs),
    };
    const request = (url.startsWith('https:') ? requestOverTls : plainRequest)(url, options);
    request.on('socket', (socket) => {
      if (!socket.connecting) return;
      const timeout = setTimeout(
        () => request.destroy(new Error('A partner could not be reached in time')),
        CONNECT_MS,
      );
      socket.once('connect', () => clearTimeout(timeout));
      socket.once('close', () => clearTimeout(timeout));
    });
    request.on('error', reject);
    request.on('response', (response) => readAnswer(response).then(resolve, reject));
    request.end(body);
  });
}

/**
 * Creates the requests to one partner, with a circuit breaker of its own. Status 429 and 500 or more count as failures.
 */
export function createOutbound(partner: string, { answerMs = RESPONSE_MS }: OutboundLimits = {}): Outbound {
  const breaker = createBreaker(partner);
  return (url, request) =>
    breaker(async () => {
      const answer = await sendRequest(url, request, answerMs);
      if (answer.status === 429 || answer.status >= 500) throw new PartnerDown(partner, answer);
      return answer;
    });
}
