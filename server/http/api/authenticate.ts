/** Identifies the caller by the bearer token (docs/readings.md#3, docs/readings.md#26). */
import { createHash } from 'node:crypto';
import type { Access } from '@shop/contract/api/endpoint';
import type { StaffRestriction } from '@shop/core/staff/roles';
import type { Actor, DriverActor, StaffActor, TillActor } from '../../context.ts';
import { refuse } from '../../refuse.ts';
import { isIssued, issueToken } from '../../secrets/sign.ts';

/** A customer with a valid token, and the group whose prices apply. */
export type TokenOwner = { id: string; priceGroup: string | null; tokenHash: string };

/** Looks up a customer's token; null if it is no longer valid. */
export type LookUpToken = (token: string) => Promise<TokenOwner | null>;

/** The identified caller of a request. */
export type RequestAuth = { actor: Actor; priceGroup: string | null };

const ANONYMOUS: RequestAuth = { actor: { kind: 'anonymous' }, priceGroup: null };

/**
 * Pattern of customer tokens. Staff tokens begin with `s_`, those of drivers' runs with `r_`; all others are guest
 * tokens (docs/readings.md#26).
 */
const CUSTOMER_TOKEN = /^c_[A-Za-z0-9_-]{20,200}$/;
/** Pattern of guest tokens: a cart's uuid, or a token with at least as many random bits. */
const GUEST_TOKEN = /^[A-Za-z0-9_-]{22,80}$/;

/** Returns the token of an `Authorization` header; empty without one. */
export function readBearerToken(header: string | undefined): string {
  return /^bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? '';
}

/** Returns the hash under which the database stores a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The part of the shop that identifying a caller needs. */
export type TokenChecks = {
  secret: string;
  lookUpToken: LookUpToken;
  /** Whether a cart of a guest's token is stored, by the token's hash. */
  hasGuestCart: (tokenHash: string) => Promise<boolean>;
  lookUpStaff: (token: string) => Promise<StaffActor | null>;
  lookUpTill: (key: string) => Promise<TillActor | null>;
  /** Returns the driver of an open run by the token of its link. */
  lookUpDriver: (token: string) => Promise<DriverActor | null>;
};

/**
 * Returns whether the shop issued a guest's token: it is signed, or an older one whose cart is stored. Open endpoints
 * write nothing under a token, so any well-formed one passes there without a look-up.
 */
async function isGuestToken(token: string, access: Access, { secret, hasGuestCart }: TokenChecks): Promise<boolean> {
  if (isIssued(secret, token)) return true;
  return GUEST_TOKEN.test(token) && (access === 'open' || (await hasGuestCart(hashToken(token))));
}

/**
 * Identifies the caller by the `Authorization` header. Refuses `auth.required` without a token of the needed kind
 * (customer or staff), `run.token_invalid` without that of an open run, and `auth.token_invalid` for an expired
 * customer token, except on open endpoints, which ignore it. A guest token that the shop did not issue gets a new cart
 * under a new token (docs/readings.md#3).
 */
export async function identify(header: string | undefined, access: Access, checks: TokenChecks): Promise<RequestAuth> {
  const token = readBearerToken(header);
  if (access === 'staff') {
    const staff = token.startsWith('s_') ? await checks.lookUpStaff(token) : null;
    return { actor: staff ?? refuse('auth.required'), priceGroup: null };
  }
  if (access === 'driver') {
    const isDriver = token.startsWith('r_') && isIssued(checks.secret, token);
    const driver = isDriver ? await checks.lookUpDriver(token) : null;
    return { actor: driver ?? refuse('run.token_invalid'), priceGroup: null };
  }
  if (token.startsWith('s_') || token.startsWith('r_')) return access === 'open' ? ANONYMOUS : refuse('auth.required');
  if (token.startsWith('c_')) {
    const owner = CUSTOMER_TOKEN.test(token) ? await checks.lookUpToken(token) : null;
    if (owner !== null) {
      const { priceGroup, ...customer } = owner;
      return { actor: { kind: 'customer', ...customer }, priceGroup };
    }
    return access === 'open' ? ANONYMOUS : refuse('auth.token_invalid');
  }
  if (access === 'me') refuse('auth.required');
  if (token === '') return ANONYMOUS;
  const own = (await isGuestToken(token, access, checks)) ? token : issueToken(checks.secret, 'g');
  return { actor: { kind: 'guest', token: own, tokenHash: hashToken(own) }, priceGroup: null };
}

/** Identifies a till by the `x-api-key` header. Refuses `till.key_invalid`. */
export async function identifyTill(key: string, { lookUpTill }: TokenChecks): Promise<RequestAuth> {
  const till = key === '' ? null : await lookUpTill(key);
  return { actor: till ?? refuse('till.key_invalid'), priceGroup: null };
}

const RESTRICTION_REFUSALS = { locked: 'auth.locked', unenrolled: 'auth.second_factor_required' } as const;

/** Refuses while the session is locked or lacks a second factor, except under the restrictions in `worksWhile`. */
export function requireUnrestricted(
  { restriction }: Pick<StaffActor, 'restriction'>,
  worksWhile: readonly StaffRestriction[] = [],
): void {
  if (restriction !== null && !worksWhile.includes(restriction)) refuse(RESTRICTION_REFUSALS[restriction]);
}
