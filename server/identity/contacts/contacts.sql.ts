/** Statements of proving a contact, and of recovering an account by it. */
import type { Contact } from '@shop/core/identity/contact';
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import { contactCountsSql } from '../identity.sql.ts';

/** Returns a contact as the two parameters that the statements take: email and phone, one of them null. */
export const toColumns = ({ kind, value }: Contact): [email: string | null, phone: string | null] =>
  kind === 'email' ? [value, null] : [null, value];

/** Finds another active record whose email ($2) or phone ($3) counts. */
export const otherWithContact = statement(
  'identity.otherWithContact',
  v.object({ id: v.string() }),
  `select c.id from customers c where c.status = 'active' and c.id <> $1 and ${contactCountsSql('$2', '$3')} limit 1`,
);

/** Sets the email $2 or phone $3, the one that is not null, as proven at $4. */
export const setContact = statement(
  'identity.setContact',
  v.object({}),
  `update customers set
     email = coalesce($2, email), email_verified_at = case when $2::text is null then email_verified_at else $4::timestamptz end,
     phone = coalesce($3, phone), phone_verified_at = case when $3::text is null then phone_verified_at else $4::timestamptz end,
     updated_at = $4
   where id = $1`,
);

/**
 * Finds the account to recover by an email ($1) or phone ($2): an account that proved it, else one with a password and
 * no proven contact, else a store member's record that proved it and gets its first password.
 */
export const accountToRecover = statement(
  'identity.recoverable',
  v.object({ id: v.string() }),
  `select c.id from customers c, lateral (
     select case when $1::text is null then c.phone_verified_at else c.email_verified_at end is not null as proven,
       exists (select from customer_logins l where l.customer_id = c.id) as has_login
   ) contact
   where c.status = 'active' and ${contactCountsSql('$1', '$2')} and (c.password_hash is not null or contact.proven)
   order by (contact.proven and (c.password_hash is not null or contact.has_login)) desc, c.password_hash is null
   limit 1`,
);

/**
 * Finds the account that proved an email ($1) or phone ($2) and can be signed in to. A store member's record without a
 * password or a linked login gets its first password by a recovery.
 */
export const accountByProvenContact = statement(
  'identity.accountByProvenContact',
  v.object({ id: v.string() }),
  `select c.id from customers c
   where c.status = 'active'
     and (c.email = $1 and c.email_verified_at is not null or c.phone = $2 and c.phone_verified_at is not null)
     and (c.password_hash is not null or exists (select from customer_logins l where l.customer_id = c.id))
   limit 1`,
);

/**
 * Marks the email ($2) or phone ($3) of a customer as proven, unless another record has proven it. Returns a row if it
 * was not proven before.
 */
export const proveOwnContact = statement(
  'identity.proveOwnContact',
  v.object({ id: v.string() }),
  `update customers c set
     email_verified_at = case when $2::text is null then email_verified_at else $4::timestamptz end,
     phone_verified_at = case when $3::text is null then phone_verified_at else $4::timestamptz end
   where id = $1 and case when $2::text is null then phone_verified_at else email_verified_at end is null
     and not exists (
       select from customers o where o.status = 'active' and o.id <> c.id
         and ((o.email = $2 and o.email_verified_at is not null) or (o.phone = $3 and o.phone_verified_at is not null))
     )
   returning c.id`,
);

/** Removes the email (if $2) and the phone (if $3) of customer $1. */
export const removeContacts = statement(
  'identity.removeContacts',
  v.object({}),
  `update customers set email = case when $2 then null else email end,
     phone = case when $3 then null else phone end, updated_at = $4
   where id = $1`,
);

/** Removes linked logins of customer $1, except those whose provider verified the email $2 or the phone $3. */
export const removeOtherLogins = statement(
  'identity.removeOtherLogins',
  v.object({ provider: v.string() }),
  `delete from customer_logins where customer_id = $1
     and not coalesce(email = $2, false) and not coalesce(phone = $3, false) returning provider`,
);

/** Removes the devices recorded for customer $1, and the codes that the customer requested while signed in. */
export const removeDevicesAndCodes = statement(
  'identity.removeDevicesAndCodes',
  v.object({}),
  `with devices as (delete from customer_devices where customer_id = $1)
   delete from codes where customer_id = $1`,
);

/** Sets the name $2 of customer $1 and clears the rest of the profile, the referral and the saved payment method. */
export const resetProfile = statement(
  'identity.resetProfile',
  v.object({}),
  `update customers set name = $2, first_name = null, last_name = null, display_name = $2, date_of_birth = null,
     gender = null, referred_by = null, store_ref_id = null, store_ref_token = null, payment_method = null, updated_at = $3
   where id = $1`,
);
