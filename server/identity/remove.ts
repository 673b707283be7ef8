/** Removing an account: what is personal goes, orders stay for the books, nobody's. */
import type { Contact } from '@shop/core/identity/contact';
import { refusal } from '@shop/core/refusal';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { statement } from '../db/database.ts';
import { lockRows } from '../db/lock.ts';
import { removeKeysOf } from '../http/api/idempotency.ts';
import { Refused, refuse, refuseFields } from '../refuse.ts';
import { consumeCode } from './codes.ts';
import { type CustomerRow, lockHolders } from './identity.sql.ts';
import { loadMe } from './identity.ts';
import { forgetCustomers } from './merge.ts';
import { isPassword } from './passwords.ts';
import { forgetFailures } from './sign-in.ts';

/** Codes of the contacts $1. How many were sent still counts: the limits know contacts by their hash alone. */
const forgetCodes = statement(
  'identity.forgetCodes',
  v.object({}),
  'delete from codes where contact = any($1::text[])',
);

/** Where the customer can be sent a code. */
function contactsOf({ email, phone }: Pick<CustomerRow, 'email' | 'phone'>): Contact[] {
  const known: (Contact | null)[] = [
    email === null ? null : { kind: 'email', value: email },
    phone === null ? null : { kind: 'phone', value: phone },
  ];
  return known.filter((each) => each !== null);
}

/** Uses up a code that was sent to one of the customer's own contacts. */
async function consumeOwnCode(ctx: Ctx, me: CustomerRow, code: string): Promise<void> {
  for (const contact of contactsOf(me)) {
    try {
      return await consumeCode(ctx, contact, 'account', code);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  throw new Refused(refusal('code.invalid'));
}

/** Makes sure that it is the customer who asks. Comes before the transaction: a wrong code counts whatever follows. */
export async function requireConfirmed(ctx: Ctx, sent: { password: string } | { code: string }): Promise<void> {
  const me = await loadMe(ctx);
  if ('code' in sent) return consumeOwnCode(ctx, me, sent.code);
  if (!(await isPassword(sent.password, me.password_hash))) refuseFields({ password: [refusal('password.wrong')] });
}

/** Locks the customer who is to be removed, so that nothing of theirs is made meanwhile. */
export async function beginRemoval(ctx: Ctx, customer_id: string): Promise<CustomerRow> {
  const [me] = await lockRows(ctx.db, lockHolders, [customer_id, null, null]);
  return me ?? refuse('auth.token_invalid');
}

/** Takes what is personal out of the customer's row, and out of what the shop keeps for a while. */
export async function finishRemoval(ctx: Ctx, me: CustomerRow): Promise<void> {
  await forgetFailures(ctx, me);
  await ctx.db.write(forgetCodes, [contactsOf(me).map(({ value }) => value)]);
  await removeKeysOf(ctx, me.id);
  await ctx.db.write(forgetCustomers, [[me.id], 'removed', ctx.now]);
}
