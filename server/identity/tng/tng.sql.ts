/** Statements of signing in with Touch 'n Go. */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import { contactCounts } from '../identity.sql.ts';

const HAS = (email: string, phone: string) =>
  `exists (select from customers c where c.status = 'active' and ${contactCounts(email, phone)})`;

/** Returns whether the email $1 of any account counts, and the phone $2 of any account (`contactCounts`). */
export const heldContacts = statement(
  'identity.heldContacts',
  v.object({ email: v.boolean(), phone: v.boolean() }),
  `select ${HAS('$1', 'null')} as email, ${HAS('null', '$2')} as phone`,
);
