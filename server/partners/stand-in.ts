/** The server that all stand-ins share. It listens on this machine only. Never in production. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '../http/node-http.ts';

export type Reply = { status: number; headers?: Record<string, string>; body?: string };
export type StandInRequest = { method: string; url: URL; headers: IncomingMessage['headers']; body: string };
export type StandIn = { url: string; close(): Promise<void> };

const MAX_BYTES = 100_000;
const MAX_PORT = 65_535;

/** A message that a stand-in delivered, as `/dev/inbox` shows it. */
export type DeliveredMessage = {
  channel: 'whatsapp' | 'sms';
  /** E.164. */
  to: string;
  text: string;
  code: string | null;
  /** ISO 8601. */
  at: string;
};

export const buildJsonReply = (status: number, body: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) {
    text += part;
    if (text.length > MAX_BYTES) break;
  }
  return text;
}

function listenOn(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Listens on the port, or on a free one if the port is taken or not given. */
export async function startStandIn(
  port: number,
  answer: (request: StandInRequest) => Reply | Promise<Reply>,
): Promise<StandIn> {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const received = { method: request.method ?? 'GET', url, headers: request.headers, body: await readBody(request) };
    const reply = await answer(received);
    response.writeHead(reply.status, { 'cache-control': 'no-store', ...reply.headers });
    response.end(reply.body);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(400).end());
  });
  await listenOn(server, port > MAX_PORT ? 0 : port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return listenOn(server, 0);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
