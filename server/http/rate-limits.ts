/** How often one shopper may ask (readings 40). Answers that are kept cost as little as a refusal and are not counted. */
import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { EndpointName } from '@shop/contract/paths';
import { refusal } from '@shop/core/refusal';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Refused } from '../refuse.ts';
import { bearerToken } from './actor.ts';
import { parseQuery, rawQuery } from './query.ts';
import type { Count, SharedCounts } from './redis-counts.ts';

export type RateLimits = {
  /** Calls per second of one token, else of one address. */
  general: number;
  /** Per minute and address: opening an order by its number and somebody's phone or email. */
  tracking: number;
  /** Per hour and address: messages of the contact form. */
  contact: number;
  /** Per minute and address: signing in and up, and trying codes. */
  signIn: number;
};

/** Tokens and addresses that are counted at a time. */
const MAX_COUNTED = 20_000;

const whose = (request: FastifyRequest): string =>
  bearerToken(request.headers.authorization).slice(0, 80) || request.ip;

/** Counts in this process, as the plugin does by itself. */
function countHere(): (key: string, windowMs: number) => Count {
  const counts = new LRUCache<string, { current: number; until: number }>({ max: MAX_COUNTED });
  return (key, windowMs) => {
    const now = Date.now();
    const known = counts.get(key);
    const count = known !== undefined && known.until > now ? known : { current: 0, until: now + windowMs };
    count.current += 1;
    counts.set(key, count);
    return { current: count.current, ttl: count.until - now };
  };
}

/** The plugin's store: counts over all processes, and in this one while that cannot be done. */
function storeOver(shared: SharedCounts): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    readonly #countHere = countHere();
    incr: FastifyRateLimitStore['incr'] = (key, done, windowMs) => {
      shared.count(key, windowMs).then((count) => done(null, count ?? this.#countHere(key, windowMs)));
    };
    /** A route's own store. Keys name the call already: what routes share is told apart. */
    child = (): Store => new Store();
  };
}

/** Counts every route that is registered after it; `shared`: over all processes. */
export async function limitRates(app: FastifyInstance, limits: RateLimits, shared: SharedCounts | null): Promise<void> {
  await app.register(rateLimit, {
    ...(shared !== null && { store: storeOver(shared) }),
    max: limits.general,
    timeWindow: 1_000,
    cache: MAX_COUNTED,
    keyGenerator: (request) => `any ${whose(request)}`,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_, context) =>
      new Refused(refusal('request.rate_limited'), { retryAfter: Math.max(1, Math.ceil(context.ttl / 1_000)) }),
  });
}

/** Calls that open an order to whoever knows its number and a contact: guessing must be slow. */
const GUESSABLE: ReadonlySet<EndpointName> = new Set(['orders.order', 'orders.track']);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Calls with a limit of their own by address; those of one kind have the same one, each call for itself. */
const OWN: Partial<Record<EndpointName, { kind: 'contact' | 'signIn'; timeWindow: number }>> = {
  'content.contactUs': { kind: 'contact', timeWindow: HOUR_MS },
  'identity.signIn': { kind: 'signIn', timeWindow: MINUTE_MS },
  'identity.register': { kind: 'signIn', timeWindow: MINUTE_MS },
  'identity.verifyEmail': { kind: 'signIn', timeWindow: MINUTE_MS },
  'identity.verifyPhone': { kind: 'signIn', timeWindow: MINUTE_MS },
  'identity.verifyRecovery': { kind: 'signIn', timeWindow: MINUTE_MS },
  'identity.resetPassword': { kind: 'signIn', timeWindow: MINUTE_MS },
  'identity.mergeAccount': { kind: 'signIn', timeWindow: MINUTE_MS },
  'identity.changePassword': { kind: 'signIn', timeWindow: MINUTE_MS },
  'identity.remove': { kind: 'signIn', timeWindow: MINUTE_MS },
  'referral.check': { kind: 'signIn', timeWindow: MINUTE_MS },
};

/** The route's options where an endpoint has a limit of its own. */
export function limitOf(name: EndpointName, limits: RateLimits): RouteShorthandOptions {
  const own = OWN[name];
  if (own !== undefined) {
    const { kind, timeWindow } = own;
    const keyGenerator = (request: FastifyRequest) => `${name} ${request.ip}`;
    return { config: { rateLimit: { max: limits[kind], timeWindow, keyGenerator } } };
  }
  if (!GUESSABLE.has(name)) return {};
  // A link's token cannot be guessed; only a contact can.
  const isGuess = (request: FastifyRequest) => 'contact' in parseQuery(rawQuery(request.url));
  return {
    config: {
      rateLimit: {
        max: (request: FastifyRequest) => (isGuess(request) ? limits.tracking : limits.general * 60),
        timeWindow: MINUTE_MS,
        keyGenerator: (request: FastifyRequest) => `${name} ${isGuess(request) ? 'guess' : 'link'} ${request.ip}`,
      },
    },
  };
}
