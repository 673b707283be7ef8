/** Tokens of signed-in customers (docs/security.md#c15): 256 random bits, signed; the database stores only the hash. */
import { DAY_MS } from '@shop/core/time';
import { LRUCache } from 'lru-cache';
import { type Ctx, publish } from '../../context.ts';
import { type Db, lockRows } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { hashToken, type LookUpToken, type TokenOwner } from '../../http/api/authenticate.ts';
import { refuse } from '../../refuse.ts';
import { issueToken } from '../../secrets/sign.ts';
import * as sql from '../identity.sql.ts';

/**
 * A session ends after 30 days without use, or after one day if it is not remembered, and after 90 days in any case.
 */
const IDLE_DAYS = 30;
const UNREMEMBERED_IDLE_DAYS = 1;
const SESSION_LIFE_MS = 90 * DAY_MS;
/** A session's last use is updated at most once an hour. */
const TOUCH_INTERVAL_MS = 3_600_000;

/** Maximum length of a stored device name. */
const MAX_DEVICE_LENGTH = 200;

/** Removes version numbers, so that an updated browser is the same device. */
export const removeVersions = (device: string): string => device.replace(/\/\d+(\.\d+)*/g, '');

/** Maximum number of open sessions of a customer; a further sign-in ends the least recently used one. */
const MAX_SESSIONS = 50;

/** The customer as they were when their password or login was verified. */
type VerifiedCustomer = { id: string; password_hash: string | null };

/**
 * Begins a session and returns its token, of which only the hash is stored. Notifies the owner of a new device. Refuses
 * `auth.wrong` if the password was changed since it was verified: a sign-in that is under way must not survive a
 * recovery. Refuses `auth.blocked` for an account that staff blocked.
 */
export async function beginSession(ctx: Ctx, customer: VerifiedCustomer, remember: boolean): Promise<string> {
  const { id: customer_id, password_hash } = customer;
  // Serializes a customer's sign-ins, so that concurrent ones do not exceed the limit.
  const [account] = await lockRows(ctx.db, sql.lockPasswordHash, [customer_id]);
  if (account === undefined || account.password_hash !== password_hash) refuse('auth.wrong');
  if (account.is_blocked) refuse('auth.blocked');
  const token = issueToken(ctx.shop.secret, 'c_');
  const expires_at = new Date(ctx.now.getTime() + SESSION_LIFE_MS);
  const device = ctx.request.device.slice(0, MAX_DEVICE_LENGTH);
  const sessions = (await ctx.db.row(sql.countSessions, [customer_id]))?.count ?? 0;
  if (sessions >= MAX_SESSIONS) await ctx.db.rows(sql.endOldestSessions, [customer_id, MAX_SESSIONS - 1]);
  await ctx.db.write(sql.insertSession, [
    uuidV7(ctx.now),
    customer_id,
    hashToken(token),
    ctx.request.platform,
    device,
    remember,
    ctx.now,
    expires_at,
  ]);
  const deviceRow = await ctx.db.row(sql.recordDevice, [customer_id, hashToken(removeVersions(device)), ctx.now]);
  if (deviceRow?.unseen === true) await publish(ctx, { type: 'customer.new_device', customer_id, device });
  return token;
}

/** Returns the times since which an open session must have been used: a remembered one, and any other. */
export const computeIdleLimits = (now: Date): [Date, Date] => [
  new Date(now.getTime() - IDLE_DAYS * DAY_MS),
  new Date(now.getTime() - UNREMEMBERED_IDLE_DAYS * DAY_MS),
];

/** Time for which this process may still accept a session that another process ended. */
const CACHE_TTL_MS = 1_000;
const MAX_CACHED_TOKENS = 20_000;

/** A cache of the owners of customers' tokens. */
export type TokenCache = {
  lookUp: LookUpToken;
  /** Invalidates the whole cache, after a session was ended. */
  invalidate(): void;
};

/**
 * Creates a cache that looks up each token at most once a second. A session that is found past its end is deleted, so
 * it stays ended if the clock is set back.
 */
export function createTokenCache(db: Db, clock: () => Date): TokenCache {
  type CachedOwner = { owner: TokenOwner | null; at: number; monotonic: number };
  let cache = new LRUCache<string, CachedOwner>({ max: MAX_CACHED_TOKENS });
  // Also uses the monotonic clock: after the wall clock is set back, entries would look fresh for too long.
  const isFresh = ({ at, monotonic }: CachedOwner, now: Date): boolean =>
    Math.abs(now.getTime() - at) < CACHE_TTL_MS && performance.now() - monotonic < CACHE_TTL_MS;

  async function loadOwner(tokenHash: string, now: Date): Promise<TokenOwner | null> {
    const sessionRow = await db.row(sql.sessionByToken, [tokenHash, now, ...computeIdleLimits(now)]);
    if (sessionRow === null) return null;
    if (!sessionRow.is_open) {
      await db.rows(sql.endSessionByToken, [tokenHash]);
      return null;
    }
    if (now.getTime() - sessionRow.last_used_at.getTime() > TOUCH_INTERVAL_MS)
      await db.rows(sql.touchSession, [tokenHash, now]);
    return { id: sessionRow.customer_id, priceGroup: sessionRow.price_group, tokenHash };
  }

  const lookUp: LookUpToken = async (token) => {
    const hash = hashToken(token);
    const now = clock();
    const cached = cache.get(hash);
    if (cached !== undefined && isFresh(cached, now)) return cached.owner;
    // A look-up that began before an invalidation fills the old cache, not the new one.
    const cacheBefore = cache;
    const monotonic = performance.now();
    const owner = await loadOwner(hash, now);
    cacheBefore.set(hash, { owner, at: now.getTime(), monotonic });
    return owner;
  };
  return {
    lookUp,
    invalidate: () => {
      cache = new LRUCache({ max: MAX_CACHED_TOKENS });
    },
  };
}
