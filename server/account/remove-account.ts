/** Removes a customer's account and personal data; the orders stay, without a name. */
import type { Contact } from '@shop/core/identity/contact';
import { refusal } from '@shop/core/refusal';
import * as v from 'valibot';
import { removeTicketsOfEmail } from '../content/contact-us.ts';
import { type Ctx, publish } from '../context.ts';
import { lockRows, statement } from '../db/database.ts';
import { removeKeysOfCustomer } from '../http/api/idempotency.ts';
import { consumeCode, type RightCode, requireRightCode } from '../identity/codes/codes.ts';
import { revokeAccess } from '../identity/customer-access.ts';
import { type CustomerRow, lockHolders } from '../identity/identity.sql.ts';
import { loadMe } from '../identity/identity.ts';
import { isPassword } from '../identity/sign-in/passwords.ts';
import { forgetFailures } from '../identity/sign-in/sign-in.ts';
import { forfeitWallets } from '../loyalty/wallets/customer-wallets.ts';
import { anonymizeOrders, listOpenOrders } from '../orders/customer-orders.ts';
import { Refused, refuse, refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { clearCustomers } from './merge-accounts.ts';
import { removeSavedData } from './saved-data.ts';

/** Deletes the codes of contacts `$1`. Sending limits still count them, by the contact's hash. */
const removeCodes = statement('account.removeCodes', v.object({}), 'delete from codes where contact = any($1::text[])');

/** Lists the customer's email and phone, which can receive a code. */
function listContacts({ email, phone }: Pick<CustomerRow, 'email' | 'phone'>): Contact[] {
  const contacts: (Contact | null)[] = [
    email === null ? null : { kind: 'email', value: email },
    phone === null ? null : { kind: 'phone', value: phone },
  ];
  return contacts.filter((each) => each !== null);
}

/** Tries a code with each of the customer's contacts. Refuses `code.invalid`. */
async function requireOwnCode(ctx: Ctx, me: CustomerRow, code: string): Promise<RightCode> {
  for (const contact of listContacts(me)) {
    try {
      return await requireRightCode(ctx, contact, 'account', code);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  throw new Refused(refusal('code.invalid'));
}

/**
 * Checks the password or code of the removal; returns the code, null with a password. Runs outside the transaction, so
 * that a wrong code always counts.
 */
export async function requireConfirmed(
  ctx: Ctx,
  proof: { password: string } | { code: string },
): Promise<RightCode | null> {
  const me = await loadMe(ctx);
  if ('code' in proof) return requireOwnCode(ctx, me, proof.code);
  if (!(await isPassword(ctx.shop, proof.password, me.password_hash)))
    refuseFields({ password: [refusal('password.wrong')] });
  return null;
}

/** Refuses `account.open_orders` while an order is still to be delivered or refunded. */
async function requireNoOpenOrders(ctx: Ctx, customer_id: string): Promise<void> {
  const open = await listOpenOrders(ctx, customer_id);
  if (open.length === 0) return;
  const numbers = open.map(({ order_number }) => order_number).join(', ');
  throw new Refused(refusal('account.open_orders', { numbers }), { more: { orders: open } });
}

/**
 * Removes the account with all personal data and consumes the code that confirms it, if any; orders stay for
 * accounting, without a name.
 */
export function removeAccount(ctx: Ctx, customer_id: string, code: RightCode | null): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    // Locks the customer first, so that nothing is added to the account in the meantime.
    const [me] = await lockRows(ctx.db, lockHolders, [customer_id, null, null]);
    if (me === undefined) return refuse('auth.token_invalid');
    if (code !== null) await consumeCode(ctx, code);
    await requireNoOpenOrders(ctx, customer_id);
    await revokeAccess(ctx, customer_id);
    await removeSavedData(ctx, { customer_id });
    await anonymizeOrders(ctx, customer_id);
    if (me.email !== null && me.email_verified_at !== null) await removeTicketsOfEmail(ctx, me.email);
    await forgetFailures(ctx, me);
    await ctx.db.write(removeCodes, [listContacts(me).map(({ value }) => value)]);
    await removeKeysOfCustomer(ctx, customer_id);
    await ctx.db.write(clearCustomers, [[customer_id], 'removed', ctx.now]);
    await publish(ctx, { type: 'account.removed', customer_id });
    await forfeitWallets(ctx, customer_id);
  });
}
