/** Customers: signing up, the profile, the password, and the sessions that are signed in. */

import type { EndpointInput } from '@shop/contract/endpoint';
import type { Endpoints } from '@shop/contract/endpoints';
import type { Customer, RemovedByRecovery, Session } from '@shop/contract/identity';
import { type Contact, parseContact } from '@shop/core/identity/contact';
import { type Refusal, refusal } from '@shop/core/refusal';
import { DAY_MS } from '@shop/core/time';
import { type Ctx, publish } from '../context.ts';
import { randomCode } from '../db/crockford.ts';
import { lockRows } from '../db/lock.ts';
import { uuidV7 } from '../db/uuid.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { customerView } from './customer.view.ts';
import { idleSince } from './customer-token.ts';
import * as sql from './identity.sql.ts';
import { forgetDevices, removeIdleDevices } from './known-devices.ts';
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts';
import { isProof } from './proof.ts';

/** The texts that a customer agreed to, by the day they were last changed. */
export const CONSENT_VERSION = '2026-11-01';

/** How long ago a store may have sent a customer (docs/spec.md §9 "store referral expiry 24 h"). */
const STORE_REFERRAL_MS = DAY_MS;

/** What `/register` is sent. */
export type Registration = EndpointInput<Endpoints['identity.register']>['body'];
type Profile = EndpointInput<Endpoints['identity.update']>['body'];

/** Loads the signed-in customer. */
export function requireCustomer(ctx: Ctx): { id: string; tokenHash: string } {
  return ctx.actor.kind === 'customer' ? ctx.actor : refuse('auth.required');
}

export async function loadMe(ctx: Ctx): Promise<sql.CustomerRow> {
  const { id } = requireCustomer(ctx);
  return (await ctx.db.row(sql.customerById, [id])) ?? refuse('auth.token_invalid');
}

type Wrong = Record<string, Refusal[]>;

/**
 * Email and phone of a registration, in their one spelling. docs/spec.md §5: "with no phone, email is required" and the
 * reverse.
 */
function readContacts(sent: Registration, wrong: Wrong): { email: string | null; phone: string | null } {
  const email = sent.email ? parseContact(sent.email) : null;
  const phone = sent.contact_number ? parseContact(sent.contact_number) : null;
  if (sent.email && email?.kind !== 'email') wrong.email = [refusal('email.invalid')];
  if (sent.contact_number && phone?.kind !== 'phone') wrong.contact_number = [refusal('phone.invalid')];
  if (!sent.email && !sent.contact_number) {
    wrong.email = [refusal('email.required')];
    wrong.contact_number = [refusal('phone.required')];
  }
  return { email: email?.value ?? null, phone: phone?.value ?? null };
}

/** Default display name: the local part of the email. */
export function nameOf(
  { name, first_name, last_name }: Partial<Registration>,
  email: string | null,
  phone: string | null,
): string {
  const whole = [first_name, last_name].filter(Boolean).join(' ');
  return name || whole || email?.split('@')[0] || phone || '';
}

function storeOf(ctx: Ctx, { store_referral }: Registration) {
  if (store_referral == null || store_referral.ref !== 'store') return null;
  return Math.abs(ctx.now.getTime() - store_referral.timestamp) < STORE_REFERRAL_MS ? store_referral : null;
}

/** Codes drawn for a customer; the second is hardly ever needed. */
const DRAWN_CODES = 3;

/** A validated registration with its password hashed, ready to be written. */
export type CheckedRegistration = { columns: NewCustomer; marketing: boolean };

/**
 * Validates a registration and hashes its password, before a transaction begins: a database connection must not wait
 * for the hashing lane. Refuses by field: contacts that are missing or malformed, a password that is too short or
 * common, a referral code that does not exist.
 */
export async function checkRegistration(ctx: Ctx, sent: Registration): Promise<CheckedRegistration> {
  const wrong: Wrong = {};
  const { email, phone } = readContacts(sent, wrong);
  const weak = await checkNewPassword(sent.password);
  if (weak !== null) wrong.password = [weak];
  const referral_code = sent.referral_code?.trim().toUpperCase();
  const referrer = referral_code ? await ctx.db.row(sql.customerByReferralCode, [referral_code]) : null;
  if (referral_code && referrer === null) wrong.referral_code = [refusal('code.invalid')];
  if (Object.keys(wrong).length > 0) refuseFields(wrong);

  const proven = ({ kind, value }: Contact) => sent.proof && isProof(ctx, sent.proof, { kind, value });
  const store = storeOf(ctx, sent);
  const name = nameOf(sent, email, phone);
  const columns = {
    id: uuidV7(ctx.now),
    name,
    first_name: sent.first_name || null,
    last_name: sent.last_name || null,
    display_name: sent.first_name || name,
    email,
    email_verified_at: email !== null && proven({ kind: 'email', value: email }) ? ctx.now : null,
    phone,
    phone_verified_at: phone !== null && proven({ kind: 'phone', value: phone }) ? ctx.now : null,
    password_hash: await hashPassword(sent.password),
    lang: ctx.lang,
    referred_by: referrer?.id ?? null,
    store_ref_id: store?.ref_id ?? null,
    store_ref_token: store?.ref_token ?? null,
    created_at: ctx.now,
  };
  return { columns, marketing: sent.marketing_consent === true };
}

/** Signs up, in the caller's transaction. Refuses contacts that are taken. */
export async function register(ctx: Ctx, { columns, marketing }: CheckedRegistration): Promise<sql.CustomerRow> {
  const customer = await createCustomer(ctx, columns);
  if (!marketing) return customer;
  await noteConsent(ctx, columns.id, 'marketing', true);
  return { ...customer, marketing_consent: true };
}

/** Columns of a new customer. */
type NewCustomer = Pick<
  sql.CustomerRow,
  | 'id'
  | 'name'
  | 'first_name'
  | 'last_name'
  | 'display_name'
  | 'email'
  | 'email_verified_at'
  | 'phone'
  | 'phone_verified_at'
  | 'password_hash'
  | 'lang'
  | 'created_at'
> & { referred_by: string | null; store_ref_id: string | null; store_ref_token: string | null };

const refuseTaken = (isEmail: boolean): never =>
  refuseFields({ [isEmail ? 'email' : 'contact_number']: [refusal('auth.taken')] });

/**
 * Writes a customer who agreed to the terms, in the caller's transaction. Refuses contacts that sign somebody in
 * already; a proven one is taken from accounts that never proved it.
 */
export async function createCustomer(ctx: Ctx, columns: NewCustomer): Promise<sql.CustomerRow> {
  const { email, phone } = columns;
  const linked = await ctx.db.row(sql.contactOfLogin, [email, phone]);
  if (linked !== null) refuseTaken(linked.email === email && email !== null);
  const proven = [columns.email_verified_at && email, columns.phone_verified_at && phone];
  if (proven.some(Boolean)) await ctx.db.write(sql.releaseContact, [columns.id, ...proven, ctx.now]);
  let row = columns;
  for (let drawn = 1; ; drawn++) {
    const values = JSON.stringify({ ...row, referral_code: randomCode() });
    if ((await ctx.db.row(sql.insertCustomer, [values])) !== null) break;
    const taken = await ctx.db.row(sql.customerByLogin, [email, phone]);
    if (taken !== null || drawn >= DRAWN_CODES) {
      return refuseTaken(taken?.email === email && email !== null);
    }
    // Proven before by a record that nobody signs in to, a member of the stores': another code joins the two.
    row = { ...columns, email_verified_at: null, phone_verified_at: null };
  }
  await noteConsent(ctx, columns.id, 'terms', true);
  return (await ctx.db.row(sql.customerById, [columns.id])) ?? refuse('server.error');
}

export function noteConsent(ctx: Ctx, customer_id: string, kind: 'terms' | 'marketing', given: boolean): Promise<void> {
  return ctx.db.write(sql.insertConsent, [customer_id, kind, given, CONSENT_VERSION, ctx.request.platform, ctx.now]);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const OLDEST = '1900-01-01';

/** A birthday that can be: a day that exists, not in the future. */
function isBirthday(day: string, now: Date): boolean {
  if (!DAY.test(day) || day < OLDEST) return false;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) && date <= now;
}

/** Changes the signed-in customer's profile. Refuses another id as if it did not exist. */
export async function updateProfile(ctx: Ctx, id: string, sent: Profile): Promise<Customer> {
  const me = requireCustomer(ctx);
  if (me.id !== id) return refuse('request.not_found');
  const { marketing_consent, ...profile } = sent;
  const wrong: Wrong = {};
  for (const field of ['name', 'display_name'] as const) {
    if (profile[field] === '') wrong[field] = [refusal('field.required')];
  }
  if (profile.date_of_birth && !isBirthday(profile.date_of_birth, ctx.now))
    wrong.date_of_birth = [refusal('field.form')];
  if (Object.keys(wrong).length > 0) refuseFields(wrong);
  return inTransaction(ctx, async (ctx) => {
    const [before] = await lockRows(ctx.db, sql.lockCustomer, [id]);
    if (before === undefined) return refuse('auth.token_invalid');
    const changes = { ...profile, ...(profile.date_of_birth === '' && { date_of_birth: null }) };
    await ctx.db.write(sql.updateCustomer, [id, JSON.stringify(changes), ctx.now]);
    if (marketing_consent !== undefined && marketing_consent !== before.marketing_consent) {
      await noteConsent(ctx, id, 'marketing', marketing_consent);
    }
    return customerView(await loadMe(ctx));
  });
}

/** Sets a password, ends every session except that of the token's hash `keep`, and notifies the owner. */
export async function replacePassword(
  ctx: Ctx,
  id: string,
  password_hash: string,
  { keep, removed }: { keep: string | null; removed: readonly RemovedByRecovery[] },
): Promise<void> {
  await ctx.db.write(sql.setPassword, [id, password_hash, ctx.now]);
  await ctx.db.write(sql.endSessions, [id, keep]);
  await forgetDevices(ctx, id, keep === null ? null : ctx.request.deviceHash);
  await publish(ctx, { type: 'customer.password_changed', customer_id: id, removed });
}

/** Sets a new password by the old one; an account that never had one needs none. Ends other sessions. */
export async function changePassword(
  ctx: Ctx,
  sent: { old_password?: string | undefined; password: string },
): Promise<void> {
  const { id, tokenHash } = requireCustomer(ctx);
  const me = await loadMe(ctx);
  const knows = me.password_hash === null || (await isPassword(sent.old_password ?? '', me.password_hash));
  if (!knows) refuseFields({ old_password: [refusal('password.wrong')] });
  const weak = await checkNewPassword(sent.password);
  if (weak !== null) refuseFields({ password: [weak] });
  const password_hash = await hashPassword(sent.password);
  await inTransaction(ctx, (ctx) => replacePassword(ctx, id, password_hash, { keep: tokenHash, removed: [] }));
}

/** Sessions that are signed in, this one first, and linked logins. */
export async function listLogins(ctx: Ctx) {
  const { id, tokenHash } = requireCustomer(ctx);
  const [rows, logins] = await Promise.all([
    ctx.db.rows(sql.sessionsOf, [id, ctx.now, ...idleSince(ctx.now)]),
    ctx.db.rows(sql.loginsOf, [id]),
  ]);
  const sessions = rows.map(({ token_hash, ...row }): Session => ({ ...row, is_current: token_hash === tokenHash }));
  return { sessions: sessions.sort((a, b) => Number(b.is_current) - Number(a.is_current)), logins };
}

/** Ends one of the customer's sessions, or all `others`. */
export async function endSession(ctx: Ctx, session: string): Promise<void> {
  const { id, tokenHash } = requireCustomer(ctx);
  if (session === 'others') {
    await ctx.db.rows(sql.endSessions, [id, tokenHash]);
    await forgetDevices(ctx, id, ctx.request.deviceHash);
    return;
  }
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(session);
  if (!isId || (await ctx.db.row(sql.endSessionById, [id, session])) === null) refuse('request.not_found');
}

/** Ends the session of the token that came; no token is no error. */
export async function logout(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind === 'customer') await ctx.db.rows(sql.endSessionByToken, [ctx.actor.tokenHash]);
}

/** Removes sessions and failures that count no more. Part of the daily job. */
export async function removeOldSessions(ctx: Ctx): Promise<void> {
  await ctx.db.rows(sql.removeSessions, [ctx.now, ...idleSince(ctx.now)]);
  await removeIdleDevices(ctx);
  await ctx.db.rows(sql.removeFailures, [new Date(ctx.now.getTime() - 2 * 86_400_000)]);
}
