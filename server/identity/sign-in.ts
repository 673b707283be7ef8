/** Signing in with a password: the same answer and time whether or not the account exists (reliability C13, C14). */
import { readContact } from '@shop/core/identity/login';
import { refusal } from '@shop/core/refusal';
import type { Ctx } from '../context.ts';
import { sign } from '../http/signature.ts';
import { Refused, refuse } from '../refuse.ts';
import * as sql from './identity.sql.ts';
import { isPassword } from './passwords.ts';

/** A login as failures are counted by: the database keeps no name of what does not exist. */
const hashOf = (ctx: Ctx, login: string): string => sign(ctx.secret, `login ${login}`);

/**
 * The customer of an email or phone and its password. Refuses `auth.wrong`, and `request.rate_limited` while the login is
 * delayed after failures; the owner may always recover by a code.
 */
export async function signInByPassword(ctx: Ctx, login: string, password: string): Promise<sql.CustomerRow> {
  const contact = readContact(login);
  const login_hash = hashOf(ctx, contact?.value ?? login.trim().toLowerCase());
  if ((await ctx.db.row(sql.claimLogin, [login_hash, ctx.now])) === null) {
    const until = (await ctx.db.row(sql.loginDelay, [login_hash]))?.delayed_until ?? ctx.now;
    const retryAfter = Math.max(1, Math.ceil((until.getTime() - ctx.now.getTime()) / 1_000));
    throw new Refused(refusal('request.rate_limited'), { retryAfter });
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

/** Forgets failures of a customer's logins: whoever proved the contact is the owner. */
export async function forgetFailures(ctx: Ctx, customer: Pick<sql.CustomerRow, 'email' | 'phone'>): Promise<void> {
  for (const login of [customer.email, customer.phone]) {
    if (login !== null) await ctx.db.write(sql.forgetFailures, [hashOf(ctx, login)]);
  }
}
