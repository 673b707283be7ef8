/** Customers, sessions, sign-in and verification. */

import type { CheckoutState } from '@shop/core/checkout/checkout-state';
import { ACCEPTED_TEXTS } from '@shop/core/links/paths';
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { refusalBody } from './api/refusal-body.ts';
import { textLine, time, uuid } from './common-schemas.ts';

/** An email as typed; core validates and normalizes it. */
const email = () => textLine(254);
/** A phone number as typed; core validates and normalizes it. */
const phone = () => textLine(30);
/** A password as typed, untrimmed. */
const password = () => v.pipe(v.string(), v.maxLength(1000));
/** A one-time code; trimmed, since pasted text may have spaces around it. */
const code = () => textLine(20);

/** Providers of linked logins. */
export const LOGIN_PROVIDERS = ['google', 'tng'] as const;
export type LoginProvider = (typeof LOGIN_PROVIDERS)[number];

const gender = v.picklist(['male', 'female']);

/** A text that a sign-up accepts; `version` is the Malaysian day of its last change. */
const changedText = v.object({ slug: v.picklist(ACCEPTED_TEXTS), version: textLine(10) });
export type ChangedText = v.InferOutput<typeof changedText>;

/** docs/spec.md §3 "Customer", with further fields for the account pages. Days are in Asia/Kuala_Lumpur. */
export const customer = v.object({
  id: v.string(),
  name: v.string(),
  first_name: v.nullable(v.string()),
  last_name: v.nullable(v.string()),
  display_name: v.string(),
  email: v.nullable(v.string()),
  email_verified: v.boolean(),
  phone: v.nullable(v.string()),
  phone_verified: v.boolean(),
  has_password: v.boolean(),
  date_of_birth: v.nullable(v.string()),
  gender: v.nullable(gender),
  /** Language of mails and messages; pages use only `?lang=` (docs/readings.md#1). */
  lang: v.picklist(['en', 'zh']),
  referral_code: v.string(),
  marketing_consent: v.boolean(),
  unread_notifications: v.number(),
  /** Whole points, and coins of one sen. */
  wallets: v.object({ point: v.number(), store_credit: v.number() }),
  /** The membership tier, and whether `price_group` comes with it; null in a shop without tiers. */
  tier: v.nullable(v.object({ code: v.string(), name: v.string(), gives_prices: v.boolean() })),
  /** The customer group whose prices the catalogue and the cart give; null for the public prices. */
  price_group: v.nullable(v.string()),
  /** Whether the customer has placed an order; without one, banners for new customers are shown. */
  has_ordered: v.boolean(),
  /** Terms and privacy policy, if they changed since the customer accepted them or closed the notice of a change. */
  changed_texts: v.array(changedText),
  created_at: time(),
});
export type Customer = v.InferInput<typeof customer>;

/** The response of sign-in and sign-up. */
const signInResponse = v.object({
  token: v.string(),
  me: customer,
  /** Whether this call made the account, as a first sign-in with Google does. */
  is_new: v.boolean(),
  /** Whether lines of the guest's cart were reduced or left out; the cart's `lines_changed` has the details. */
  cart_changed: v.boolean(),
  /** For the header `x-device` from now on; null if the device already has a token. */
  device_token: v.nullable(v.string()),
});

/** The data that Touch 'n Go reports of its user; null where it reports none. `phone` in E.164. */
export const tngUser = v.object({
  name: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
}) satisfies v.GenericSchema<unknown, CheckoutState['tng_user_info']>;

/**
 * A thing that an account recovery removed: an unproven contact or linked login, or everything saved in an account
 * without a proven contact (docs/security.md#accounts).
 */
export const recoveryRemoval = v.picklist(['email', 'phone', 'login', 'saved']);
export type RemovedByRecovery = v.InferOutput<typeof recoveryRemoval>;

const sentCode = v.object({
  success: v.boolean(),
  /** Seconds until the code expires, and until another can be requested. */
  expires_in: v.number(),
  resend_in: v.number(),
});

const purpose = v.picklist(['register', 'account', 'profile']);

/** `order`: the phone of an order for which `/orders/checkout` requires a proven phone. */
const phonePurpose = v.picklist(['register', 'account', 'profile', 'order']);

/** The store that referred the shopper (docs/readings.md#15). */
const storeReferral = v.object({
  ref: textLine(40),
  ref_id: textLine(60),
  ref_token: textLine(200),
  timestamp: v.number(),
});

/** The source of a new customer: another customer's code, or a store. */
const referral = {
  referral_code: v.optional(v.nullable(textLine(20))),
  store_referral: v.optional(v.nullable(storeReferral)),
};

export const session = v.object({
  id: v.string(),
  platform: v.string(),
  device: v.string(),
  is_current: v.boolean(),
  created_at: time(),
  last_used_at: time(),
});
export type Session = v.InferInput<typeof session>;

/** The parameters that a browser brings back from Google, and its PKCE verifier and nonce. */
const googleCode = {
  code: textLine(2000),
  code_verifier: textLine(200),
  redirect_uri: textLine(500),
  nonce: textLine(200),
};

/**
 * The ID token that the app gets from Google's own dialog; the token's nonce is the SHA-256 of `nonce` in base64url.
 */
const googleToken = {
  id_token: textLine(4000),
  nonce: textLine(200),
};

const googleSignIn = {
  provider: v.literal('google'),
  remember: v.optional(v.boolean()),
  /** For a new account, as in `/register`. */
  ...referral,
};

const verifiedContact = v.object({
  success: v.boolean(),
  /** The signed-in customer who now owns the contact, if any. */
  me: v.nullable(customer),
  /**
   * Whether the contact belongs to another customer record. Proving it again merges the two (`/send-account-verify`).
   */
  merge_needed: v.boolean(),
  /**
   * Proves the contact for 30 minutes: as `proof` to `/register` if signed out, as `phone_proof` to `/orders/checkout`
   * for the purpose `order`.
   */
  proof: v.nullable(v.string()),
});

/** The body of a 409 `account.open_orders`: orders that block removing the account, oldest first. */
export const openOrdersRefusal = v.object({
  ...refusalBody.entries,
  orders: v.array(v.object({ id: uuid(), order_number: v.string() })),
});
export type OpenOrdersRefusal = v.InferInput<typeof openOrdersRefusal>;

export const identityEndpoints = {
  'session.id': endpoint('session.id', {
    access: 'open',
    summary: 'A session id; a valid x-session comes back unchanged',
    response: v.object({ data: v.string() }),
  }),
  'identity.signIn': endpoint('identity.signIn', {
    access: 'open',
    summary:
      'Signs in with email or phone and a password or a code of `/send-sign-in-code`, or with Google; a guest token that came along brings its cart',
    body: v.union([
      v.object({ login: textLine(254), password: password(), remember: v.optional(v.boolean()) }),
      v.object({ login: textLine(254), code: code(), remember: v.optional(v.boolean()) }),
      v.object({ ...googleSignIn, ...googleCode }),
      v.object({ ...googleSignIn, ...googleToken }),
    ]),
    response: signInResponse,
    refusals: [
      'auth.wrong',
      'auth.blocked',
      'code.invalid',
      'auth.google_failed',
      'auth.google_link',
      'request.rate_limited',
    ],
  }),
  'identity.sendSignInCode': endpoint('identity.sendSignInCode', {
    access: 'open',
    summary:
      'Sends a code to sign in with to a proven email or phone; the same response whether or not the account exists',
    body: v.object({ login: textLine(254) }),
    response: sentCode,
    refusals: ['contact.invalid', 'request.rate_limited'],
  }),
  'identity.signInByTng': endpoint('identity.signInByTng', {
    access: 'open',
    summary:
      'Signs in inside the Touch ’n Go mini-program by the code that its app gives, and signs up at the first time',
    body: v.object({
      code: textLine(500),
      /** For a new account, as in `/register`. */
      ...referral,
    }),
    response: v.object({ ...signInResponse.entries, tng_user_info: tngUser }),
    refusals: ['auth.tng_failed', 'auth.blocked', 'auth.tng_silent', 'code.invalid', 'request.rate_limited'],
  }),
  'identity.register': endpoint('identity.register', {
    access: 'open',
    summary: 'Signs up with an email or phone and a password',
    body: v.object({
      /** Required, unless first and last name are given or `order` has a recipient. */
      name: v.optional(textLine(100)),
      first_name: v.optional(textLine(60)),
      last_name: v.optional(textLine(60)),
      email: v.optional(v.nullable(email())),
      contact_number: v.optional(v.nullable(phone())),
      password: password(),
      marketing_consent: v.optional(v.boolean()),
      /** Signing up requires agreeing to the terms. */
      accept_terms: v.optional(v.literal(true)),
      ...referral,
      /** From `/verify-otp` or `/verify-email`: proves the contact. */
      proof: v.optional(v.nullable(textLine(500))),
      /** A guest's order to add to the account once its contact is proven: number and view token. */
      order: v.optional(v.nullable(v.object({ order_number: textLine(40), token: textLine(200) }))),
    }),
    response: signInResponse,
    status: 201,
    refusals: [
      'name.required',
      'name.first_required',
      'name.last_required',
      'email.required',
      'phone.required',
      'email.invalid',
      'phone.invalid',
      'auth.taken',
      'password.common',
    ],
  }),
  'identity.logout': endpoint('identity.logout', {
    access: 'open',
    summary: 'Ends this session; a token that is no longer good is no error',
    response: v.object({ success: v.boolean() }),
  }),
  'identity.forgetPassword': endpoint('identity.forgetPassword', {
    access: 'open',
    summary: 'Sends a recovery code; the same response whether or not the account exists',
    body: v.object({ login: textLine(254) }),
    response: sentCode,
    refusals: ['contact.invalid', 'request.rate_limited'],
  }),
  'identity.verifyRecovery': endpoint('identity.verifyRecovery', {
    access: 'open',
    summary: 'Whether a recovery code is good; it stays good for `/reset-password`',
    body: v.object({ login: textLine(254), code: code() }),
    response: v.object({ success: v.boolean() }),
    refusals: ['code.invalid'],
  }),
  'identity.resetPassword': endpoint('identity.resetPassword', {
    access: 'open',
    summary: 'Sets a new password by a recovery code; ends every session, removes what was not proven, and signs in',
    body: v.object({ login: textLine(254), code: code(), password: password() }),
    response: v.object({ ...signInResponse.entries, removed: v.array(recoveryRemoval) }),
    refusals: ['code.invalid', 'password.too_short', 'password.common'],
  }),
  'identity.changePassword': endpoint('identity.changePassword', {
    access: 'me',
    summary: 'Sets a new password by the old one; ends other sessions',
    body: v.object({ old_password: v.optional(password()), password: password() }),
    response: v.object({ success: v.boolean() }),
    refusals: ['password.wrong', 'password.too_short', 'password.common'],
  }),
  'identity.sendEmailCode': endpoint('identity.sendEmailCode', {
    access: 'open',
    summary: 'Sends a code to an email',
    body: v.object({ email: email(), purpose: v.optional(purpose) }),
    response: sentCode,
    refusals: ['email.invalid', 'request.rate_limited'],
  }),
  'identity.verifyEmail': endpoint('identity.verifyEmail', {
    access: 'open',
    summary: 'Proves an email by its code; of a signed-in customer it becomes the email',
    body: v.object({ email: email(), code: code(), purpose: v.optional(purpose) }),
    response: verifiedContact,
    refusals: ['code.invalid'],
  }),
  'identity.sendPhoneCode': endpoint('identity.sendPhoneCode', {
    access: 'open',
    summary: 'Sends a code by WhatsApp, or by SMS where WhatsApp cannot',
    body: v.object({ contact_number: phone(), purpose: phonePurpose }),
    response: v.object({
      ...sentCode.entries,
      /** Channels in the order in which they are tried; the code is sent after the response. */
      channels: v.array(v.picklist(['whatsapp', 'sms'])),
    }),
    refusals: ['phone.invalid', 'request.rate_limited'],
  }),
  'identity.verifyPhone': endpoint('identity.verifyPhone', {
    access: 'open',
    summary: 'Proves a phone number by its code; of a signed-in customer it becomes the phone',
    body: v.object({ contact_number: phone(), purpose: phonePurpose, code: code() }),
    response: verifiedContact,
    refusals: ['code.invalid'],
  }),
  'identity.sendMergeCode': endpoint('identity.sendMergeCode', {
    access: 'me',
    summary: 'Sends a code to an email or phone that belongs to another record',
    body: v.object({ contact: textLine(254) }),
    response: sentCode,
    refusals: ['contact.invalid', 'request.rate_limited'],
  }),
  'identity.mergeAccount': endpoint('identity.mergeAccount', {
    access: 'me',
    summary: 'Joins the record that the proven contact belongs to with this one, for good',
    body: v.object({ contact: textLine(254), code: code() }),
    response: v.object({ me: customer, orders: v.number() }),
    refusals: ['code.invalid'],
  }),
  'identity.me': endpoint('identity.me', {
    access: 'me',
    summary: 'The customer who is signed in',
    response: v.object({ me: customer }),
  }),
  'identity.export': endpoint('identity.export', {
    access: 'me',
    summary: 'Everything personal that the shop holds of this customer',
    file: 'my-data',
    response: v.object({ exported_at: time(), data: v.unknown() }),
  }),
  'identity.remove': endpoint('identity.remove', {
    access: 'me',
    summary: 'Removes the account, by the password or a code of purpose `account`; refused while orders are open',
    body: v.union([v.object({ password: password() }), v.object({ code: code() })]),
    response: v.object({ success: v.boolean() }),
    refusals: ['password.wrong', 'code.invalid', 'account.open_orders'],
  }),
  'identity.update': endpoint('identity.update', {
    access: 'me',
    summary: 'Changes the profile; email and phone change only through a code',
    params: v.object({ id: uuid() }),
    body: v.object({
      name: v.optional(textLine(100)),
      first_name: v.optional(v.nullable(textLine(60))),
      last_name: v.optional(v.nullable(textLine(60))),
      display_name: v.optional(textLine(60)),
      date_of_birth: v.optional(v.nullable(textLine(10))),
      gender: v.optional(v.nullable(gender)),
      lang: v.optional(v.picklist(['en', 'zh'])),
      marketing_consent: v.optional(v.boolean()),
    }),
    response: v.object({ me: customer }),
    refusals: ['request.not_found', 'name.required', 'name.display_required'],
  }),
  'identity.closeTextNotice': endpoint('identity.closeTextNotice', {
    access: 'me',
    summary: 'Records that the customer closed the notice of changed terms or of a changed privacy policy',
    body: v.object({ texts: v.pipe(v.array(changedText), v.maxLength(ACCEPTED_TEXTS.length)) }),
    response: v.object({ me: customer }),
  }),
  'identity.logins': endpoint('identity.logins', {
    access: 'me',
    summary: 'Sessions that are signed in, and linked logins',
    response: v.object({
      sessions: v.array(session),
      logins: v.array(
        v.object({ provider: v.picklist(LOGIN_PROVIDERS), email: v.nullable(v.string()), created_at: time() }),
      ),
    }),
  }),
  'identity.endSession': endpoint('identity.endSession', {
    access: 'me',
    summary: 'Ends one session; `others` ends all but this one',
    params: v.object({ id: textLine(40) }),
    response: v.object({ success: v.boolean() }),
    refusals: ['request.not_found'],
  }),
  'identity.link': endpoint('identity.link', {
    access: 'me',
    summary: 'Links a Google login to this account',
    params: v.object({ provider: v.literal('google') }),
    body: v.union([v.object(googleCode), v.object(googleToken)]),
    response: v.object({ success: v.boolean() }),
    refusals: ['auth.google_failed', 'auth.google_taken', 'auth.google_email'],
  }),
  'identity.unlink': endpoint('identity.unlink', {
    access: 'me',
    summary: 'Takes a linked login away; refused where it is the only way in',
    params: v.object({ provider: v.picklist(LOGIN_PROVIDERS) }),
    response: v.object({ success: v.boolean() }),
    refusals: ['request.not_found', 'auth.last_login'],
  }),
};
