/**
 * Detects a friend who is the referrer under another account, and who gets no promotion and earns no reward
 * (docs/api.md#loyalty).
 */
import { toAddressKey } from '@shop/core/addresses/address-key';
import { mailboxKey } from '@shop/core/identity/mailbox';
import type { Ctx } from '../context.ts';
import * as sql from './referrals.sql.ts';

/** Contact and delivery address of an order; empty or null while unknown. */
export type OrderContact = { phone: string; email: string; zip: string | null; street_address: string | null };

/**
 * Returns why the friend counts as the referrer: the account's or the order's contact is the referrer's, aliases of a
 * mailbox included, or the referrer has the address in the address book or had an order to it. Null if not.
 */
export async function findSelfReferral(
  ctx: Ctx,
  friend_id: string,
  { phone, email, zip, street_address }: OrderContact,
): Promise<'same_contact' | 'same_address' | null> {
  const people = await ctx.db.row(sql.referrerOfFriend, [friend_id, zip]);
  if (people === null) return null;
  const { referrer_email, referrer_phone, friend_email, streets } = people;
  const mailboxes = [friend_email, email].flatMap((address) => (address ? mailboxKey(address) : []));
  if (referrer_email !== null && mailboxes.includes(mailboxKey(referrer_email))) return 'same_contact';
  if (referrer_phone !== null && referrer_phone === phone) return 'same_contact';
  if (!zip || !street_address) return null;
  const key = toAddressKey({ zip, street_address });
  return streets.some((street) => toAddressKey({ zip, street_address: street }) === key) ? 'same_address' : null;
}
