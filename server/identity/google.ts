/**
 * Accounts and Google logins. A login is known by Google's subject; by email it is linked to an account only where
 * nobody could have taken that account beforehand: its email was proven here, and no password opens it.
 */

import type { Contact } from '@shop/core/identity/contact';
import { isEmail, normalizeEmail } from '@shop/core/identity/email';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/lock.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { GoogleCode, GoogleIdentity } from '../partners/google/google.ts';
import { refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { onContactProven } from './contact-proof.ts';
import { proveOwnContact } from './contacts-proven.sql.ts';
import * as sql from './google.sql.ts';
import { type CustomerRow, customerById, lockCustomer } from './identity.sql.ts';
import { createCustomer, requireCustomer } from './identity.ts';

const PROVIDER = 'google';

/** Maximum length of names, as in a registration. */
const MAX_NAME = 100;
const MAX_PART = 60;

/**
 * Exchanges the code for the Google account. Refuses `auth.google_failed`. Runs before a transaction, since it calls
 * Google.
 */
async function identify(ctx: Ctx, sent: GoogleCode): Promise<GoogleIdentity> {
  const who = await ctx.shop.partners.google?.identify(sent, ctx.now);
  return who && isEmail(who.email) ? { ...who, email: normalizeEmail(who.email) } : refuse('auth.google_failed');
}

const link = (ctx: Ctx, customer_id: string, { subject, email }: GoogleIdentity) =>
  ctx.db.row(sql.insertLogin, [PROVIDER, subject, customer_id, email, ctx.now]);

const load = async (ctx: Ctx, id: string): Promise<CustomerRow> =>
  (await ctx.db.row(customerById, [id])) ?? refuse('auth.google_failed');

/** An account of its own, its email proven by Google. */
async function signUp(ctx: Ctx, who: GoogleIdentity): Promise<CustomerRow> {
  const { email } = who;
  const name = (who.name || email.split('@')[0] || email).slice(0, MAX_NAME);
  const first_name = who.firstName?.slice(0, MAX_PART) || null;
  return createCustomer(ctx, {
    id: uuidV7(ctx.now),
    name,
    first_name,
    last_name: who.lastName?.slice(0, MAX_PART) || null,
    display_name: first_name ?? name,
    email,
    email_verified_at: ctx.now,
    phone: null,
    phone_verified_at: null,
    password_hash: null,
    lang: ctx.lang,
    referred_by: null,
    store_ref_id: null,
    store_ref_token: null,
    created_at: ctx.now,
  });
}

/** The account that is to be of this login, which nothing is linked to yet. */
async function accountFor(ctx: Ctx, who: GoogleIdentity): Promise<CustomerRow> {
  const records = await ctx.db.rows(sql.recordsOfEmail, [who.email]);
  if (records.some(({ has_password }) => has_password)) return refuse('auth.google_link');
  const proven = records.find((record) => record.proven);
  // A record with an unproven email is not taken over either: a code merges the two.
  return proven === undefined ? signUp(ctx, who) : load(ctx, proven.id);
}

/**
 * Finds or creates the customer of a Google account. Refuses `auth.google_failed`, and `auth.google_link` if the
 * account has a password.
 */
export async function signInByGoogle(ctx: Ctx, sent: GoogleCode): Promise<CustomerRow> {
  const who = await identify(ctx, sent);
  const findLinked = (ctx: Ctx) => ctx.db.row(sql.customerByLoginOf, [PROVIDER, who.subject]);
  const known = await findLinked(ctx);
  if (known !== null) return load(ctx, known.customer_id);
  return inTransaction(ctx, async (ctx) => {
    // A first sign-in may arrive several times at once (two tabs, a double tap): one of them makes the account.
    await ctx.db.row(sql.lockLogin, [PROVIDER, who.subject]);
    const made = await findLinked(ctx);
    if (made !== null) return load(ctx, made.customer_id);
    const customer = await accountFor(ctx, who);
    if ((await link(ctx, customer.id, who)) === null) return refuse('auth.google_failed');
    const contact: Contact = { kind: 'email', value: who.email };
    await onContactProven(ctx, customer.id, contact);
    return customer;
  });
}

/**
 * Links a Google login to the customer who is signed in; the same again is no error. An account that has an email takes
 * the login of that email alone, so that nobody who finds a device unlocked adds a way in of their own; Google has
 * proven the email then.
 */
export async function linkGoogle(ctx: Ctx, sent: GoogleCode): Promise<void> {
  const { id } = requireCustomer(ctx);
  const who = await identify(ctx, sent);
  await inTransaction(ctx, async (ctx) => {
    const [me] = await lockRows(ctx.db, lockCustomer, [id]);
    if (me === undefined) return refuse('auth.token_invalid');
    const owner = await ctx.db.row(sql.customerByLoginOf, [PROVIDER, who.subject]);
    if (owner?.customer_id === id) return;
    if (owner !== null) refuse('auth.google_taken');
    if (me.email !== null && me.email !== who.email) refuse('auth.google_email', { email: who.email, own: me.email });
    // Another Google login was linked before: the new one takes its place.
    await ctx.db.rows(sql.deleteLogin, [id, PROVIDER]);
    if ((await link(ctx, id, who)) === null) refuse('auth.google_taken');
    if (me.email === null) return;
    const isNew = await ctx.db.row(proveOwnContact, [id, me.email, null, ctx.now]);
    if (isNew !== null) await onContactProven(ctx, id, { kind: 'email', value: me.email });
  });
}

/** Takes the Google login away. Refuses `auth.last_login` where no password opens the account. */
export async function unlinkGoogle(ctx: Ctx): Promise<void> {
  const { id } = requireCustomer(ctx);
  await inTransaction(ctx, async (ctx) => {
    const [me] = await lockRows(ctx.db, lockCustomer, [id]);
    if (me === undefined) return refuse('auth.token_invalid');
    if ((await ctx.db.row(sql.deleteLogin, [id, PROVIDER])) === null) return refuse('request.not_found');
    if (me.password_hash === null) refuse('auth.last_login');
  });
}
