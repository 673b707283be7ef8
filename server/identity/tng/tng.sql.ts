/** Statements of signing in with Touch 'n Go. */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import { contactCounts } from '../identity.sql.ts';

const HAS = (email: string, phone: string) =>
  `exists (select from customers c where c.status = 'active' and ${contactCounts(email, phone)})`;

/** Whether records have an email ($1) and a phone ($2) that count. */
export const heldContacts = statement(
  'identity.heldContacts',
  v.object({ email: v.boolean(), phone: v.boolean() }),
  `select ${HAS('$1', 'null')} as email, ${HAS('null', '$2')} as phone`,
);
