/**
 * Counters in Redis, for all processes of the shop together (`REDIS_URL`,
 * docs/decisions/0016-limits-over-processes.md).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import { sign } from '../../secrets/sign.ts';
import type { SharedCounts } from './counters.ts';
import { createRedis } from './redis-address.ts';

const KEY_PREFIX = 'sekampit:calls:';

const CONNECT_MS = 1_000;
/** Time without a reply after which the Redis connection is dropped and opened again, in milliseconds. */
const REPLY_MS = 500;
const RECONNECT_MS = 1_000;
/**
 * How long a call waits for Redis before it is counted locally, in milliseconds. The wait is split into parts, so that
 * the event loop of a busy process can read a reply that has already arrived.
 */
const LOCAL_COUNT_AFTER_MS = 20;
const WAIT_PARTS = 4;
/** Late replies in a row after which no call waits for Redis, and for how long, in milliseconds. */
const MAX_LATE_IN_A_ROW = 3;
const PAUSE_MS = 1_000;

/** One atomic script, so that no key is left without an expiry. */
const COUNT_SCRIPT = `
  local current = redis.call('INCRBY', KEYS[1], ARGV[2])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then
    left = tonumber(ARGV[1])
    redis.call('PEXPIRE', KEYS[1], left)
  end
  return {current, left}`;

const countReply = v.tuple([v.number(), v.number()]);

type RedisOptions = {
  url: string;
  /** Signs the keys, so that a reader of Redis cannot identify callers. */
  secret: string;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
};

/** Resolves to null if `work` takes longer than `LOCAL_COUNT_AFTER_MS`. */
async function resolveInTime<Result>(work: Promise<Result>): Promise<Result | null> {
  const timeout = new AbortController();
  const { signal } = timeout;
  async function wait(): Promise<null> {
    for (let part = 0; part < WAIT_PARTS; part++) await sleep(LOCAL_COUNT_AFTER_MS / WAIT_PARTS, undefined, { signal });
    return null;
  }
  try {
    return await Promise.race([work, wait()]);
  } finally {
    timeout.abort();
  }
}

/** Connects, and reconnects until closed. Never blocks while Redis is unreachable. */
export async function connectRedisCounts({ url, secret, log }: RedisOptions): Promise<SharedCounts> {
  const redis = await createRedis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    socketTimeout: REPLY_MS,
    retryStrategy: () => RECONNECT_MS,
    // A call that Redis cannot count at once is counted locally: it neither waits nor is retried.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  });
  let isLost = false;
  const reportLoss = (error: unknown) => {
    if (!isLost) log.warn({ err: error }, 'Redis does not respond: calls are counted in each process for now');
    isLost = true;
  };
  const reportReconnect = () => {
    if (isLost) log.info('calls are counted in Redis again');
    isLost = false;
  };
  redis.on('error', reportLoss);
  // Connection errors are logged by the error event.
  await Promise.race([redis.connect().catch(() => {}), sleep(CONNECT_MS, undefined, { ref: false })]);

  let lateInARow = 0;
  let pausedUntil = 0;
  return {
    async count(key, windowMs, by) {
      if (redis.status !== 'ready' || performance.now() < pausedUntil) return null;
      try {
        const pendingReply = redis.eval(COUNT_SCRIPT, 1, `${KEY_PREFIX}${sign(secret, `calls ${key}`)}`, windowMs, by);
        const reply = await resolveInTime(pendingReply);
        if (reply === null) {
          // A later failure is logged by the error event.
          pendingReply.catch(() => {});
          if (++lateInARow >= MAX_LATE_IN_A_ROW) pausedUntil = performance.now() + PAUSE_MS;
          throw new Error(`No reply within ${LOCAL_COUNT_AFTER_MS} ms`);
        }
        lateInARow = 0;
        const [current, ttl] = v.parse(countReply, reply);
        reportReconnect();
        return { current, ttl };
      } catch (error) {
        reportLoss(error);
        return null;
      }
    },
    close: () => redis.disconnect(),
  };
}
