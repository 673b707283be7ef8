/**
 * docs/design.md#one-machine-then-many "Redis for rate limits"; without a Redis, tests only that an unreachable one
 * breaks nothing.
 */
import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@shop/core/time';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { startRedisProxy, testRedisUrl } from '../../testing/redis.ts';
import { type TestServer, testServer } from '../../testing/test-server.ts';
import type { SharedCounts } from './counters.ts';
import { connectRedisCounts } from './redis-counts.ts';

const LIMIT = 3;
const url = testRedisUrl();
const secret = randomBytes(24).toString('base64url');
const env = { APP_SECRET: secret, RATE_LIMIT_SIGN_IN: String(LIMIT), LOG_LEVEL: 'silent' };

const proxy = url === undefined ? undefined : await startRedisProxy(url);
/** Address without a Redis, as after a network failure. */
const deadProxy = await startRedisProxy('redis://127.0.0.1:1');
await deadProxy.cut();

const serverWithoutRedis = await testServer({ env: { ...env, REDIS_URL: deadProxy.url } });
const { database } = serverWithoutRedis;
const one = proxy && (await testServer({ env: { ...env, REDIS_URL: proxy.url }, database }));
const other = url === undefined ? undefined : await testServer({ env: { ...env, REDIS_URL: url }, database });

/** Tries to sign in `times` times and returns the statuses. */
async function trySignIns(times: number, servers: readonly (TestServer | undefined)[]): Promise<number[]> {
  const statuses = [];
  for (let n = 0; n < times; n++) {
    const response = await servers[n % servers.length]?.api('POST', '/token', {
      body: { login: `unregistered${n}@example.com`, password: 'wrong one' },
    });
    statuses.push(response?.status ?? 0);
  }
  return statuses;
}

const REFUSED_AFTER_LIMIT = [422, 422, 422, 429, 429];

test('docs/security.md#c8: starts without an unreachable Redis, and each process counts for itself', async () => {
  expect(await trySignIns(5, [serverWithoutRedis])).toEqual(REFUSED_AFTER_LIMIT);
});

describe.runIf(url !== undefined)('with Redis', () => {
  const logLines: string[] = [];
  const reasons: unknown[] = [];
  const collect = (first: unknown, text?: string) => {
    logLines.push(text ?? String(first));
    if (typeof first === 'object' && first !== null && 'err' in first) reasons.push(first.err);
  };
  const log = { warn: collect, info: collect };
  const openCounts: SharedCounts[] = [];
  const connectCounts = async (address = '') => {
    const newCounts = await connectRedisCounts({ url: address, secret, log });
    openCounts.push(newCounts);
    return newCounts;
  };
  afterAll(async () => {
    for (const each of openCounts) each.close();
    await proxy?.cut();
  });

  test('docs/security.md#c24: two processes share a limit; other calls have their own', async () => {
    expect(await trySignIns(5, [one, other])).toEqual(REFUSED_AFTER_LIMIT);
    const refusal = await other?.api('POST', '/token', {
      body: { login: 'unregistered@example.com', password: 'wrong one' },
    });
    expect(refusal?.body.code).toBe('request.rate_limited');
    expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(5);
    expect((await one?.api('POST', '/refer-code/check', { body: { code: 'NOBODY22' } }))?.status).toBe(200);
    expect((await one?.api('GET', '/cart', { token: 'gFFFFFFFFFFFFFFFFFFFFFFFFF' }))?.status).toBe(200);
  });

  test('keys have the shop’s prefix, name no caller, and expire', async () => {
    const redis = new Redis(url ?? '');
    const keys = await redis.keys('sekampit:calls:*');
    expect(keys.length).toBeGreaterThan(0);
    // Redis returns -1 for a key without an expiry.
    for (const key of keys) expect(await redis.pttl(key)).not.toBe(-1);
    expect(keys.join(' ')).not.toMatch(/127\.0\.0\.1|gFFFF|example\.com/);
    redis.disconnect();
  });

  test('calls go on while Redis is unreachable, counted per process; logged once', async () => {
    const countsByProxy = await connectCounts(proxy?.url);
    const directCounts = await connectCounts(url);
    const count = () => countsByProxy.count('goes away', MINUTE_MS, 1);
    expect(await count()).toEqual({ current: 1, ttl: MINUTE_MS });
    expect((await directCounts.count('goes away', MINUTE_MS, 1))?.current).toBe(2);
    await proxy?.cut();
    expect(await count()).toBeNull();
    expect(await trySignIns(5, [one])).toEqual(REFUSED_AFTER_LIMIT);
    await expect.poll(() => logLines).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await count()).toBeNull();
    expect(logLines).toEqual([expect.stringContaining('Redis does not respond')]);
    await proxy?.mend();
    await expect.poll(count).toEqual({ current: 3, ttl: expect.any(Number) });
    expect(logLines.slice(1)).toEqual([expect.stringContaining('again')]);
  });

  test('when Redis does not respond, one call waits for a moment and later ones do not', async () => {
    const countsByProxy = await connectCounts(proxy?.url);
    const count = () => countsByProxy.count('falls silent', MINUTE_MS, 1);
    expect((await count())?.current).toBe(1);
    proxy?.silence();
    const before = proxy?.requests() ?? 0;
    expect(await Promise.all([count(), count()])).toEqual([null, null]);
    for (let n = 0; n < 20; n++) expect(await count()).toBeNull();
    expect((proxy?.requests() ?? 0) - before).toBeLessThan(20);
    await proxy?.mend();
    await expect.poll(count).toMatchObject({ current: expect.any(Number) });
  });

  test('a slow Redis: calls are decided within 20 ms by the counts of their process, and limits hold', async () => {
    const countsByProxy = await connectCounts(proxy?.url);
    const count = () => countsByProxy.count('grows slow', MINUTE_MS, 1);
    expect((await count())?.current).toBe(1);
    reasons.length = 0;
    const before = proxy?.requests() ?? 0;
    proxy?.delay(200);
    expect(await count()).toBeNull();
    // Decided by the time limit: neither a reply nor the end of the connection came first.
    expect(reasons).toEqual([new Error('No reply within 20 ms')]);
    for (let n = 1; n < 20; n++) expect(await count()).toBeNull();
    // After some late replies no call waits for Redis, until it is tried again.
    expect((proxy?.requests() ?? 0) - before).toBeLessThan(20);
    await trySignIns(LIMIT, [one]);
    expect(await trySignIns(1, [one])).toEqual([429]);
    await proxy?.mend();
    await expect.poll(count).toMatchObject({ current: expect.any(Number) });
  });
});
