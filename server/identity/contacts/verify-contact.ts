/**
 * Verifies a contact by a code: it becomes the signed-in customer's, or the response has a proof for a sign-up or an
 * order.
 */
import type { Customer } from '@shop/contract/identity';
import type { Contact } from '@shop/core/identity/contact';
import { type Ctx, publish } from '../../context.ts';
import { lockRows, sqlState } from '../../db/database.ts';
import { refuse } from '../../refuse.ts';
import { inTransaction } from '../../transaction.ts';
import { type CodePurpose, consumeCode, type RightCode, requireRightCode } from '../codes/codes.ts';
import { customerView } from '../customer.view.ts';
import { type CustomerRow, lockCustomer, releaseContact } from '../identity.sql.ts';
import { loadMe } from '../identity.ts';
import { createProof } from './contact-proof.ts';
import * as sql from './contacts.sql.ts';

export type ContactVerification = {
  success: boolean;
  me: Customer | null;
  merge_needed: boolean;
  proof: string | null;
};

const UNIQUE_VIOLATION = '23505';

/** Publishes that a contact was proven: guest orders with it become the customer's. */
export const onContactProven = (ctx: Ctx, customer_id: string, contact: Contact): Promise<void> =>
  publish(ctx, { type: 'contact.proven', customer_id, contact });

/** Publishes that a contact was replaced, if there was one. */
export async function onContactReplaced(ctx: Ctx, before: CustomerRow, { kind, value }: Contact): Promise<void> {
  const [was, proven_at] =
    kind === 'email' ? [before.email, before.email_verified_at] : [before.phone, before.phone_verified_at];
  if (was === null || was === value) return;
  await publish(ctx, {
    type: 'customer.contact_changed',
    customer_id: before.id,
    was: { kind, value: was },
    was_proven: proven_at !== null,
    lang: before.lang,
  });
}

/**
 * Consumes the code and sets the customer's contact; false if another record has it, which must be merged first.
 */
async function setContact(ctx: Ctx, id: string, contact: Contact, code: RightCode): Promise<boolean> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      const [before] = await lockRows(ctx.db, lockCustomer, [id]);
      if (before === undefined) return refuse('auth.token_invalid');
      await consumeCode(ctx, code);
      if ((await ctx.db.row(sql.otherWithContact, [id, ...sql.toColumns(contact)])) !== null) return false;
      await ctx.db.write(releaseContact, [id, ...sql.toColumns(contact), ctx.now]);
      await ctx.db.write(sql.setContact, [id, ...sql.toColumns(contact), ctx.now]);
      await onContactReplaced(ctx, before, contact);
      await onContactProven(ctx, id, contact);
      await publish(ctx, { type: 'customer.updated', customer_id: id });
      return true;
    });
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    // Another customer proved it concurrently.
    await consumeCode(ctx, code);
    return false;
  }
}

/**
 * Consumes a code and sets the contact of the signed-in customer; for an order or a guest, returns a proof instead.
 * Refuses `code.invalid`.
 */
export async function verifyContact(
  ctx: Ctx,
  contact: Contact,
  purpose: CodePurpose,
  typedCode: string,
): Promise<ContactVerification> {
  const code = await requireRightCode(ctx, contact, purpose, typedCode);
  // The phone of an order may be another person's: it does not become the customer's.
  if (purpose === 'order' || ctx.actor.kind !== 'customer') {
    await consumeCode(ctx, code);
    const proof = createProof(ctx, contact, purpose === 'order' ? 'order' : 'sign_up');
    return { success: true, me: null, merge_needed: false, proof };
  }
  const isSet = await setContact(ctx, ctx.actor.id, contact, code);
  return { success: true, me: customerView(await loadMe(ctx), ctx.lang), merge_needed: !isSet, proof: null };
}
