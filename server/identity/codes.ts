/**
 * One-time codes that prove an email or phone (docs/security.md#c12): six digits, five minutes, one use, five tries. No code is
 * kept anywhere: the database has its hash, and the job that sends it works it out again from a random seed and the
 * shop's secret.
 */

import { createHmac, randomBytes } from 'node:crypto';
import { type Contact, parseContact } from '@shop/core/identity/contact';
import { DAY_MS } from '@shop/core/time';
import type { Ctx } from '../context.ts';
import { networkOf, WIDE_NETWORK_FACTOR, wideNetworkOf } from '../http/limits/network.ts';
import { type CodeJob, enqueue } from '../jobs/jobs.ts';
import { rateLimited, refuse } from '../refuse.ts';
import { sign } from '../secrets/sign.ts';
import { inTransaction } from '../transaction.ts';
import * as sql from './codes.sql.ts';
import { columnsOf, recoverable } from './contacts-proven.sql.ts';
import { recognisedOwner } from './known-devices.ts';

/** What a code is good for, and for nothing else. */
export type CodePurpose = CodeJob['purpose'];

const LIFE_MS = 5 * 60_000;
const RESEND_MS = 60_000;

/** What sending answers. */
const SENT = { success: true, expires_in: LIFE_MS / 1_000, resend_in: RESEND_MS / 1_000 };

/** The six digits of a seed; 2^48 is so far above a million that each comes as often as any other. */
function digitsOf(secret: string, purpose: CodePurpose, contact: string, seed: string): string {
  const bytes = createHmac('sha256', secret).update(`code ${purpose} ${contact} ${seed}`).digest();
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** What the database keeps of a code: bound to its purpose and contact. */
const hashOf = (secret: string, purpose: CodePurpose, contact: string, code: string): string =>
  sign(secret, `code hash ${purpose} ${contact} ${code}`);

/** Whose code it is, where only who asked for it may use it: nobody else gains by a code that they were told. */
const askerOf = ({ actor }: Ctx, purpose: CodePurpose): string | null =>
  actor.kind === 'customer' && purpose !== 'recovery' && purpose !== 'register' ? actor.id : null;

/** Hashes of what codes are counted by. A recognised owner's codes are counted by the contact alone. */
function countedBy(ctx: Ctx, contact: string, owner: string | null) {
  const {
    actor,
    request: { address },
    shop: { secret },
  } = ctx;
  const contact_hash = sign(secret, `contact ${contact}`);
  const wide = wideNetworkOf(address);
  const caller = actor.kind === 'customer' ? actor.id : actor.kind === 'guest' ? actor.tokenHash : null;
  return {
    contact_hash,
    address_hash: sign(secret, `address ${networkOf(address)}`),
    wide_hash: wide === null ? null : sign(secret, `address ${wide}`),
    caller_hash: caller === null ? null : sign(secret, `caller ${caller}`),
    allowance: owner ?? '',
  };
}

/**
 * Sends a code, which replaces the one before of the same purpose and requester. Refuses `request.rate_limited` a minute
 * after a code that was not used, and past the limits of contact, network and caller; the contact's recognised owner has
 * limits of their own that no stranger can spend.
 */
export async function sendCode(ctx: Ctx, to: Contact, purpose: CodePurpose): Promise<typeof SENT> {
  const { kind, value: contact } = to;
  const owner = await recognisedOwner(ctx, to);
  const { contact_hash, address_hash, wide_hash, caller_hash, allowance } = countedBy(ctx, contact, owner);
  const seed = randomBytes(16).toString('base64url');
  const code_hash = hashOf(ctx.shop.secret, purpose, contact, digitsOf(ctx.shop.secret, purpose, contact, seed));
  const job: CodeJob = { kind, purpose, seed, code_hash, lang: ctx.lang };
  const now = ctx.steadyNow;
  const asker = askerOf(ctx, purpose);
  return inTransaction(ctx, async (ctx) => {
    const held = owner === null ? [contact_hash, address_hash, wide_hash, caller_hash] : [contact_hash];
    await ctx.db.write(sql.holdSends, [held]);
    const networks = [address_hash, wide_hash, caller_hash];
    const skipped = [ctx.shop.codesPerHour - 1, ctx.shop.codesPerHour * WIDE_NETWORK_FACTOR - 1];
    const values = [contact, contact_hash, allowance, now, ...networks, ...skipped, ctx.shop.unusedCodes];
    const until = (await ctx.db.row(sql.codesWaitUntil, values))?.until ?? null;
    if (until !== null) throw rateLimited((until.getTime() - now.getTime()) / 1_000);
    const expires_at = new Date(now.getTime() + LIFE_MS);
    await ctx.db.write(sql.noteSend, [contact_hash, ...networks, allowance, code_hash, now]);
    const requested_by = asker ?? allowance;
    await ctx.db.write(sql.putCode, [contact, purpose, requested_by, asker, allowance, code_hash, now, expires_at]);
    await (kind === 'email' ? enqueue(ctx, 'mail', { about: 'code', ...job }) : enqueue(ctx, 'message', job));
    return SENT;
  });
}

/** Whose codes a caller may try: their own, and with no customer signed in those that anyone requested. */
async function requestersOf(ctx: Ctx, contact: Contact, purpose: CodePurpose): Promise<string[]> {
  const asker = askerOf(ctx, purpose);
  if (asker !== null) return [asker];
  const owner = await recognisedOwner(ctx, contact);
  return owner === null ? [''] : ['', owner];
}

async function judge(
  ctx: Ctx,
  contact: Contact,
  purpose: CodePurpose,
  typed: string,
  consumes: boolean,
): Promise<void> {
  // Undone with a transaction that fails later, a wrong try would not have counted.
  if (ctx.db.isTransaction) throw new Error('A code is judged before a transaction begins');
  const { value } = contact;
  const code_hash = hashOf(ctx.shop.secret, purpose, value, typed.replace(/[\s\-‐‑‒–—]/g, ''));
  const { contact_hash } = countedBy(ctx, value, null);
  const requesters = await requestersOf(ctx, contact, purpose);
  const values = [value, purpose, requesters, code_hash, ctx.steadyNow, consumes, contact_hash];
  if ((await ctx.db.row(sql.tryCode, values))?.good !== true) refuse('code.invalid');
}

/**
 * Uses a code up. Refuses `code.invalid` alike for one that is wrong, late, used, tried too often, for another purpose, or
 * never sent. Call it before a transaction begins: a try counts whatever comes of it.
 */
export const consumeCode = (ctx: Ctx, contact: Contact, purpose: CodePurpose, typed: string): Promise<void> =>
  judge(ctx, contact, purpose, typed, true);

/** Whether a code is good, as `consumeCode`; it stays good. */
export const checkCode = (ctx: Ctx, contact: Contact, purpose: CodePurpose, typed: string): Promise<void> =>
  judge(ctx, contact, purpose, typed, false);

/**
 * Returns the digits that a job sends now, and their contact; null where the code is expired, used or replaced, and where
 * it would recover an account that does not exist. The code's life and the wait for another one count from here, with and
 * without an account alike.
 */
export async function codeToSend(ctx: Ctx, job: CodeJob): Promise<{ contact: string; code: string } | null> {
  const { kind, purpose, seed, code_hash } = job;
  const now = ctx.steadyNow;
  const found = await ctx.db.row(sql.startSending, [code_hash, purpose, now, new Date(now.getTime() + LIFE_MS)]);
  if (found === null) return null;
  const { contact } = found;
  if (purpose === 'recovery') {
    const account = await ctx.db.row(recoverable, columnsOf({ kind, value: contact }));
    if (account === null) return null;
  }
  return { contact, code: digitsOf(ctx.shop.secret, purpose, contact, seed) };
}

/** A mail's or message's id: the same for the same code, telling nothing of it. */
export const codeMessageId = (ctx: Ctx, job: CodeJob): string =>
  `code.${sign(ctx.shop.secret, `id ${job.seed}`).slice(0, 22)}`;

/** An email that was typed, in its one spelling; refuses what is none. */
export function emailOf(text: string): Contact {
  const contact = parseContact(text);
  return contact?.kind === 'email' ? contact : refuse('email.invalid');
}

/** A mobile number that was typed; only Malaysian ones are sent codes (docs/security.md#c12). */
export function mobileOf(text: string): Contact {
  const contact = parseContact(text);
  return contact?.kind === 'phone' ? contact : refuse('phone.invalid');
}

/** An email or mobile that was typed. */
export const contactOf = (text: string): Contact => parseContact(text) ?? refuse('contact.invalid');

/** Removes what counts no more. Part of the daily job. */
export async function removeOldCodes(ctx: Ctx): Promise<void> {
  const yesterday = new Date(ctx.now.getTime() - DAY_MS);
  await ctx.db.rows(sql.removeCodes, [yesterday]);
  await ctx.db.rows(sql.removeSends, [yesterday]);
}
