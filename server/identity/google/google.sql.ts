/** Statements of signing in with Google. */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import { contactCountsSql } from '../identity.sql.ts';

/**
 * Lists the customers whose email $1 counts, those who proved it first, with the data that decides on linking a login.
 */
export const recordsOfEmail = statement(
  'identity.recordsOfEmail',
  v.object({ id: v.string(), has_password: v.boolean(), proven: v.boolean() }),
  `select id, password_hash is not null as has_password, email_verified_at is not null as proven
   from customers c where status = 'active' and ${contactCountsSql('$1', 'null')} order by email_verified_at is null, created_at`,
);
