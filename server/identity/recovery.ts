/**
 * Recovering an account by a code to its email or phone. No answer reveals whether there is one (docs/security.md#c14).
 */
import type { RemovedByRecovery } from '@shop/contract/identity';
import type { Contact } from '@shop/core/identity/contact';
import { type Ctx, publish } from '../context.ts';
import { lockRows } from '../db/lock.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { checkCode, consumeCode, contactOf, sendCode } from './codes.ts';
import { onContactProven } from './contact-proof.ts';
import * as sql from './contacts-proven.sql.ts';
import { type CustomerRow, customerById, lockHolders, releaseContact } from './identity.sql.ts';
import { nameOf, noteConsent, replacePassword } from './identity.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { forgetFailures } from './sign-in.ts';

/** Sends a recovery code: for everybody the same is written and enqueued, and the job finds out whether to send. */
export const askRecovery = (ctx: Ctx, login: string) => sendCode(ctx, contactOf(login), 'recovery');

/** Whether a recovery code is good; a wrong one counts as a try. */
export const verifyRecovery = (ctx: Ctx, login: string, code: string): Promise<void> =>
  checkCode(ctx, contactOf(login), 'recovery', code);

const isProven = (customer: CustomerRow, kind: Contact['kind']): boolean =>
  (kind === 'email' ? customer.email_verified_at : customer.phone_verified_at) !== null;

/** Removes contacts and linked logins that the owner of `contact` did not prove. */
async function removeUnproven(ctx: Ctx, me: CustomerRow, contact: Contact): Promise<RemovedByRecovery[]> {
  const removed: RemovedByRecovery[] = [];
  const other = contact.kind === 'email' ? 'phone' : 'email';
  if (me[other] !== null && !isProven(me, other)) {
    await ctx.db.write(sql.removeContacts, [me.id, other === 'email', other === 'phone', ctx.now]);
    removed.push(other);
  }
  // A login of the proven email belongs to that mailbox's reader; a stranger may have linked any other.
  const keptEmail = isProven(me, 'email') ? me.email : null;
  const logins = await ctx.db.rows(sql.removeOtherLogins, [me.id, keptEmail]);
  if (logins.length > 0) removed.push('login');
  await ctx.db.write(sql.removeDevicesAndCodes, [me.id]);
  return removed;
}

/** Empties the profile of an account that no one had proven to be theirs. */
async function emptyProfile(ctx: Ctx, me: CustomerRow, { kind, value }: Contact): Promise<void> {
  const name = kind === 'email' ? nameOf({}, value, null) : nameOf({}, null, value);
  await ctx.db.write(sql.resetProfile, [me.id, name, ctx.now]);
  if (me.marketing_consent) await noteConsent(ctx, me.id, 'marketing', false);
}

/**
 * Sets a new password by a recovery code, which proves the contact too. Every session ends, and what the present owner
 * did not prove is removed: the other contact, linked logins, known devices, codes under way. Where the contact itself
 * had not been proven, the account may have been made by a stranger: all that was saved in it is removed as well.
 */
export async function resetPassword(
  ctx: Ctx,
  { login, code, password }: { login: string; code: string; password: string },
): Promise<{ customer: CustomerRow; removed: RemovedByRecovery[] }> {
  const contact = contactOf(login);
  // A weak password should not cost another code: it is refused before the code is used up.
  const weak = await checkNewPassword(password);
  await checkCode(ctx, contact, 'recovery', code);
  if (weak !== null) refuseFields({ password: [weak] });
  const password_hash = await hashPassword(password);
  await consumeCode(ctx, contact, 'recovery', code);
  return inTransaction(ctx, async (ctx) => {
    const found = (await ctx.db.row(sql.recoverable, sql.columnsOf(contact))) ?? refuse('code.invalid');
    const [me] = await lockRows(ctx.db, lockHolders, [found.id, null, null]);
    // The account changed hands between the two statements.
    if (me === undefined || me[contact.kind] !== contact.value) return refuse('code.invalid');
    const removed = await removeUnproven(ctx, me, contact);
    if (!isProven(me, contact.kind)) {
      await publish(ctx, { type: 'customer.reclaimed', customer_id: me.id, contact });
      await emptyProfile(ctx, me, contact);
      removed.push('saved');
    }
    await ctx.db.write(releaseContact, [me.id, ...sql.columnsOf(contact), ctx.now]);
    await replacePassword(ctx, me.id, password_hash, { keep: null, removed });
    const isNew = await ctx.db.row(sql.proveOwnContact, [me.id, ...sql.columnsOf(contact), ctx.now]);
    if (isNew !== null) await onContactProven(ctx, me.id, contact);
    await forgetFailures(ctx, me);
    return { customer: (await ctx.db.row(customerById, [me.id])) ?? refuse('code.invalid'), removed };
  });
}
