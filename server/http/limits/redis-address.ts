/** Addresses of Redis (`REDIS_URL`): of one server, or of the sentinels that name the current one. */
import type { Redis, RedisOptions } from 'ioredis';

const SENTINEL_ADDRESS = /^redis-sentinel:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^@/]+)\/([\w.-]+)(?:\/(\d{1,5}))?$/;
const SENTINEL_PORT = 26_379;

type SentinelOptions = Required<Pick<RedisOptions, 'sentinels' | 'name' | 'db'>> &
  Pick<RedisOptions, 'username' | 'password'>;

/** Parses `host` or `host:port`. */
function parseHost(text: string): { host: string; port: number } | null {
  const url = URL.parse(`redis://${text}`);
  if (url === null || url.hostname === '' || url.host !== text) return null;
  return { host: url.hostname, port: Number(url.port || SENTINEL_PORT) };
}

/** Parses `redis-sentinel://[user:password@]host[:port],…/name[/number]`; null for another address. */
export function parseSentinels(text: string): SentinelOptions | null {
  const [, username = '', password = '', hosts = '', name = '', db = '0'] = SENTINEL_ADDRESS.exec(text) ?? [];
  const sentinels = hosts.split(',').map(parseHost);
  if (name === '' || !sentinels.every((each) => each !== null)) return null;
  try {
    return {
      sentinels,
      name,
      db: Number(db),
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
    };
  } catch {
    return null;
  }
}

/** Returns whether a text is `redis://[user:password@]host[:port][/number]`, or `rediss://` over TLS. */
function isServerAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '') return false;
  try {
    decodeURIComponent(`${url.username}${url.password}`);
  } catch {
    return false;
  }
  return /^\/?\d{0,5}$/.test(url.pathname) && url.search === '' && url.hash === '';
}

/** Returns whether a text is the address of a server or of sentinels. */
export const isRedisAddress = (text: string): boolean => isServerAddress(text) || parseSentinels(text) !== null;

/** Names the hosts of an address, without user and password. */
export function formatRedisHosts(address: string): string {
  const sentinels = parseSentinels(address)?.sentinels;
  return sentinels?.map(({ host, port }) => `${host}:${port}`).join(', ') ?? new URL(address).host;
}

/** Creates the client of an address. */
export async function createRedis(address: string, options: RedisOptions): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const sentinels = parseSentinels(address);
  if (sentinels === null) return new Redis(address, options);
  const { retryStrategy } = options;
  return new Redis({
    ...sentinels,
    ...options,
    sentinelRetryStrategy: (tries) => retryStrategy?.(tries) ?? undefined,
  });
}
