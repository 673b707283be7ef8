/**
 * Generates load cheaply: raw sockets, prepared bytes, and no parsing beyond status and length. Local only, bounded in
 * time.
 */
import net from 'node:net';

/** A response; its body is read only with `keepBody`. */
export type RawResponse = { status: number; body: string };

export type LoadResult = { requests: number; seconds: number; perSecond: number; failed: number };

export type Load = {
  port: number;
  connections: number;
  /** Seconds during which requests are sent; each connection then waits for its last response and closes. */
  seconds: number;
  /**
   * Returns the next request of a connection, given its last response; null closes the connection, and a promise delays
   * the request.
   */
  next(connection: number, response: RawResponse | null): Buffer | null | Promise<Buffer>;
  /** Whether `next` receives bodies. */
  keepBody?: boolean;
};

/** Serializes a request. */
export function serializeRequest(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Buffer {
  const all: Record<string, string> = { Host: '127.0.0.1', ...headers };
  if (body !== '') {
    all['Content-Type'] = 'application/json';
    all['Content-Length'] = String(Buffer.byteLength(body));
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

const HEADER_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/** Reads one response from the chunks of a connection. */
class ResponseReader {
  #chunks: Buffer[] = [];
  #received = 0;
  /** Bytes of the whole response; null until its head is complete, infinite until a chunked one ends. */
  #whole: number | null = null;
  #bodyAt = 0;
  #status = 0;

  /** Returns the response once `chunk` completes it, else null. */
  read(chunk: Buffer, keepBody: boolean): RawResponse | null {
    this.#received += chunk.length;
    if (keepBody || this.#whole === null || this.#chunks.length > 0) this.#chunks.push(chunk);
    if (this.#whole === null) this.#readHead();
    if (this.#whole === Number.POSITIVE_INFINITY && chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) {
      this.#whole = this.#received;
    }
    if (this.#whole === null) return null;
    if (this.#received < this.#whole) {
      if (!keepBody) this.#chunks = [];
      return null;
    }
    const body = keepBody ? Buffer.concat(this.#chunks).toString('utf8', this.#bodyAt) : '';
    const response = { status: this.#status, body };
    this.#chunks = [];
    this.#received = 0;
    this.#whole = null;
    return response;
  }

  #readHead(): void {
    const bytes = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const end = bytes.indexOf(HEADER_END);
    if (end < 0) return;
    const head = bytes.toString('latin1', 0, end);
    this.#status = Number(head.slice(9, 12));
    this.#bodyAt = end + HEADER_END.length;
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    const isChunked = length === undefined && /\r\ntransfer-encoding: *chunked/i.test(head);
    this.#whole = isChunked ? Number.POSITIVE_INFINITY : this.#bodyAt + Number(length ?? 0);
  }
}

/** Runs the load and counts complete responses; `failed` counts statuses from 400. Rejects if a connection breaks. */
export function runLoad({ port, connections, seconds, next, keepBody = false }: Load): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const until = startedAt + seconds * 1000;
    let requests = 0;
    let failures = 0;
    let open = connections;
    const sockets: net.Socket[] = [];
    const fail = (why: Error) => {
      for (const socket of sockets) socket.destroy();
      reject(why);
    };
    const end = (socket: net.Socket) => {
      socket.removeAllListeners('close');
      socket.destroy();
      open--;
      if (open > 0) return;
      const duration = (performance.now() - startedAt) / 1000;
      resolve({ requests, seconds: duration, perSecond: requests / duration, failed: failures });
    };
    for (let connection = 0; connection < connections; connection++) {
      const socket = net.connect(port, '127.0.0.1');
      sockets.push(socket);
      const reader = new ResponseReader();
      const sendNext = (response: RawResponse | null) => {
        const bytes = next(connection, response);
        if (bytes === null) end(socket);
        else if (bytes instanceof Promise) bytes.then((later) => socket.write(later));
        else socket.write(bytes);
      };
      socket.setNoDelay(true);
      socket.on('connect', () => sendNext(null));
      socket.on('error', fail);
      socket.on('close', () => fail(new Error(`The server at port ${port} closed a connection under load`)));
      socket.on('data', (chunk) => {
        const response = reader.read(chunk, keepBody);
        if (response === null) return;
        requests++;
        if (response.status >= 400) failures++;
        if (performance.now() >= until) end(socket);
        else sendNext(response);
      });
    }
  });
}
