/**
 * Signing in with a password: the same answer and time whether or not the account exists (docs/security.md#c13,
 * docs/security.md#c14).
 */
import { type Contact, parseContact } from '@shop/core/identity/contact';
import type { Ctx } from '../context.ts';
import { rateLimited, refuse } from '../refuse.ts';
import { sign } from '../secrets/sign.ts';
import * as sql from './identity.sql.ts';
import { isKnownDevice } from './known-devices.ts';
import { isPassword } from './passwords.ts';

/** The last try at each login, while tries of it are under way. */
const lastTries = new Map<string, Promise<unknown>>();

/**
 * Runs the tries at one login one after another. A right password forgets the failures before the next try is counted,
 * so any number of right ones succeed at once, and of wrong ones no more are evaluated than the delay allows.
 */
async function afterOtherTries<T>(login_hash: string, tryLogin: () => Promise<T>): Promise<T> {
  const before = lastTries.get(login_hash);
  const mine = before === undefined ? tryLogin() : before.then(tryLogin, tryLogin);
  lastTries.set(login_hash, mine);
  try {
    return await mine;
  } finally {
    if (lastTries.get(login_hash) === mine) lastTries.delete(login_hash);
  }
}

/** A login as failures are counted by: the database keeps no name of what does not exist. */
const hashOf = (ctx: Ctx, login: string, device = ''): string => sign(ctx.shop.secret, `login ${login}${device}`);

/** Failures on a device on which the owner signed in before are counted apart, so that no stranger delays the owner. */
const hashOnDevice = (ctx: Ctx, login: string): string => hashOf(ctx, login, ` device ${ctx.request.deviceHash}`);

/**
 * The customer of an email or phone and its password. Refuses `auth.wrong`, and `request.rate_limited` while the login
 * is delayed after failures; the owner may always recover by a code.
 */
export async function signInByPassword(ctx: Ctx, login: string, password: string): Promise<sql.CustomerRow> {
  const contact = parseContact(login);
  const isKnown = ctx.request.deviceHash !== null && (await isKnownDevice(ctx.db, ctx.request.deviceHash, login));
  const name = contact?.value ?? login.trim().toLowerCase();
  const login_hash = isKnown ? hashOnDevice(ctx, name) : hashOf(ctx, name);
  return afterOtherTries(login_hash, () => tryPassword(ctx, contact, login_hash, password));
}

async function tryPassword(
  ctx: Ctx,
  contact: Contact | null,
  login_hash: string,
  password: string,
): Promise<sql.CustomerRow> {
  if ((await ctx.db.row(sql.claimLogin, [login_hash, ctx.steadyNow])) === null) {
    const until = (await ctx.db.row(sql.loginDelay, [login_hash]))?.delayed_until ?? ctx.steadyNow;
    throw rateLimited((until.getTime() - ctx.steadyNow.getTime()) / 1_000);
  }
  const { kind, value } = contact ?? { kind: null, value: '' };
  const found = await ctx.db.row(sql.customerByLogin, [
    kind === 'email' ? value : null,
    kind === 'phone' ? value : null,
  ]);
  const right = await isPassword(password, found?.password_hash ?? null);
  if (found === null || !right) return refuse('auth.wrong');
  await ctx.db.rows(sql.forgetFailures, [login_hash]);
  return found;
}

/** Resets the failures of a customer's logins, once the owner proved a contact. */
export async function forgetFailures(ctx: Ctx, customer: Pick<sql.CustomerRow, 'email' | 'phone'>): Promise<void> {
  for (const login of [customer.email, customer.phone]) {
    if (login === null) continue;
    await ctx.db.write(sql.forgetFailures, [hashOf(ctx, login)]);
    if (ctx.request.deviceHash !== null) await ctx.db.write(sql.forgetFailures, [hashOnDevice(ctx, login)]);
  }
}
