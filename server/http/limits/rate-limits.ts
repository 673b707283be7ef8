/** Rate limits by caller: every number, key and reason is a row of docs/security.md#limits. */

import type { EndpointName } from '@shop/contract/api/endpoint-paths';
import { MAX_CONTACT_PHOTOS } from '@shop/core/content/contact-photos';
import { HOUR_MS, MINUTE_MS } from '@shop/core/time';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx, OrderLookUpLimit } from '../../context.ts';
import { buildRateLimitRefusal, Refused, statusOf } from '../../refuse.ts';
import { isIssued } from '../../secrets/sign.ts';
import { readBearerToken } from '../api/authenticate.ts';
import type { Counters } from './counters.ts';
import { toNetwork, toWideNetwork, WIDE_NETWORK_FACTOR } from './network.ts';

export type RateLimits = {
  /** Calls per second of one token, or of one network without a valid token. */
  general: number;
  /**
   * Failed look-ups of an order by its number and a contact: per minute and network, and per minute and order number.
   */
  tracking: number;
  /** Messages of the contact form per hour and network; three times as many photos. */
  contact: number;
  /** Failed tries of passwords and codes per minute and network, for each endpoint. */
  signIn: number;
  /** Accounts made per hour and network. */
  signUp: number;
  /** Calls of tills per minute and key. */
  till: number;
  /** Failed look-ups of members per minute and key of a till; six times as many per hour. */
  tillLookUps: number;
};

const SECOND_MS = 1_000;

/** Limit of one key within a window. */
type Bucket = { key: string; windowMs: number; max: number };

/** Builds the buckets of a caller's network: its own, and with `wideFactor` times the room the /48 around it. */
function buildNetworkBuckets(
  name: string,
  ip: string,
  windowMs: number,
  max: number,
  wideFactor = WIDE_NETWORK_FACTOR,
): Bucket[] {
  const wide = toWideNetwork(ip);
  const own = { key: `${name} ${toNetwork(ip)}`, windowMs, max };
  return wide === null ? [own] : [own, { key: `${name} ${wide}`, windowMs, max: max * wideFactor }];
}

/**
 * Counts `by` events of the caller's network; returns whether the limit allows them. `wideFactor`: 1 where networks
 * share what the limit protects, so that a /48 gets no more than one of them. Always true outside a request, such as in
 * a job, which has no address.
 */
export async function takeFromNetworkLimit(
  { request, shop }: Pick<Ctx, 'request' | 'shop'>,
  name: string,
  windowMs: number,
  max: number,
  { by = 1, wideFactor = WIDE_NETWORK_FACTOR } = {},
): Promise<boolean> {
  if (request.address === '') return true;
  const buckets = buildNetworkBuckets(name, request.address, windowMs, max, wideFactor);
  const counts = await Promise.all(buckets.map(({ key }) => shop.counters.add(key, windowMs, by)));
  return counts.every(({ current }, index) => current <= (buckets[index]?.max ?? 0));
}

/** Limit of all tokens that the shop issued to one network, as a multiple of that of one token. */
const TOKENS_FACTOR = 10;

/** Selects the buckets of a call: an issued token has its own limit, an invalid one counts to the network. */
function selectGeneralBuckets({ headers, ip }: FastifyRequest, general: number, secret: string): Bucket[] {
  const token = readBearerToken(headers.authorization);
  if (!isIssued(secret, token)) return buildNetworkBuckets('any', ip, SECOND_MS, general);
  const own = { key: `any ${token}`, windowMs: SECOND_MS, max: general };
  // Guest tokens are free: without this a caller could collect tokens to multiply the limit.
  return [own, ...buildNetworkBuckets('tokens', ip, SECOND_MS, general * TOKENS_FACTOR)];
}

/** Limits every route that is registered after it. Cached responses cost as little as a refusal and are not counted. */
export function limitCalls(
  app: FastifyInstance,
  { counters, limits, secret }: { counters: Counters; limits: RateLimits; secret: string },
): void {
  app.addHook('onRequest', async (request) => {
    const buckets = selectGeneralBuckets(request, limits.general, secret);
    const counts = await Promise.all(buckets.map(({ key, windowMs }) => counters.add(key, windowMs)));
    const waits = counts.filter(({ current }, index) => current > (buckets[index]?.max ?? 0)).map(({ ttl }) => ttl);
    if (waits.length > 0) throw buildRateLimitRefusal(Math.max(...waits) / 1_000);
  });
}

/**
 * A limit of single endpoints. `counts`: every call, calls refused for what the caller sent (a wrong password), or
 * those that succeeded. `parallel`: how many unfinished calls are admitted, as a multiple of the limit.
 */
type CallLimit = { buckets: Bucket[]; counts: 'calls' | 'failures' | 'successes'; parallel: number };

/**
 * Correct passwords of many shoppers behind one address may run in parallel; an attacker gains one such burst a
 * minute.
 */
const PARALLEL_SIGN_INS = 4;

/** Endpoints that can be used to guess a password or code. */
const GUESSABLE_ENDPOINTS: ReadonlySet<EndpointName> = new Set([
  'identity.signIn',
  'identity.signInByTng',
  'identity.register',
  'identity.verifyEmail',
  'identity.verifyPhone',
  'identity.verifyRecovery',
  'identity.resetPassword',
  'identity.mergeAccount',
  'staff.signIn',
]);

/** Endpoints that check a signed-in person's own password or code. Their failures count for the session alone. */
const OWN_CHECKS: ReadonlySet<EndpointName> = new Set([
  'identity.changePassword',
  'identity.remove',
  'staff.unlock',
  'staff.changePassword',
  'staff.confirmSecondFactor',
  'staff.newRecoveryCodes',
  'staff.removeSecondFactor',
]);

/**
 * Limits look-ups of an order by its number and a contact. `order_number` is normalized, so that every spelling of a
 * number counts together.
 */
function buildOrderLookUpLimit(ip: string, order_number: string, max: number): CallLimit {
  const number = { key: `track order ${order_number}`, windowMs: MINUTE_MS, max };
  return { buckets: [...buildNetworkBuckets('track', ip, MINUTE_MS, max), number], counts: 'failures', parallel: 1 };
}

/**
 * `session`: hash of the signed-in caller's token. `device`: hash of the device's token, if the owner of the requested
 * login signed in on it before.
 * `till`: hash of the till's key, if the shop issued it.
 */
type LimitedCall = {
  name: EndpointName;
  request: FastifyRequest;
  device: string | null;
  till: string | null;
  session: string | null;
};

/** Hourly limit of failed look-ups, as a multiple of the limit per minute. */
const HOURLY_LOOK_UP_FACTOR = 6;

/** Chooses the limits of a till's call: by its key, or by its network if the shop did not issue the key. */
function chooseTillLimits({ name, request, till }: LimitedCall, limits: RateLimits): CallLimit[] {
  const makeBuckets = (what: string, windowMs: number, max: number): Bucket[] =>
    till === null ? buildNetworkBuckets(what, request.ip, windowMs, max) : [{ key: `${what} ${till}`, windowMs, max }];
  const calls: CallLimit = { buckets: makeBuckets('till', MINUTE_MS, limits.till), counts: 'calls', parallel: 1 };
  if (name !== 'till.member') return [calls];
  const lookUps = [
    ...makeBuckets('till look-ups', MINUTE_MS, limits.tillLookUps),
    ...makeBuckets('till look-ups an hour', HOUR_MS, limits.tillLookUps * HOURLY_LOOK_UP_FACTOR),
  ];
  return [calls, { buckets: lookUps, counts: 'failures', parallel: 1 }];
}

function chooseLimits(call: LimitedCall, limits: RateLimits): CallLimit[] {
  const { name, request, device, session } = call;
  const { ip } = request;
  if (name.startsWith('till.')) return chooseTillLimits(call, limits);
  if (name === 'content.contactUs') {
    return [{ buckets: buildNetworkBuckets(name, ip, HOUR_MS, limits.contact), counts: 'calls', parallel: 1 }];
  }
  if (name === 'content.addContactPhoto') {
    const max = limits.contact * MAX_CONTACT_PHOTOS;
    return [{ buckets: buildNetworkBuckets(name, ip, HOUR_MS, max), counts: 'calls', parallel: 1 }];
  }
  if (name === 'referral.check') {
    // This endpoint reports a wrong code in a successful response.
    return [{ buckets: buildNetworkBuckets(name, ip, MINUTE_MS, limits.signIn), counts: 'calls', parallel: 1 }];
  }
  if (OWN_CHECKS.has(name)) {
    const bucket = { key: `${name} ${session}`, windowMs: MINUTE_MS, max: limits.signIn };
    return [{ buckets: [bucket], counts: 'failures', parallel: PARALLEL_SIGN_INS }];
  }
  if (!GUESSABLE_ENDPOINTS.has(name)) return [];
  const deviceBuckets: Bucket[] = [{ key: `${name} ${device}`, windowMs: MINUTE_MS, max: limits.signIn }];
  const buckets = device === null ? buildNetworkBuckets(name, ip, MINUTE_MS, limits.signIn) : deviceBuckets;
  const failures: CallLimit = { buckets, counts: 'failures', parallel: PARALLEL_SIGN_INS };
  if (name !== 'identity.register') return [failures];
  const signUpBuckets = buildNetworkBuckets('sign-up', ip, HOUR_MS, limits.signUp);
  return [failures, { buckets: signUpBuckets, counts: 'successes', parallel: 1 }];
}

/** Returns whether an error counts as the caller's failure: a refusal, except rate limits and server failures. */
function isCallersFailure(error: unknown): boolean {
  if (!(error instanceof Refused)) return false;
  const status = statusOf(error.refusal.code);
  return status < 500 && status !== 429;
}

/** Retry time of a call that is blocked only by others in progress, in seconds. */
const IN_PROGRESS_RETRY_S = 1;

export type EndpointLimits = {
  /** Runs one call within the limits of its endpoint. Throws `request.rate_limited` when a limit is reached. */
  run(call: LimitedCall, work: () => Promise<void>): Promise<void>;
  limitOrderLookUp: OrderLookUpLimit;
};

/** Makes the limits of single endpoints, which apply in addition to the general limit. */
export function createEndpointLimits(counters: Counters, limits: RateLimits): EndpointLimits {
  /** Calls in progress by key, so that parallel guesses count before their results are known. */
  const callsInProgress = new Map<string, number>();
  const addCallsInProgress = (key: string, by: number): number => {
    const all = (callsInProgress.get(key) ?? 0) + by;
    if (all > 0) callsInProgress.set(key, all);
    else callsInProgress.delete(key);
    return all;
  };

  /** Returns the seconds that a call has to wait; 0: none. */
  async function computeWait({ buckets, counts, parallel }: CallLimit, ahead: readonly number[]): Promise<number> {
    const isCounted = counts === 'calls';
    const readCounts = await Promise.all(
      buckets.map(({ key, windowMs }) => counters.add(key, windowMs, isCounted ? 1 : 0)),
    );
    const waits = readCounts.map(({ current, ttl }, index) => {
      const max = buckets[index]?.max ?? 0;
      if (isCounted ? current > max : current >= max) return ttl / 1_000;
      return !isCounted && current + (ahead[index] ?? 0) >= max * parallel ? IN_PROGRESS_RETRY_S : 0;
    });
    return Math.max(...waits);
  }

  /** Runs work within limits. Throws `request.rate_limited` when one is reached. */
  async function runWithin<T>(all: readonly CallLimit[], work: () => Promise<T>): Promise<T> {
    if (all.length === 0) return work();
    const ahead = all.map(({ buckets }) => buckets.map(({ key }) => addCallsInProgress(key, 1) - 1));
    const count = (what: CallLimit['counts']) =>
      Promise.all(
        all
          .filter(({ counts }) => counts === what)
          .flatMap(({ buckets }) => buckets.map(({ key, windowMs }) => counters.add(key, windowMs))),
      );
    try {
      const waits = await Promise.all(all.map((limit, index) => computeWait(limit, ahead[index] ?? [])));
      const wait = Math.max(...waits);
      if (wait > 0) throw buildRateLimitRefusal(wait);
      const result = await work();
      await count('successes');
      return result;
    } catch (error) {
      if (isCallersFailure(error)) await count('failures');
      throw error;
    } finally {
      for (const { buckets } of all) for (const { key } of buckets) addCallsInProgress(key, -1);
    }
  }

  return {
    run: (call, work) => runWithin(chooseLimits(call, limits), work),
    limitOrderLookUp: (address, order_number, lookUp) =>
      runWithin([buildOrderLookUpLimit(address, order_number, limits.tracking)], lookUp),
  };
}
