/** Tokens of signed-in customers (reliability C15): 256 random bits of which the database knows the hash alone. */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../context.ts';
import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { hashToken, type LookUpToken, type TokenOwner } from '../http/actor.ts';
import * as sql from './identity.sql.ts';

/** Customers' tokens begin with `c_`, so that no guest's passes for one (readings 26). */
const newToken = (): string => `c_${randomBytes(32).toString('base64url')}`;

const DAY_MS = 86_400_000;
/** A session ends after 30 days without use, a day where it is not to be remembered, and after 90 days whatever happens. */
const IDLE_DAYS = 30;
const FORGOTTEN_AFTER_DAYS = 1;
const LIFE_MS = 90 * DAY_MS;
/** Use is noted once an hour. */
const NOTED_EVERY_MS = 3_600_000;

/** Longest name of a device that is kept. */
const MAX_DEVICE = 200;

/** A browser that was updated is the same device. */
const withoutVersions = (device: string): string => device.replace(/\/\d+(\.\d+)*/g, '');

/** Begins a session; answers its token, which is told this once. The owner is told of a device that was never seen. */
export async function beginSession(ctx: Ctx, customer_id: string, remember: boolean): Promise<string> {
  const token = newToken();
  const expires_at = new Date(ctx.now.getTime() + LIFE_MS);
  const device = ctx.device.slice(0, MAX_DEVICE);
  await ctx.db.write(sql.insertSession, [
    uuidV7(ctx.now),
    customer_id,
    hashToken(token),
    ctx.platform,
    device,
    remember,
    ctx.now,
    expires_at,
  ]);
  const noted = await ctx.db.row(sql.noteDevice, [customer_id, hashToken(withoutVersions(device)), ctx.now]);
  if (noted?.unseen === true) await ctx.announce({ type: 'customer.new_device', customer_id, device });
  return token;
}

/** The moments after which sessions must have been used to be good still: remembered ones, and others. */
export const idleSince = (now: Date): [Date, Date] => [
  new Date(now.getTime() - IDLE_DAYS * DAY_MS),
  new Date(now.getTime() - FORGOTTEN_AFTER_DAYS * DAY_MS),
];

/** How long an ended session may still be answered by a process that did not end it. */
const KNOWN_MS = 1_000;
const MAX_KNOWN = 20_000;

/** What is known of customers' tokens. */
export type KnownTokens = {
  lookUp: LookUpToken;
  /** Forgets all that is known: a session was ended. */
  forget(): void;
};

/** Looks tokens up, each at most once a second. */
export function knownTokens(db: Db, clock: () => Date): KnownTokens {
  type Known = { owner: TokenOwner | null; at: number };
  let known = new LRUCache<string, Known>({ max: MAX_KNOWN });
  const lookUp: LookUpToken = async (token) => {
    const hash = hashToken(token);
    const now = clock();
    const before = known.get(hash);
    if (before !== undefined && now.getTime() - before.at < KNOWN_MS) return before.owner;
    // What was asked before a session ended is noted where nobody looks any more.
    const noted = known;
    const found = await db.row(sql.sessionByToken, [hash, now, ...idleSince(now)]);
    const owner: TokenOwner | null =
      found === null ? null : { id: found.customer_id, priceGroup: found.price_group, tokenHash: hash };
    if (found !== null && now.getTime() - found.last_used_at.getTime() > NOTED_EVERY_MS) {
      await db.rows(sql.touchSession, [hash, now]);
    }
    noted.set(hash, { owner, at: now.getTime() });
    return owner;
  };
  return {
    lookUp,
    forget: () => {
      known = new LRUCache({ max: MAX_KNOWN });
    },
  };
}
