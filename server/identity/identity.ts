/** Customers: sign-up, profile, password and open sessions. */

import type { EndpointInput } from '@shop/contract/api/endpoint';
import type { Endpoints } from '@shop/contract/api/endpoints';
import type { ChangedText, Customer, RemovedByRecovery, Session } from '@shop/contract/identity';
import { type Contact, parseContact } from '@shop/core/identity/contact';
import { normalizeReferralCode } from '@shop/core/referral/referral-code';
import { type Refusal, refusal } from '@shop/core/refusal';
import { DAY_MS } from '@shop/core/time';
import { type Ctx, publish } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { runInBatches } from '../db/run-in-batches.ts';
import { uuidV7 } from '../db/uuid.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { drawCode } from '../secrets/random-code.ts';
import { inTransaction } from '../transaction.ts';
import { isProof } from './contacts/contact-proof.ts';
import { customerView } from './customer.view.ts';
import * as sql from './identity.sql.ts';
import { computeIdleLimits } from './sessions/customer-sessions.ts';
import { knownDevices } from './sign-in/known-devices.ts';
import { checkNewPassword, hashPassword, isPassword } from './sign-in/passwords.ts';

/** Version of the sentence that asks for consent to marketing: the day on which it last changed. */
export const CONSENT_VERSION = '2026-11-01';

/** Lifetime of a store's referral (docs/spec.md §9 "store referral expiry 24 h"). */
const STORE_REFERRAL_MS = DAY_MS;

/** The body of `/register`. */
export type Registration = EndpointInput<Endpoints['identity.register']>['body'];
type ProfileUpdate = EndpointInput<Endpoints['identity.update']>['body'];

/** Returns the signed-in customer's id and token hash; refuses `auth.required` otherwise. */
export function requireCustomer(ctx: Ctx): { id: string; tokenHash: string } {
  return ctx.actor.kind === 'customer' ? ctx.actor : refuse('auth.required');
}

/** Loads the signed-in customer. */
export async function loadMe(ctx: Ctx): Promise<sql.CustomerRow> {
  const { id } = requireCustomer(ctx);
  return (await ctx.db.row(sql.customerById, [id])) ?? refuse('auth.token_invalid');
}

type FieldRefusals = Record<string, Refusal[]>;

/**
 * Normalizes email and phone of a registration, and adds their errors to `refusals` (docs/spec.md §5 "with no phone,
 * email is required").
 */
function readContacts(input: Registration, refusals: FieldRefusals): { email: string | null; phone: string | null } {
  const email = input.email ? parseContact(input.email) : null;
  const phone = input.contact_number ? parseContact(input.contact_number) : null;
  if (input.email && email?.kind !== 'email') refusals.email = [refusal('email.invalid')];
  if (input.contact_number && phone?.kind !== 'phone') refusals.contact_number = [refusal('phone.invalid')];
  if (!input.email && !input.contact_number) {
    refusals.email = [refusal('email.required')];
    refusals.contact_number = [refusal('phone.required')];
  }
  return { email: email?.value ?? null, phone: phone?.value ?? null };
}

/** Chooses a customer's name: the full name, else first and last name, else the email's local part, else the phone. */
export function chooseName(
  { name, first_name, last_name }: Partial<Registration>,
  email: string | null,
  phone: string | null,
): string {
  const whole = [first_name, last_name].filter(Boolean).join(' ');
  return name || whole || email?.split('@')[0] || phone || '';
}

/**
 * Returns the refusals of a registration with neither a full name nor both first and last name (docs/readings.md#45).
 */
function checkNames({ name, first_name, last_name }: Registration): FieldRefusals {
  if (name || (first_name && last_name)) return {};
  if (first_name) return { last_name: [refusal('name.last_required')] };
  if (last_name) return { first_name: [refusal('name.first_required')] };
  return { name: [refusal('name.required')] };
}

type ReferralInput = Pick<Registration, 'referral_code' | 'store_referral'>;

function pickStoreReferral(ctx: Ctx, { store_referral }: ReferralInput) {
  if (store_referral == null || store_referral.ref !== 'store') return null;
  return Math.abs(ctx.now.getTime() - store_referral.timestamp) < STORE_REFERRAL_MS ? store_referral : null;
}

/**
 * Finds the customer and the store that referred a new customer, if any. Returns null if the referral code is unknown.
 */
export async function findReferral(ctx: Ctx, input: ReferralInput): Promise<ReferralColumns | null> {
  const code = normalizeReferralCode(input.referral_code ?? '');
  const referrer = code === '' ? null : await ctx.db.row(sql.customerByReferralCode, [code]);
  if (code !== '' && referrer === null) return null;
  const store = pickStoreReferral(ctx, input);
  return {
    referred_by: referrer?.id ?? null,
    store_ref_id: store?.ref_id ?? null,
    store_ref_token: store?.ref_token ?? null,
  };
}

/** Maximum number of referral codes that are drawn for a customer, in case one is taken. */
const MAX_DRAWN_CODES = 3;

/** A validated registration with its password hashed, ready to be written. */
export type CheckedRegistration = { columns: NewCustomer; marketing: boolean };

/**
 * Validates a registration and hashes its password, before a transaction begins: a transaction must not hold a database
 * connection while it waits for the hashing limit. Refuses by field: a missing name, missing or malformed contacts, a
 * password that is too short or common, an unknown referral code.
 */
export async function checkRegistration(ctx: Ctx, input: Registration): Promise<CheckedRegistration> {
  const refusals: FieldRefusals = checkNames(input);
  const { email, phone } = readContacts(input, refusals);
  const passwordRefusal = await checkNewPassword(ctx.shop, input.password);
  if (passwordRefusal !== null) refusals.password = [passwordRefusal];
  const referral = await findReferral(ctx, input);
  if (referral === null) refusals.referral_code = [refusal('code.invalid')];
  if (Object.keys(refusals).length > 0) refuseFields(refusals);

  const isProven = ({ kind, value }: Contact) => input.proof && isProof(ctx, input.proof, { kind, value });
  const name = chooseName(input, email, phone);
  const columns = {
    id: uuidV7(ctx.now),
    name,
    first_name: input.first_name || null,
    last_name: input.last_name || null,
    display_name: input.first_name || name,
    email,
    email_verified_at: email !== null && isProven({ kind: 'email', value: email }) ? ctx.now : null,
    phone,
    phone_verified_at: phone !== null && isProven({ kind: 'phone', value: phone }) ? ctx.now : null,
    password_hash: await hashPassword(input.password),
    lang: ctx.lang,
    referred_by: null,
    store_ref_id: null,
    store_ref_token: null,
    ...referral,
    created_at: ctx.now,
  };
  return { columns, marketing: input.marketing_consent === true };
}

/**
 * Creates the customer of a registration and records their consent to marketing, in the caller's transaction. Refuses
 * contacts that are taken.
 */
export async function register(ctx: Ctx, { columns, marketing }: CheckedRegistration): Promise<sql.CustomerRow> {
  const customer = await createCustomer(ctx, columns);
  if (!marketing) return customer;
  await recordConsent(ctx, columns.id, 'marketing', true);
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
> &
  ReferralColumns;

type ReferralColumns = { referred_by: string | null; store_ref_id: string | null; store_ref_token: string | null };

const refuseTakenContact = (isEmail: boolean): never =>
  refuseFields({ [isEmail ? 'email' : 'contact_number']: [refusal('auth.taken')] });

/**
 * Inserts a customer who agreed to the terms, in the caller's transaction. Refuses contacts with which another account
 * signs in; removes a proven contact from accounts that never proved it.
 */
export async function createCustomer(ctx: Ctx, columns: NewCustomer): Promise<sql.CustomerRow> {
  const { email, phone } = columns;
  const linkedAccount = await ctx.db.row(sql.contactOfLogin, [email, phone]);
  if (linkedAccount !== null) refuseTakenContact(linkedAccount.email === email && email !== null);
  const provenContacts = [columns.email_verified_at && email, columns.phone_verified_at && phone];
  if (provenContacts.some(Boolean)) await ctx.db.write(sql.releaseContact, [columns.id, ...provenContacts, ctx.now]);
  let row = columns;
  for (let draw = 1; ; draw++) {
    const values = JSON.stringify({ ...row, referral_code: drawCode() });
    if ((await ctx.db.row(sql.insertCustomer, [values])) !== null) break;
    const owner = await ctx.db.row(sql.customerByLogin, [email, phone]);
    if (owner !== null || draw >= MAX_DRAWN_CODES) {
      return refuseTakenContact(owner?.email === email && email !== null);
    }
    // A store member's record, which has no login, proved the contact before: another code will merge the two.
    row = { ...columns, email_verified_at: null, phone_verified_at: null };
  }
  await ctx.db.write(sql.acceptTexts, [columns.id, ctx.request.platform, ctx.now]);
  const { id: customer_id, referred_by, store_ref_id, store_ref_token } = columns;
  const store =
    store_ref_id === null || store_ref_token === null ? null : { outlet: store_ref_id, token: store_ref_token };
  await publish(ctx, { type: 'customer.registered', customer_id, referred_by, store });
  return (await ctx.db.row(sql.customerById, [columns.id])) ?? refuse('server.error');
}

/** Records a consent, or its withdrawal. `channel`: where the customer made the choice, such as `web` or `email`. */
export function recordConsent(
  ctx: Ctx,
  customer_id: string,
  kind: 'marketing' | 'marketing_email',
  given: boolean,
  channel = ctx.request.platform,
): Promise<void> {
  return ctx.db.write(sql.insertConsent, [customer_id, kind, given, CONSENT_VERSION, channel, ctx.now]);
}

/** Records that the signed-in customer closed the notice of changed texts; ignores versions that are not current. */
export async function closeTextNotice(ctx: Ctx, texts: readonly ChangedText[]): Promise<Customer> {
  const { id } = requireCustomer(ctx);
  await ctx.db.write(sql.closeTextNotice, [id, JSON.stringify(texts), ctx.request.platform, ctx.now]);
  return customerView(await loadMe(ctx), ctx.lang);
}

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const OLDEST_BIRTHDAY = '1900-01-01';

/** Returns whether a text is an existing day since 1900, not in the future. */
function isBirthday(day: string, now: Date): boolean {
  if (!DAY_PATTERN.test(day) || day < OLDEST_BIRTHDAY) return false;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) && date <= now;
}

/** Updates the signed-in customer's profile. Refuses another customer's id as if it did not exist. */
export async function updateProfile(ctx: Ctx, id: string, input: ProfileUpdate): Promise<Customer> {
  const me = requireCustomer(ctx);
  if (me.id !== id) return refuse('request.not_found');
  const { marketing_consent, ...profile } = input;
  const refusals: FieldRefusals = {};
  if (profile.name === '') refusals.name = [refusal('name.required')];
  if (profile.display_name === '') refusals.display_name = [refusal('name.display_required')];
  if (profile.date_of_birth && !isBirthday(profile.date_of_birth, ctx.now))
    refusals.date_of_birth = [refusal('field.form')];
  if (Object.keys(refusals).length > 0) refuseFields(refusals);
  return inTransaction(ctx, async (ctx) => {
    const [before] = await lockRows(ctx.db, sql.lockCustomer, [id]);
    if (before === undefined) return refuse('auth.token_invalid');
    // First and last name that came with the previous full name do not belong to another one.
    const isRenamed = profile.name !== undefined && profile.name !== before.name;
    const parts = isRenamed ? { first_name: null, last_name: null } : {};
    const changes = { ...parts, ...profile, ...(profile.date_of_birth === '' && { date_of_birth: null }) };
    await ctx.db.write(sql.updateCustomer, [id, JSON.stringify(changes), ctx.now]);
    if (marketing_consent !== undefined && marketing_consent !== before.marketing_consent) {
      await recordConsent(ctx, id, 'marketing', marketing_consent);
    }
    const customer = await loadMe(ctx);
    await publish(ctx, { type: 'customer.updated', customer_id: id });
    return customerView(customer, ctx.lang);
  });
}

/**
 * Sets a password, ends every session except the one with the token hash `keep`, forgets the other known devices and
 * publishes the change, of which the owner is notified.
 */
export async function replacePassword(
  ctx: Ctx,
  id: string,
  password_hash: string,
  { keep, removed }: { keep: string | null; removed: readonly RemovedByRecovery[] },
): Promise<void> {
  await ctx.db.write(sql.setPassword, [id, password_hash, ctx.now]);
  await ctx.db.write(sql.endSessions, [id, keep]);
  await knownDevices.forgetOthers(ctx, id, keep === null ? null : ctx.request.deviceHash);
  await publish(ctx, { type: 'customer.password_changed', customer_id: id, removed });
}

/**
 * Changes the signed-in customer's password and ends their other sessions. Requires the old password if there is one.
 * Refuses a wrong old or a weak new password at its field.
 */
export async function changePassword(
  ctx: Ctx,
  input: { old_password?: string | undefined; password: string },
): Promise<void> {
  const { id, tokenHash } = requireCustomer(ctx);
  const me = await loadMe(ctx);
  const isRight = me.password_hash === null || (await isPassword(ctx.shop, input.old_password ?? '', me.password_hash));
  if (!isRight) refuseFields({ old_password: [refusal('password.wrong')] });
  const passwordRefusal = await checkNewPassword(ctx.shop, input.password);
  if (passwordRefusal !== null) refuseFields({ password: [passwordRefusal] });
  const password_hash = await hashPassword(input.password);
  await inTransaction(ctx, (ctx) => replacePassword(ctx, id, password_hash, { keep: tokenHash, removed: [] }));
}

/** Lists the customer's open sessions, the current one first, and linked logins. */
export async function listLogins(ctx: Ctx) {
  const { id, tokenHash } = requireCustomer(ctx);
  const [rows, logins] = await Promise.all([
    ctx.db.rows(sql.customerSessions, [id, ctx.now, ...computeIdleLimits(ctx.now)]),
    ctx.db.rows(sql.customerLogins, [id]),
  ]);
  const sessions = rows.map(({ token_hash, ...row }): Session => ({ ...row, is_current: token_hash === tokenHash }));
  return { sessions: sessions.sort((a, b) => Number(b.is_current) - Number(a.is_current)), logins };
}

/** Ends one of the customer's sessions by its id, or with `others` all except the current one. */
export async function endSession(ctx: Ctx, session: string): Promise<void> {
  const { id, tokenHash } = requireCustomer(ctx);
  if (session === 'others') {
    await ctx.db.rows(sql.endSessions, [id, tokenHash]);
    await knownDevices.forgetOthers(ctx, id, ctx.request.deviceHash);
    return;
  }
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(session);
  if (!isId || (await ctx.db.row(sql.endSessionById, [id, session])) === null) refuse('request.not_found');
}

/** Ends the session of the request's token; does nothing without one. */
export async function logout(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind === 'customer') await ctx.db.rows(sql.endSessionByToken, [ctx.actor.tokenHash]);
}

const SESSIONS_PER_BATCH = 1_000;

/** Removes expired sessions, idle devices, and failed sign-ins older than two days. Part of the daily job. */
export async function removeOldSessions(ctx: Ctx): Promise<void> {
  await runInBatches(SESSIONS_PER_BATCH, async () => {
    // The same session may be listed twice, past its end and idle, so that a full list removes fewer.
    const removed = await ctx.db.rows(sql.removeSessions, [
      ctx.now,
      ...computeIdleLimits(ctx.now),
      2 * SESSIONS_PER_BATCH,
    ]);
    return removed.length;
  });
  await knownDevices.removeIdle(ctx);
  await sql.removeFailures(ctx.db, new Date(ctx.now.getTime() - 2 * 86_400_000));
}
