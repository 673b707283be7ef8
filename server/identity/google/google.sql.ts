/** Statements of the Google logins that are linked to accounts. */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import { contactCounts } from '../identity.sql.ts';

export const customerByLoginOf = statement(
  'identity.byLinkedLogin',
  v.object({ customer_id: v.string() }),
  `select l.customer_id from customer_logins l join customers c on c.id = l.customer_id and c.status = 'active'
   where l.provider = $1 and l.subject = $2`,
);

/** Locks a login ($1 provider, $2 subject) until the transaction ends, so that it signs up only once. */
export const lockLogin = statement(
  'identity.lockLogin',
  v.object({ held: v.literal('') }),
  `select pg_advisory_xact_lock(hashtextextended('login of ' || $1 || ' ' || $2, 0))::text as held`,
);

/** Links a login; no row if it belongs to someone already, or the customer has another one of the provider. */
export const insertLogin = statement(
  'identity.link',
  v.object({ customer_id: v.string() }),
  `insert into customer_logins (provider, subject, customer_id, email, created_at) values ($1, $2, $3, $4, $5)
   on conflict do nothing returning customer_id`,
);

export const deleteLogin = statement(
  'identity.unlink',
  v.object({ provider: v.string() }),
  'delete from customer_logins where customer_id = $1 and provider = $2 returning provider',
);

/** Customers with an email, and the data that prevents linking them. */
export const recordsOfEmail = statement(
  'identity.recordsOfEmail',
  v.object({ id: v.string(), has_password: v.boolean(), proven: v.boolean() }),
  `select id, password_hash is not null as has_password, email_verified_at is not null as proven
   from customers c where status = 'active' and ${contactCounts('$1', 'null')} order by email_verified_at is null, created_at`,
);
