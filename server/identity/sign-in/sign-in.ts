/**
 * Signs in with a password: the same response and time whether or not the account exists (docs/security.md#c13,
 * docs/security.md#c14).
 */
import { type Contact, parseContact } from '@shop/core/identity/contact';
import type { Ctx } from '../../context.ts';
import { buildRateLimitRefusal, refuse } from '../../refuse.ts';
import { sign } from '../../secrets/sign.ts';
import * as sql from '../identity.sql.ts';
import { isKnownDevice } from './known-devices.ts';
import { isPassword } from './passwords.ts';

/** The latest unfinished try at each login. */
const lastTries = new Map<string, Promise<unknown>>();

/**
 * Runs concurrent tries at one login one after another. A right password resets the failures before the next try is
 * counted, so that any number of concurrent right ones succeed, and no more wrong ones are evaluated than the delay
 * allows.
 */
async function runAfterOtherTries<T>(login_hash: string, tryLogin: () => Promise<T>): Promise<T> {
  const before = lastTries.get(login_hash);
  const promise = before === undefined ? tryLogin() : before.then(tryLogin, tryLogin);
  lastTries.set(login_hash, promise);
  try {
    return await promise;
  } finally {
    if (lastTries.get(login_hash) === promise) lastTries.delete(login_hash);
  }
}

/** Hashes the login that failures count by: the database stores no logins of accounts that do not exist. */
const hashLogin = (ctx: Ctx, login: string, device = ''): string => sign(ctx.shop.secret, `login ${login}${device}`);

/**
 * Runs a password check of a login, counted as failed until it succeeds. Refuses `request.rate_limited` while the login
 * is delayed after failures.
 */
function countFailures<T>(ctx: Ctx, login_hash: string, check: () => Promise<T>): Promise<T> {
  return runAfterOtherTries(login_hash, async () => {
    if ((await ctx.db.row(sql.claimLogin, [login_hash, ctx.steadyNow])) === null) {
      const until = (await ctx.db.row(sql.loginDelay, [login_hash]))?.delayed_until ?? ctx.steadyNow;
      throw buildRateLimitRefusal((until.getTime() - ctx.steadyNow.getTime()) / 1_000);
    }
    const result = await check();
    await ctx.db.rows(sql.forgetFailures, [login_hash]);
    return result;
  });
}

/**
 * Hashes a login on a known device, where failures are counted separately, so that strangers cannot delay the owner.
 */
const hashOnDevice = (ctx: Ctx, login: string): string => hashLogin(ctx, login, ` device ${ctx.request.deviceHash}`);

/**
 * Runs a password check of staff with the same delays as a customer's. `email` is normalized. `isKnown`: whether they
 * signed in on this device before.
 */
export const countStaffFailures = <T>(ctx: Ctx, email: string, isKnown: boolean, check: () => Promise<T>): Promise<T> =>
  countFailures(ctx, (isKnown ? hashOnDevice : hashLogin)(ctx, `staff ${email}`), check);

/** Runs a check of a signed-in member of staff with the same delays, counted by `key`. */
export const countStaffTries = <T>(ctx: Ctx, key: string, check: () => Promise<T>): Promise<T> =>
  countFailures(ctx, hashLogin(ctx, `signed-in staff ${key}`), check);

/**
 * Finds the customer by email or phone and password. Refuses `auth.wrong`, and `request.rate_limited` while the login
 * is delayed after failures; recovery by a code is not delayed.
 */
export async function signInByPassword(ctx: Ctx, login: string, password: string): Promise<sql.CustomerRow> {
  const contact = parseContact(login);
  const isKnown = ctx.request.deviceHash !== null && (await isKnownDevice(ctx.db, ctx.request.deviceHash, login));
  const name = contact?.value ?? login.trim().toLowerCase();
  const login_hash = isKnown ? hashOnDevice(ctx, name) : hashLogin(ctx, name);
  return countFailures(ctx, login_hash, () => requireCustomerBy(ctx, contact, password));
}

async function requireCustomerBy(ctx: Ctx, contact: Contact | null, password: string): Promise<sql.CustomerRow> {
  const { kind, value } = contact ?? { kind: null, value: '' };
  const customerRow = await ctx.db.row(sql.customerByLogin, [
    kind === 'email' ? value : null,
    kind === 'phone' ? value : null,
  ]);
  const isRight = await isPassword(ctx.shop, password, customerRow?.password_hash ?? null);
  return customerRow !== null && isRight ? customerRow : refuse('auth.wrong');
}

/** Resets the failures of a customer's logins, once the owner proved a contact. */
export async function forgetFailures(ctx: Ctx, customer: Pick<sql.CustomerRow, 'email' | 'phone'>): Promise<void> {
  for (const login of [customer.email, customer.phone]) {
    if (login === null) continue;
    await ctx.db.write(sql.forgetFailures, [hashLogin(ctx, login)]);
    if (ctx.request.deviceHash !== null) await ctx.db.write(sql.forgetFailures, [hashOnDevice(ctx, login)]);
  }
}
