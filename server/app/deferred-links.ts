/**
 * Deferred deep links (docs/readings.md#71): the page that a shopper leaves for the store is stored under a random
 * token, which comes back with the first start of the app. The device is not fingerprinted.
 */
import { randomBytes } from 'node:crypto';
import { DEFERRED_LINK_MS, isDeferrable } from '@shop/core/app/deferred-deep-link';
import { findDeepLinkPath } from '@shop/core/links/deep-links';
import { refusal } from '@shop/core/refusal';
import { HOUR_MS } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { declareCleanUp } from '../db/clean-up.ts';
import { statement } from '../db/database.ts';
import { hashToken } from '../http/api/authenticate.ts';
import { takeFromNetworkLimit } from '../http/limits/rate-limits.ts';
import { buildRateLimitRefusal, refuseFields } from '../refuse.ts';
import { isSameSecret, sign } from '../secrets/sign.ts';

/** Maximum links stored per network and hour; high, since carriers put thousands of phones behind one address. */
const MAX_PER_NETWORK = 300;

/**
 * A token has 128 random bits, and 96 bits of the shop's signature: short, since a store listing's address carries it.
 */
const RANDOM_BYTES = 16;
const SIGNATURE_LENGTH = 16;
const TOKEN_PATTERN = /^l_[A-Za-z0-9_-]{38}$/;

const signLink = (secret: string, body: string): string =>
  sign(secret, `deferred link ${body}`).slice(0, SIGNATURE_LENGTH);

function issueLinkToken(secret: string): string {
  const body = `l_${randomBytes(RANDOM_BYTES).toString('base64url')}`;
  return `${body}${signLink(secret, body)}`;
}

/** Returns whether the shop issued a token; made-up ones are recognized without a look-up. */
function isLinkToken(secret: string, token: string): boolean {
  if (!TOKEN_PATTERN.test(token)) return false;
  return isSameSecret(token.slice(-SIGNATURE_LENGTH), signLink(secret, token.slice(0, -SIGNATURE_LENGTH)));
}

const insertLink = statement(
  'app.insertLink',
  v.object({}),
  'insert into deferred_links (token_hash, path, created_at) values ($1, $2, $3)',
);

const linkRow = v.object({ path: v.string() });

/** Reads the link of token hash $1 that was stored after $2. */
const linkByToken = statement(
  'app.linkByToken',
  linkRow,
  'select path from deferred_links where token_hash = $1 and created_at > $2',
);

/** Removes the link of token hash $1 that was stored after $2, and returns it: of two claims one gets it. */
const takeLink = statement(
  'app.takeLink',
  linkRow,
  'delete from deferred_links where token_hash = $1 and created_at > $2 returning path',
);

/** Removes the links that were stored at $1 or before. */
const removeLinks = declareCleanUp(
  'app.removeLinks',
  'delete from deferred_links',
  'from deferred_links where created_at <= $1 order by created_at',
);

const computeExpiryLimit = (now: Date): Date => new Date(now.getTime() - DEFERRED_LINK_MS);

/** Returns the path of a page of this shop that everyone may open. Refuses any other URL. */
function requirePath({ shop }: Ctx, url: string): string {
  const address = { scheme: shop.app.scheme, origins: [shop.publicUrl] };
  const path = findDeepLinkPath(url.startsWith('/') ? `${shop.publicUrl}${url}` : url, address);
  return path !== null && isDeferrable(path) ? path : refuseFields({ url: [refusal('field.form')] });
}

/** Saves a page, given by its path or address. Throws `request.rate_limited` at the limit of the caller's network. */
export async function saveDeferredLink(ctx: Ctx, url: string): Promise<{ token: string; expires_at: Date }> {
  const path = requirePath(ctx, url);
  if (!(await takeFromNetworkLimit(ctx, 'deferred links', HOUR_MS, MAX_PER_NETWORK)))
    throw buildRateLimitRefusal(HOUR_MS / 1_000);
  const token = issueLinkToken(ctx.shop.secret);
  await ctx.db.write(insertLink, [hashToken(token), path, ctx.now]);
  return { token, expires_at: new Date(ctx.now.getTime() + DEFERRED_LINK_MS) };
}

async function readLink(ctx: Ctx, query: typeof linkByToken, token: string): Promise<string | null> {
  if (!isLinkToken(ctx.shop.secret, token)) return null;
  const link = await ctx.db.row(query, [hashToken(token), computeExpiryLimit(ctx.now)]);
  return link === null ? null : `${ctx.shop.publicUrl}${link.path}`;
}

/** Returns the stored page's address, once; null for a token that is unknown, used or expired. */
export const claimLink = (ctx: Ctx, token: string): Promise<string | null> => readLink(ctx, takeLink, token);

/** Returns the stored page's address and leaves the link to be claimed; null as for `claimLink`. */
export const findLink = (ctx: Ctx, token: string): Promise<string | null> => readLink(ctx, linkByToken, token);

/** Removes the links that have expired unclaimed. Runs daily. */
export const removeExpiredLinks = (ctx: Ctx): Promise<number> => removeLinks(ctx.db, computeExpiryLimit(ctx.now));
