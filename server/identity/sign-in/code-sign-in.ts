/**
 * Signs in by a one-time code to an email or phone that the account has proven. No response reveals whether there is
 * such an account (docs/security.md#c14, docs/readings.md#89).
 */
import type { Ctx } from '../../context.ts';
import { refuse } from '../../refuse.ts';
import { type RightCode, requireContact, requireRightCode, sendCode } from '../codes/codes.ts';
import { accountByProvenContact, toColumns } from '../contacts/contacts.sql.ts';
import { type CustomerRow, customerById } from '../identity.sql.ts';

/** Sends a sign-in code. Writes and enqueues the same for unknown logins; the job finds out whether to send. */
export const sendSignInCode = (ctx: Ctx, login: string) => sendCode(ctx, requireContact(login), 'sign_in');

/** Finds the customer by a sign-in code. Refuses `code.invalid`. Does not consume the code. */
export async function requireSignInCode(
  ctx: Ctx,
  login: string,
  typedCode: string,
): Promise<{ customer: CustomerRow; code: RightCode }> {
  const contact = requireContact(login);
  const code = await requireRightCode(ctx, contact, 'sign_in', typedCode);
  // The contact may have left the account since the code was sent.
  const account = (await ctx.db.row(accountByProvenContact, toColumns(contact))) ?? refuse('code.invalid');
  const customer = (await ctx.db.row(customerById, [account.id])) ?? refuse('code.invalid');
  return { customer, code };
}
