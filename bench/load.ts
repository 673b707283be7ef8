/**
 * A load generator that costs little beside what it measures: raw sockets, prepared request bytes, and no parsing
 * beyond the answer's length. Loopback only, bounded in time.
 */
import net from 'node:net';

export type LoadResult = { requests: number; seconds: number; perSecond: number; failed: number };

export type Load = {
  port: number;
  connections: number;
  seconds: number;
  /** The next request's bytes for a connection; called once an answer has come. */
  next(connection: number, answer: Answer | null): Buffer;
};

export type Answer = { status: number; body: string };

/** Bytes of a request. */
export function request(method: string, path: string, headers: Record<string, string> = {}, body = ''): Buffer {
  const all: Record<string, string> = { Host: '127.0.0.1', ...headers };
  if (body !== '') {
    all['Content-Type'] = 'application/json';
    all['Content-Length'] = String(Buffer.byteLength(body));
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

const HEADER_END = Buffer.from('\r\n\r\n');

/** The first whole answer in `bytes`, and how long it is; null while it is not whole. */
function readAnswer(bytes: Buffer, keepBody: boolean): { answer: Answer; length: number } | null {
  const end = bytes.indexOf(HEADER_END);
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const total = end + 4 + Number(length);
    if (bytes.length < total) return null;
    return { answer: { status, body: keepBody ? bytes.toString('utf8', end + 4, total) : '' }, length: total };
  }
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    const close = bytes.indexOf('0\r\n\r\n', end + 4, 'latin1');
    return close < 0 ? null : { answer: { status, body: '' }, length: close + 5 };
  }
  return { answer: { status, body: '' }, length: end + 4 };
}

/** Runs the load and counts whole answers; `failed` counts those of 400 and above. */
export function run(load: Load, keepBody = false): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const until = started + load.seconds * 1000;
    let requests = 0;
    let failed = 0;
    let open = load.connections;
    const close = (socket: net.Socket) => {
      socket.destroy();
      open--;
      if (open > 0) return;
      const seconds = (performance.now() - started) / 1000;
      resolve({ requests, seconds, perSecond: requests / seconds, failed });
    };
    for (let connection = 0; connection < load.connections; connection++) {
      const socket = net.connect(load.port, '127.0.0.1');
      socket.setNoDelay(true);
      let pending: Buffer = Buffer.alloc(0);
      socket.on('connect', () => socket.write(load.next(connection, null)));
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        const read = readAnswer(pending, keepBody);
        if (read === null) return;
        pending = pending.subarray(read.length);
        requests++;
        if (read.answer.status >= 400) failed++;
        if (performance.now() >= until) close(socket);
        else socket.write(load.next(connection, read.answer));
      });
    }
  });
}

/** The load of one request again and again. */
export const same = (bytes: Buffer) => () => bytes;
