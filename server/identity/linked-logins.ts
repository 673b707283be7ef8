/**
 * Logins at other companies that open accounts: Google's and Touch 'n Go's. A login is identified by its provider's
 * subject alone.
 */
import type { LoginProvider } from '@shop/contract/identity';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { type CustomerRow, customerById, customerLogins, lockCustomer } from './identity.sql.ts';
import { requireCustomer } from './identity.ts';
import * as sql from './linked-logins.sql.ts';

/** A login with the email and phone (E.164) that its provider has verified; null if the provider gives none. */
export type LinkedLogin = { provider: LoginProvider; subject: string; email: string | null; phone: string | null };

/** Links a login to a customer; false if it is linked already, or the customer has another login of the provider. */
export async function linkLogin(ctx: Ctx, customer_id: string, login: LinkedLogin): Promise<boolean> {
  const { provider, subject, email, phone } = login;
  return (await ctx.db.row(sql.insertLogin, [provider, subject, customer_id, email, phone, ctx.now])) !== null;
}

/** Finds the customer that a login is linked to; null if there is none. */
export async function findLinkedCustomer(
  ctx: Ctx,
  { provider, subject }: Pick<LinkedLogin, 'provider' | 'subject'>,
): Promise<{ customer_id: string; phone: string | null } | null> {
  return ctx.db.row(sql.ownerOfLinkedLogin, [provider, subject]);
}

/** A customer who signs in, and whether the sign-in made the account. */
export type SignInResult = { customer: CustomerRow; is_new: boolean };

/** What a sign-in does with a login that is not linked yet. */
type FirstSignIn = {
  /** The refusal if the login was linked or its account removed at the same time. */
  failure: 'auth.google_failed' | 'auth.tng_failed';
  /** Finds or makes the account of a login that is not linked. */
  makeAccount(ctx: Ctx): Promise<SignInResult>;
  /** Runs once the login is linked to the new account. */
  onLinked(ctx: Ctx, customer: CustomerRow): Promise<void>;
};

/**
 * Signs in by a login that its provider has verified. Finds or creates the account of a login that is not linked yet,
 * and only once: first sign-ins may be concurrent (two tabs, a double tap).
 */
export async function signInByLogin(ctx: Ctx, login: LinkedLogin, first: FirstSignIn): Promise<SignInResult> {
  const load = async (ctx: Ctx, id: string): Promise<SignInResult> => ({
    customer: (await ctx.db.row(customerById, [id])) ?? refuse(first.failure),
    is_new: false,
  });
  const { provider, subject, phone } = login;
  const owner = await findLinkedCustomer(ctx, login);
  if (owner !== null) {
    if (phone !== null && phone !== owner.phone) await ctx.db.write(sql.setPhoneOfLogin, [provider, subject, phone]);
    return load(ctx, owner.customer_id);
  }
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.row(sql.lockLogin, [provider, subject]);
    const newOwner = await findLinkedCustomer(ctx, login);
    if (newOwner !== null) return load(ctx, newOwner.customer_id);
    const account = await first.makeAccount(ctx);
    if (!(await linkLogin(ctx, account.customer.id, login))) return refuse(first.failure);
    await first.onLinked(ctx, account.customer);
    return account;
  });
}

/** Unlinks a login. Refuses `auth.last_login` if nothing else opens the account. */
export async function unlinkLogin(ctx: Ctx, provider: LoginProvider): Promise<void> {
  const { id } = requireCustomer(ctx);
  await inTransaction(ctx, async (ctx) => {
    const [me] = await lockRows(ctx.db, lockCustomer, [id]);
    if (me === undefined) return refuse('auth.token_invalid');
    if ((await ctx.db.row(sql.deleteLogin, [id, provider])) === null) return refuse('request.not_found');
    if (me.password_hash === null && (await ctx.db.rows(customerLogins, [id])).length === 0) refuse('auth.last_login');
  });
}
