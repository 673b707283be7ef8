/**
 * Signs in with Google. A login is identified by Google's subject. It is linked by email only to a record that has
 * proven the email and has no password, because a stranger may have set any password.
 */

import type { Contact } from '@shop/core/identity/contact';
import { isEmail, normalizeEmail } from '@shop/core/identity/email';
import { refusal } from '@shop/core/refusal';
import { type Ctx, publish } from '../../context.ts';
import { lockRows } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import type { GoogleIdentity, GoogleProof } from '../../partners/google/google-client.ts';
import { refuse, refuseFields } from '../../refuse.ts';
import { inTransaction } from '../../transaction.ts';
import { proveOwnContact } from '../contacts/contacts.sql.ts';
import { onContactProven } from '../contacts/verify-contact.ts';
import { type CustomerRow, customerById, lockCustomer } from '../identity.sql.ts';
import { createCustomer, findReferral, requireCustomer } from '../identity.ts';
import { deleteLogin } from '../linked-logins.sql.ts';
import { findLinkedCustomer, type LinkedLogin, linkLogin, type SignInResult, signInByLogin } from '../linked-logins.ts';
import * as sql from './google.sql.ts';

const PROVIDER = 'google';

/** Maximum length of names, as in a registration. */
const MAX_NAME_LENGTH = 100;
const MAX_NAME_PART_LENGTH = 60;

/**
 * Reads the Google account from its proof. Refuses `auth.google_failed`. Runs before a transaction, since it calls
 * Google.
 */
async function verifyGoogleProof(ctx: Ctx, googleProof: GoogleProof): Promise<GoogleIdentity> {
  const identity = await ctx.shop.partners.google?.identify(googleProof, ctx.now);
  return identity && isEmail(identity.email)
    ? { ...identity, email: normalizeEmail(identity.email) }
    : refuse('auth.google_failed');
}

const toLinkedLogin = ({ subject, email }: GoogleIdentity): LinkedLogin => ({
  provider: PROVIDER,
  subject,
  email,
  phone: null,
});

const requireCustomerRow = async (ctx: Ctx, id: string): Promise<CustomerRow> =>
  (await ctx.db.row(customerById, [id])) ?? refuse('auth.google_failed');

/** The body of a sign-in with Google. */
type GoogleSignInInput = GoogleProof & Parameters<typeof findReferral>[1];

/** Creates an account with the email that Google has verified. Refuses an unknown referral code, at its field. */
async function signUp(ctx: Ctx, identity: GoogleIdentity, input: GoogleSignInInput): Promise<CustomerRow> {
  const referral = (await findReferral(ctx, input)) ?? refuseFields({ referral_code: [refusal('code.invalid')] });
  const { email } = identity;
  const name = (identity.name || email.split('@')[0] || email).slice(0, MAX_NAME_LENGTH);
  const first_name = identity.firstName?.slice(0, MAX_NAME_PART_LENGTH) || null;
  return createCustomer(ctx, {
    id: uuidV7(ctx.now),
    name,
    first_name,
    last_name: identity.lastName?.slice(0, MAX_NAME_PART_LENGTH) || null,
    display_name: first_name ?? name,
    email,
    email_verified_at: ctx.now,
    phone: null,
    phone_verified_at: null,
    password_hash: null,
    lang: ctx.lang,
    ...referral,
    created_at: ctx.now,
  });
}

/** Finds or creates the account for a login that is not linked yet. */
async function findOrCreateAccount(
  ctx: Ctx,
  identity: GoogleIdentity,
  input: GoogleSignInInput,
): Promise<SignInResult> {
  const records = await ctx.db.rows(sql.recordsOfEmail, [identity.email]);
  if (records.some(({ has_password }) => has_password)) return refuse('auth.google_link');
  const provenRecord = records.find((record) => record.proven);
  // A record with an unproven email is not linked either: proving it by a code merges the two.
  return provenRecord === undefined
    ? { customer: await signUp(ctx, identity, input), is_new: true }
    : { customer: await requireCustomerRow(ctx, provenRecord.id), is_new: false };
}

/**
 * Finds or creates the customer of a Google account. Refuses `auth.google_failed`, and `auth.google_link` if the
 * account has a password.
 */
export async function signInByGoogle(ctx: Ctx, input: GoogleSignInInput): Promise<SignInResult> {
  const identity = await verifyGoogleProof(ctx, input);
  return signInByLogin(ctx, toLinkedLogin(identity), {
    failure: 'auth.google_failed',
    makeAccount: (ctx) => findOrCreateAccount(ctx, identity, input),
    onLinked: async (ctx, { id }) => {
      const contact: Contact = { kind: 'email', value: identity.email };
      await onContactProven(ctx, id, contact);
      await publish(ctx, { type: 'customer.updated', customer_id: id });
    },
  });
}

/**
 * Links a Google login to the signed-in customer; linking the same one again does nothing. An account with an email
 * accepts only the login of that email, which stops a stranger at an unlocked device from adding their own; it also
 * proves the email.
 */
export async function linkGoogle(ctx: Ctx, googleProof: GoogleProof): Promise<void> {
  const { id } = requireCustomer(ctx);
  const identity = await verifyGoogleProof(ctx, googleProof);
  await inTransaction(ctx, async (ctx) => {
    const [me] = await lockRows(ctx.db, lockCustomer, [id]);
    if (me === undefined) return refuse('auth.token_invalid');
    const owner = await findLinkedCustomer(ctx, toLinkedLogin(identity));
    if (owner?.customer_id === id) return;
    if (owner !== null) refuse('auth.google_taken');
    if (me.email !== null && me.email !== identity.email)
      refuse('auth.google_email', { email: identity.email, own: me.email });
    // Replaces another Google login that was linked before.
    await ctx.db.rows(deleteLogin, [id, PROVIDER]);
    if (!(await linkLogin(ctx, id, toLinkedLogin(identity)))) refuse('auth.google_taken');
    if (me.email === null) return;
    const isNew = await ctx.db.row(proveOwnContact, [id, me.email, null, ctx.now]);
    if (isNew === null) return;
    await onContactProven(ctx, id, { kind: 'email', value: me.email });
    await publish(ctx, { type: 'customer.updated', customer_id: id });
  });
}
