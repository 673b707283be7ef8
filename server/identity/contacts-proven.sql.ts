/** Statements of proving that an email or phone is somebody's, and of recovering an account by it. */
import type { Contact } from '@shop/core/identity/login';
import * as v from 'valibot';
import { statement } from '../db/database.ts';

/** Statements' parameters for a contact: its email, its phone, one of them null. */
export const columnsOf = ({ kind, value }: Contact): [email: string | null, phone: string | null] =>
  kind === 'email' ? [value, null] : [null, value];

/** Another active record that has the email ($2) or phone ($3). */
export const otherWithContact = statement(
  'identity.otherWithContact',
  v.object({ id: v.string() }),
  `select id from customers where status = 'active' and id <> $1 and (email = $2 or phone = $3) limit 1`,
);

/** The email ($2) or phone ($3), whichever is given, becomes the customer's, proven at $4. */
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
 * Who recovers an account by an email ($1) or phone ($2): the record that signs in by it, else one whose it was proven to
 * be, which so gets its first password.
 */
export const recoverable = statement(
  'identity.recoverable',
  v.object({ id: v.string(), lang: v.picklist(['en', 'zh']) }),
  `select id, lang from customers
   where status = 'active' and (email = $1 or phone = $2)
     and (password_hash is not null
       or case when $1::text is null then phone_verified_at else email_verified_at end is not null)
   order by password_hash is null limit 1`,
);

/** The email ($2) or phone ($3) of a customer counts as proven, unless it was proven to be another's; answers it if it is new. */
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

/** Logins linked before the owner had proven the contact may be a stranger's. */
export const removeLogins = statement(
  'identity.removeLogins',
  v.object({}),
  'delete from customer_logins where customer_id = $1',
);
