/** Statements of signing in with Touch 'n Go. */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import { contactCountsSql } from '../identity.sql.ts';

const existsSql = (email: string, phone: string) =>
  `exists (select from customers c where c.status = 'active' and ${contactCountsSql(email, phone)})`;

/** Returns whether the email $1 of any account counts, and the phone $2 of any account (`contactCountsSql`). */
export const usedContacts = statement(
  'identity.heldContacts',
  v.object({ email: v.boolean(), phone: v.boolean() }),
  `select ${existsSql('$1', 'null')} as email, ${existsSql('null', '$2')} as phone`,
);
