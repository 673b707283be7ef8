/**
 * Calls to partners over HTTP: a second to connect, five in all, and after five failures in a row none for half a minute
 * (reliability C8).
 */
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';

const CONNECT_MS = 1_000;
const ANSWER_MS = 5_000;
const FAILURES = 5;
const OPEN_MS = 30_000;
/** No partner has more to say. */
const MAX_BYTES = 1_000_000;

export type Answer = { status: number; headers: Readonly<Record<string, string>>; text: string };
type Asking = { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string };

/** Asks, and answers what came, whatever its status; throws where nothing did. */
export type Outbound = (url: string, asking: Asking) => Promise<Answer>;

async function readAnswer(response: IncomingMessage): Promise<Answer> {
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

function ask(url: string, { method, headers = {}, body }: Asking): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options: RequestOptions = {
      method,
      headers: { ...headers, ...length },
      signal: AbortSignal.timeout(ANSWER_MS),
    };
    const asking = (url.startsWith('https:') ? tlsRequest : plainRequest)(url, options);
    asking.on('socket', (socket) => {
      if (!socket.connecting) return;
      const late = setTimeout(() => asking.destroy(new Error('A partner could not be reached in time')), CONNECT_MS);
      socket.once('connect', () => clearTimeout(late));
      socket.once('close', () => clearTimeout(late));
    });
    asking.on('error', reject);
    asking.on('response', (response) => readAnswer(response).then(resolve, reject));
    asking.end(body);
  });
}

/** Calls to one partner; its failures do not concern the others. An answer of 500 or more is a failure. */
export function outbound(partner: string): Outbound {
  const breaker = circuitBreaker(handleAll, { halfOpenAfter: OPEN_MS, breaker: new ConsecutiveBreaker(FAILURES) });
  return (url, asking) =>
    breaker.execute(async () => {
      const answer = await ask(url, asking);
      if (answer.status >= 500) throw new Error(`${partner} answered ${answer.status}`);
      return answer;
    });
}
