/**
 * One-time codes that prove an email or phone (docs/security.md#c12): six digits for five minutes, one use, five tries.
 * Codes are not stored: the database has a hash, and the sending job derives the code from a random seed and the
 * shop's secret.
 */

import { createHmac, randomBytes } from 'node:crypto';
import { type Contact, parseContact } from '@shop/core/identity/contact';
import { CODE_LENGTH, CODE_LIFE_MINUTES } from '@shop/core/identity/one-time-code';
import { DAY_MS } from '@shop/core/time';
import type { Ctx } from '../../context.ts';
import type { SqlValue } from '../../db/database.ts';
import { toNetwork, toWideNetwork, WIDE_NETWORK_FACTOR } from '../../http/limits/network.ts';
import { type CodeJob, enqueue } from '../../jobs/jobs.ts';
import { buildRateLimitRefusal, refuse } from '../../refuse.ts';
import { isIssued, sign } from '../../secrets/sign.ts';
import { inTransaction } from '../../transaction.ts';
import { accountByProvenContact, accountToRecover, toColumns } from '../contacts/contacts.sql.ts';
import { findRecognizedOwner } from '../sign-in/known-devices.ts';
import * as sql from './codes.sql.ts';

/** Purpose that a code is valid for. */
export type CodePurpose = CodeJob['purpose'];

const CODE_LIFE_MS = CODE_LIFE_MINUTES * 60_000;
const RESEND_MS = 60_000;

/** Response to a request for a code; times in seconds. */
const CODE_SENT_RESPONSE = { success: true, expires_in: CODE_LIFE_MS / 1_000, resend_in: RESEND_MS / 1_000 };

/** Derives the six digits of a seed; 2^48 is so far above a million that the bias is negligible. */
function deriveDigits(secret: string, purpose: CodePurpose, contact: string, seed: string): string {
  const bytes = createHmac('sha256', secret).update(`code ${purpose} ${contact} ${seed}`).digest();
  return String(bytes.readUIntBE(0, 6) % 10 ** CODE_LENGTH).padStart(CODE_LENGTH, '0');
}

/** Hashes a code for the database, bound to its purpose and contact. */
const hashCode = (secret: string, purpose: CodePurpose, contact: string, code: string): string =>
  sign(secret, `code hash ${purpose} ${contact} ${code}`);

/** Purposes of codes for an account that the caller is not signed in to. */
const SIGNED_OUT_PURPOSES: ReadonlySet<CodePurpose> = new Set(['register', 'recovery', 'sign_in']);

/**
 * Returns the signed-in customer to whom a code is bound, so that it is useless to other callers. Null without a
 * customer, and for codes of sign-up, recovery and sign-in.
 */
const identifyRequester = ({ actor }: Ctx, purpose: CodePurpose): string | null =>
  actor.kind === 'customer' && !SIGNED_OUT_PURPOSES.has(purpose) ? actor.id : null;

/**
 * Identifies the caller by the customer, else the guest token, else the session; null without any. A token that the
 * shop did not issue is marked like a session: a client can make up any number of both.
 */
function identifyCaller({ actor, request: { session }, shop: { secret } }: Ctx): string | null {
  if (actor.kind === 'customer') return sign(secret, `caller ${actor.id}`);
  const id = actor.kind === 'guest' ? actor.tokenHash : session;
  if (id === null) return null;
  const isIssuedToken = actor.kind === 'guest' && isIssued(secret, actor.token);
  return `${isIssuedToken ? '' : sql.NOT_ISSUED_PREFIX}${sign(secret, `caller ${id}`)}`;
}

/**
 * Hashes the keys by which limits count codes: the contact, both networks and the caller. `allowance` separates a
 * recognized owner's codes from everyone else's.
 */
function hashCountingKeys(ctx: Ctx, contact: string, owner: string | null) {
  const {
    request: { address },
    shop: { secret },
  } = ctx;
  const contact_hash = sign(secret, `contact ${contact}`);
  const wide = toWideNetwork(address);
  return {
    contact_hash,
    address_hash: sign(secret, `address ${toNetwork(address)}`),
    wide_hash: wide === null ? null : sign(secret, `address ${wide}`),
    caller_hash: identifyCaller(ctx),
    allowance: owner ?? '',
  };
}

/** Returns the key of the requester of a code that is bound to no customer: the caller's hash, else the network's. */
const requesterKeyOf = ({ caller_hash, address_hash }: ReturnType<typeof hashCountingKeys>): string =>
  caller_hash ?? address_hash;

/**
 * Sends a code, which replaces the previous one of the same purpose and requester. Refuses `request.rate_limited` for a
 * minute after an unused code, and above the limits of contact, network and caller. The contact's recognized owner has
 * a separate limit, and every other requester a share, so that a stranger's requests do not use up all of them.
 */
export async function sendCode(ctx: Ctx, to: Contact, purpose: CodePurpose): Promise<typeof CODE_SENT_RESPONSE> {
  const { kind, value: contact } = to;
  const owner = await findRecognizedOwner(ctx, to);
  const keys = hashCountingKeys(ctx, contact, owner);
  const { contact_hash, address_hash, wide_hash, caller_hash, allowance } = keys;
  const seed = randomBytes(16).toString('base64url');
  const code_hash = hashCode(ctx.shop.secret, purpose, contact, deriveDigits(ctx.shop.secret, purpose, contact, seed));
  const job: CodeJob = { kind, purpose, seed, code_hash, lang: ctx.lang };
  const now = ctx.steadyNow;
  const requester = identifyRequester(ctx, purpose);
  return inTransaction(ctx, async (ctx) => {
    const lockedKeys = owner === null ? [contact_hash, address_hash, wide_hash, caller_hash] : [contact_hash];
    await ctx.db.write(sql.lockSends, [lockedKeys]);
    const networks = [address_hash, wide_hash, caller_hash];
    const skips = [ctx.shop.codesPerHour - 1, ctx.shop.codesPerHour * WIDE_NETWORK_FACTOR - 1];
    const isCustomer = ctx.actor.kind === 'customer';
    const values = [contact, contact_hash, allowance, now, ...networks, ...skips, ctx.shop.unusedCodes, isCustomer];
    const until = (await ctx.db.row(sql.codesWaitUntil, values))?.until ?? null;
    if (until !== null) throw buildRateLimitRefusal((until.getTime() - now.getTime()) / 1_000);
    const expires_at = new Date(now.getTime() + CODE_LIFE_MS);
    await ctx.db.write(sql.insertSend, [contact_hash, ...networks, allowance, code_hash, now]);
    const requested_by = requester ?? (allowance || requesterKeyOf(keys));
    await ctx.db.write(sql.putCode, [contact, purpose, requested_by, requester, allowance, code_hash, now, expires_at]);
    await (kind === 'email' ? enqueue(ctx, 'mail', { about: 'code', ...job }) : enqueue(ctx, 'message', job));
    return CODE_SENT_RESPONSE;
  });
}

/**
 * Lists the requesters whose codes count as the caller's own, if they are bound to no customer: the caller, the
 * caller's network and the recognized owner. Earlier versions stored an empty requester.
 */
async function listRequesters(
  ctx: Ctx,
  contact: Contact,
  keys: ReturnType<typeof hashCountingKeys>,
): Promise<string[]> {
  const owner = await findRecognizedOwner(ctx, contact);
  return ['', requesterKeyOf(keys), keys.address_hash, ...(owner === null ? [] : [owner])];
}

/** A right code that is not consumed yet: the values that find it. */
export type RightCode = { values: readonly SqlValue[] };

/**
 * Tries a code. Refuses `code.invalid` if it is wrong, expired, used, tried too often, for another purpose or never
 * sent, without saying which.
 */
export async function requireRightCode(
  ctx: Ctx,
  contact: Contact,
  purpose: CodePurpose,
  typedCode: string,
): Promise<RightCode> {
  // Outside the transaction: a later rollback must not undo the count of a wrong try.
  if (ctx.db.isTransaction) throw new Error('A code must be tried before a transaction begins');
  const { value } = contact;
  const code_hash = hashCode(ctx.shop.secret, purpose, value, typedCode.replace(/[\s\-‐‑‒–—]/g, ''));
  const keys = hashCountingKeys(ctx, value, null);
  const requester = identifyRequester(ctx, purpose);
  const requesters = requester === null ? await listRequesters(ctx, contact, keys) : [requester];
  const values = [value, purpose, requesters, code_hash, ctx.steadyNow, requester === null];
  const tried = await ctx.db.row(sql.tryCode, [...values, keys.contact_hash]);
  return tried?.is_right === true ? { values } : refuse('code.invalid');
}

/**
 * Consumes a right code. Refuses `code.invalid` if another call has consumed it meanwhile. Call it in the transaction
 * of what the code permits, so that the shopper can use the code again if that fails, and after its lock on the
 * customer: removing an account deletes codes under that lock.
 */
export async function consumeCode(ctx: Ctx, { values }: RightCode): Promise<void> {
  if ((await ctx.db.row(sql.consumeCode, values)) === null) refuse('code.invalid');
}

/**
 * Prepares a code for sending. Returns its digits and contact, or null if the code is expired, used or replaced, or is
 * for recovering or signing in to an account that does not exist. Restarts the code's five minutes. The first try
 * also starts the wait before another code can be requested, even without an account: the wait must not reveal whether
 * one exists.
 */
export async function prepareCode(ctx: Ctx, job: CodeJob): Promise<{ contact: string; code: string } | null> {
  const { kind, purpose, seed, code_hash } = job;
  const now = ctx.steadyNow;
  const row = await ctx.db.row(sql.startSending, [code_hash, purpose, now, new Date(now.getTime() + CODE_LIFE_MS)]);
  if (row === null) return null;
  const { contact } = row;
  if (purpose === 'recovery' || purpose === 'sign_in') {
    const account = purpose === 'recovery' ? accountToRecover : accountByProvenContact;
    if ((await ctx.db.row(account, toColumns({ kind, value: contact }))) === null) return null;
  }
  return { contact, code: deriveDigits(ctx.shop.secret, purpose, contact, seed) };
}

/** Derives a message id: the same for the same code, without revealing it. */
export const deriveCodeMessageId = (ctx: Ctx, job: CodeJob): string =>
  `code.${sign(ctx.shop.secret, `id ${job.seed}`).slice(0, 22)}`;

/** Normalizes a typed email; refuses an invalid one. */
export function requireEmail(text: string): Contact {
  const contact = parseContact(text);
  return contact?.kind === 'email' ? contact : refuse('email.invalid');
}

/**
 * Normalizes a typed mobile number. Refuses numbers that are not Malaysian mobile ones, since only those get codes
 * (docs/security.md#c12).
 */
export function requireMobile(text: string): Contact {
  const contact = parseContact(text);
  return contact?.kind === 'phone' ? contact : refuse('phone.invalid');
}

/** Normalizes a typed email or mobile number. Refuses `contact.invalid`. */
export const requireContact = (text: string): Contact => parseContact(text) ?? refuse('contact.invalid');

/** Removes codes that expired and records of sent codes, both after a day. Part of the daily job. */
export async function removeOldCodes(ctx: Ctx): Promise<void> {
  const yesterday = new Date(ctx.now.getTime() - DAY_MS);
  await sql.removeCodes(ctx.db, yesterday);
  await sql.removeSends(ctx.db, yesterday);
}
