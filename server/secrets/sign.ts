/** Signs texts and tokens with the shop's secret, so that forged tokens are recognized without a look-up. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Signs a text: 43 URL-safe characters. */
export const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two texts in constant time. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digestOf(given), digestOf(expected));

/** Prefix by holder: guest, customer, device, driver's run, staff, till. */
export type TokenPrefix = 'g' | 'c_' | 'd_' | 'r_' | 's_' | 't_';

const RANDOM_BYTES = 32;
/** 128 bits of the signature, in base64url. */
const SIGNATURE_LENGTH = 22;

const signToken = (secret: string, body: string): string => sign(secret, `token ${body}`).slice(0, SIGNATURE_LENGTH);

/** Issues a token of 256 random bits and the shop's signature over them. */
export function issueToken(secret: string, prefix: TokenPrefix): string {
  const body = `${prefix}${randomBytes(RANDOM_BYTES).toString('base64url')}`;
  return `${body}${signToken(secret, body)}`;
}

const ISSUED_TOKEN = /^(g|[cdrst]_)[A-Za-z0-9_-]{65}$/;

/**
 * Returns whether a token has the shop's signature; false for older tokens, which have none. A signed token may have
 * expired.
 */
export function isIssued(secret: string, token: string): boolean {
  if (!ISSUED_TOKEN.test(token)) return false;
  return isSameSecret(token.slice(-SIGNATURE_LENGTH), signToken(secret, token.slice(0, -SIGNATURE_LENGTH)));
}
