/** Statements of signing in with Google. */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import { contactCounts } from '../identity.sql.ts';

/** Customers with an email, and the data that prevents linking them. */
export const recordsOfEmail = statement(
  'identity.recordsOfEmail',
  v.object({ id: v.string(), has_password: v.boolean(), proven: v.boolean() }),
  `select id, password_hash is not null as has_password, email_verified_at is not null as proven
   from customers c where status = 'active' and ${contactCounts('$1', 'null')} order by email_verified_at is null, created_at`,
);
