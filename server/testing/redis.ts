/** Connects tests to Redis through a proxy that a test can interrupt. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { findFreePort } from './processes/free-port.ts';

/**
 * Returns the URL of Redis, if there is one (`TEST_REDIS_URL`). Test files share it: each signs its keys with its own
 * secret.
 */
export const testRedisUrl = (): string | undefined => process.env.TEST_REDIS_URL;

export type RedisProxy = {
  /** The proxy's URL. */
  url: string;
  /** Returns how many requests have arrived, answered or not; several that arrive at once can count as one. */
  requests(): number;
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Accepts connections and never responds. */
  silence(): void;
  /** Delays everything that is sent, by this many milliseconds in each direction. */
  delay(ms: number): void;
  mend(): Promise<void>;
};

/** Starts a proxy to a Redis server, on a free port. */
export async function startRedisProxy(address: string): Promise<RedisProxy> {
  const redisUrl = new URL(address);
  const port = Number(redisUrl.port || 6379);
  const sockets = new Set<Socket>();
  let isSilent = false;
  let delayMs = 0;
  let requests = 0;
  const server = createServer((client) => {
    const upstream = connect(port, redisUrl.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (from === client) requests++;
        if (delayMs > 0) setTimeout(() => to.write(chunk), delayMs);
        else if (!isSilent) to.write(chunk);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (on: number) => new Promise<void>((resolve) => server.listen(on, '127.0.0.1', () => resolve()));
  await listen(await findFreePort());
  const proxyUrl = new URL(address);
  proxyUrl.hostname = '127.0.0.1';
  proxyUrl.port = String((server.address() as AddressInfo).port);
  return {
    url: proxyUrl.href,
    requests: () => requests,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    silence() {
      isSilent = true;
    },
    delay(ms) {
      delayMs = ms;
    },
    async mend() {
      isSilent = false;
      delayMs = 0;
      if (!server.listening) await listen(Number(proxyUrl.port));
    },
  };
}
