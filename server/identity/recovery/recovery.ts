/**
 * Recovers an account by a code to its email or phone. No response reveals whether the account exists
 * (docs/security.md#c14).
 */
import type { RemovedByRecovery } from '@shop/contract/identity';
import type { Contact } from '@shop/core/identity/contact';
import { type Ctx, publish } from '../../context.ts';
import { lockRows } from '../../db/database.ts';
import { refuse, refuseFields } from '../../refuse.ts';
import { inTransaction } from '../../transaction.ts';
import { consumeCode, requireContact, requireRightCode, sendCode } from '../codes/codes.ts';
import * as sql from '../contacts/contacts.sql.ts';
import { onContactProven } from '../contacts/verify-contact.ts';
import { type CustomerRow, customerById, lockHolders, releaseContact } from '../identity.sql.ts';
import { chooseName, recordConsent, replacePassword } from '../identity.ts';
import { checkNewPassword, hashPassword } from '../sign-in/passwords.ts';
import { forgetFailures } from '../sign-in/sign-in.ts';

/** Sends a recovery code. Writes and enqueues the same for unknown logins; the job finds out whether to send. */
export const sendRecoveryCode = (ctx: Ctx, login: string) => sendCode(ctx, requireContact(login), 'recovery');

/** Verifies a recovery code without consuming it; a wrong one counts as a try. */
export const verifyRecovery = (ctx: Ctx, login: string, code: string) =>
  requireRightCode(ctx, requireContact(login), 'recovery', code);

const isProven = (customer: CustomerRow, kind: Contact['kind']): boolean =>
  (kind === 'email' ? customer.email_verified_at : customer.phone_verified_at) !== null;

/**
 * Removes the other contact and the linked logins that the owner of `contact` did not prove, and all recorded devices
 * and codes. Returns the kinds of removed data, of which the owner is notified.
 */
async function removeUnproven(ctx: Ctx, me: CustomerRow, contact: Contact): Promise<RemovedByRecovery[]> {
  const removed: RemovedByRecovery[] = [];
  const other = contact.kind === 'email' ? 'phone' : 'email';
  if (me[other] !== null && !isProven(me, other)) {
    await ctx.db.write(sql.removeContacts, [me.id, other === 'email', other === 'phone', ctx.now]);
    removed.push(other);
  }
  // A login of a proven email or phone belongs to its owner; a stranger may have linked any other.
  const provenEmail = isProven(me, 'email') ? me.email : null;
  const provenPhone = isProven(me, 'phone') ? me.phone : null;
  const logins = await ctx.db.rows(sql.removeOtherLogins, [me.id, provenEmail, provenPhone]);
  if (logins.length > 0) removed.push('login');
  await ctx.db.write(sql.removeDevicesAndCodes, [me.id]);
  return removed;
}

/** Empties the profile of an account whose `contact` was not proven before, and withdraws its consent to marketing. */
async function emptyProfile(ctx: Ctx, me: CustomerRow, { kind, value }: Contact): Promise<void> {
  const name = kind === 'email' ? chooseName({}, value, null) : chooseName({}, null, value);
  await ctx.db.write(sql.resetProfile, [me.id, name, ctx.now]);
  if (me.marketing_consent) await recordConsent(ctx, me.id, 'marketing', false);
}

/**
 * Sets a new password by a recovery code, which also proves the contact. Ends every session, and removes data that the
 * contact's owner did not prove: the other contact, linked logins, known devices, unused codes. If the contact itself
 * was not proven before, a stranger may have made the account: everything saved in it is removed too.
 */
export async function resetPassword(
  ctx: Ctx,
  { login, code: typedCode, password }: { login: string; code: string; password: string },
): Promise<{ customer: CustomerRow; removed: RemovedByRecovery[] }> {
  const contact = requireContact(login);
  // Refuses a weak password before the code is consumed.
  const passwordRefusal = await checkNewPassword(ctx.shop, password);
  const code = await requireRightCode(ctx, contact, 'recovery', typedCode);
  if (passwordRefusal !== null) refuseFields({ password: [passwordRefusal] });
  const password_hash = await hashPassword(password);
  return inTransaction(ctx, async (ctx) => {
    const account = (await ctx.db.row(sql.accountToRecover, sql.toColumns(contact))) ?? refuse('code.invalid');
    const [me] = await lockRows(ctx.db, lockHolders, [account.id, null, null]);
    // The contact moved to another account between the two statements.
    if (me === undefined || me[contact.kind] !== contact.value) return refuse('code.invalid');
    await consumeCode(ctx, code);
    const removed = await removeUnproven(ctx, me, contact);
    if (!isProven(me, contact.kind)) {
      await publish(ctx, { type: 'customer.reclaimed', customer_id: me.id, contact });
      await emptyProfile(ctx, me, contact);
      removed.push('saved');
    }
    await ctx.db.write(releaseContact, [me.id, ...sql.toColumns(contact), ctx.now]);
    await replacePassword(ctx, me.id, password_hash, { keep: null, removed });
    const isNew = await ctx.db.row(sql.proveOwnContact, [me.id, ...sql.toColumns(contact), ctx.now]);
    if (isNew !== null) await onContactProven(ctx, me.id, contact);
    await forgetFailures(ctx, me);
    return { customer: (await ctx.db.row(customerById, [me.id])) ?? refuse('code.invalid'), removed };
  });
}
