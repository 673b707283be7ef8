/** Recovering an account by a code to its email or phone. Nothing tells whether there is one (docs/security.md#c14). */
import { type Ctx, inTransaction } from '../context.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { checkCode, consumeCode, contactOf, sendCode } from './codes.ts';
import { onContactProven } from './contact-proof.ts';
import * as sql from './contacts-proven.sql.ts';
import { type CustomerRow, customerById } from './identity.sql.ts';
import { replacePassword } from './identity.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { forgetFailures } from './sign-in.ts';

/** Sends a recovery code: for everybody the same is written and enqueued, and the job finds out whether to send. */
export const askRecovery = (ctx: Ctx, login: string) => sendCode(ctx, contactOf(login), 'recovery');

/** Whether a recovery code is good; a wrong one counts as a try. */
export const verifyRecovery = (ctx: Ctx, login: string, code: string): Promise<void> =>
  checkCode(ctx, contactOf(login), 'recovery', code);

/**
 * Sets a new password by a recovery code, which proves the contact too: every session ends, failures are forgotten, and
 * logins that others may have linked before it was proven go. Answers the customer.
 */
export async function resetPassword(
  ctx: Ctx,
  { login, code, password }: { login: string; code: string; password: string },
): Promise<CustomerRow> {
  const contact = contactOf(login);
  // What keeps the code good comes first: a weak password should not cost another one.
  const weak = await checkNewPassword(password);
  await checkCode(ctx, contact, 'recovery', code);
  if (weak !== null) refuseFields({ password: [weak] });
  const password_hash = await hashPassword(password);
  await consumeCode(ctx, contact, 'recovery', code);
  return inTransaction(ctx, async (ctx) => {
    const found = await ctx.db.row(sql.recoverable, sql.columnsOf(contact));
    if (found === null) return refuse('code.invalid');
    await replacePassword(ctx, found.id, password_hash, null);
    const isNew = await ctx.db.row(sql.proveOwnContact, [found.id, ...sql.columnsOf(contact), ctx.now]);
    if (isNew !== null) {
      await ctx.db.write(sql.removeLogins, [found.id]);
      await onContactProven(ctx, found.id, contact);
    }
    const customer = (await ctx.db.row(customerById, [found.id])) ?? refuse('code.invalid');
    await forgetFailures(ctx, customer);
    return customer;
  });
}
