/** Who asks, from the bearer token (readings 3, 26). */
import { createHash, randomBytes } from 'node:crypto';
import type { Who } from '@shop/contract/endpoint';
import type { Actor } from '../context.ts';
import { refuse } from '../refuse.ts';

/** A customer whose token is good, and the group whose prices apply. */
export type TokenOwner = { id: string; priceGroup: string | null; tokenHash: string };

/** Identity's look-up of a customer's token; null where it is no longer good. */
export type LookUpToken = (token: string) => Promise<TokenOwner | null>;

export type Asked = { actor: Actor; priceGroup: string | null };

const NOBODY: Asked = { actor: { kind: 'nobody' }, priceGroup: null };

/** Customer tokens begin so; everything else is a guest's (readings 26). */
const CUSTOMER_TOKEN = /^c_[A-Za-z0-9_-]{20,200}$/;
/** A cart's uuid, or any token of at least as many random bits; what is shorter or longer could be guessed or is none. */
const GUEST_TOKEN = /^[A-Za-z0-9_-]{22,64}$/;

/** The token of an `Authorization` header; empty where there is none. */
export function bearerToken(header: string | undefined): string {
  return /^bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? '';
}

/** A guest's new token of 256 random bits: it opens a cart. It begins with `g`, since tokens of customers begin with `c_`. */
export const newGuestToken = (): string => `g${randomBytes(32).toString('base64url')}`;

/** What stands in the database for a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Tells who asks. Refuses `auth.required` where sign-in is needed and no token came, and `auth.token_invalid` for a
 * customer's token that is no longer good, where a guest's or customer's own data is asked for; open calls ignore it.
 * A guest's token that is none is taken for an unknown one: it is answered by a new cart (readings 3).
 */
export async function identify(header: string | undefined, who: Who, lookUp: LookUpToken): Promise<Asked> {
  const token = bearerToken(header);
  if (token.startsWith('c_')) {
    const owner = CUSTOMER_TOKEN.test(token) ? await lookUp(token) : null;
    if (owner !== null) {
      const { priceGroup, ...customer } = owner;
      return { actor: { kind: 'customer', ...customer }, priceGroup };
    }
    return who === 'open' ? NOBODY : refuse('auth.token_invalid');
  }
  if (who === 'me') refuse('auth.required');
  if (token === '') return NOBODY;
  const own = GUEST_TOKEN.test(token) ? token : newGuestToken();
  return { actor: { kind: 'guest', token: own, tokenHash: hashToken(own) }, priceGroup: null };
}
