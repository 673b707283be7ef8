/** Statements of the logins at other companies that are linked to accounts. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';

/** Finds the customer of a login; `phone` is the latest from its provider. */
export const ownerOfLinkedLogin = statement(
  'identity.byLinkedLogin',
  v.object({ customer_id: v.string(), phone: v.nullable(v.string()) }),
  `select l.customer_id, l.phone from customer_logins l join customers c on c.id = l.customer_id and c.status = 'active'
   where l.provider = $1 and l.subject = $2`,
);

/** Locks a login ($1 provider, $2 subject) until the transaction ends, so that it signs up only once. */
export const lockLogin = statement(
  'identity.lockLogin',
  v.object({ lock: v.literal('') }),
  `select pg_advisory_xact_lock(hashtextextended('login of ' || $1 || ' ' || $2, 0))::text as lock`,
);

/** Links a login; no row if it is linked already, or the customer has another login of the provider. */
export const insertLogin = statement(
  'identity.link',
  v.object({ customer_id: v.string() }),
  `insert into customer_logins (provider, subject, customer_id, email, phone, created_at)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning customer_id`,
);

export const setPhoneOfLogin = statement(
  'identity.setPhoneOfLogin',
  v.object({}),
  'update customer_logins set phone = $3 where provider = $1 and subject = $2',
);

export const deleteLogin = statement(
  'identity.unlink',
  v.object({ provider: v.string() }),
  'delete from customer_logins where customer_id = $1 and provider = $2 returning provider',
);
