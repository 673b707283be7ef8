/** Closes the demo's accounts in a shop that other machines reach, because their password is public. */
import * as v from 'valibot';
import { type Db, statement } from '../server/db/database.ts';
import { DEMO_PASSWORD, isPassword } from '../server/identity/sign-in/passwords.ts';
import { DEMO_STAFF, personas } from './data/personas.ts';

const account = v.object({ id: v.string(), password_hash: v.string() });

const personaAccounts = statement(
  'demo.personaAccounts',
  account,
  `select id, password_hash from customers
   where id = any($1::uuid[]) and status = 'active' and password_hash is not null`,
);

const staffAccounts = statement(
  'demo.staffAccounts',
  account,
  'select id, password_hash from staff where email = $1 and is_active',
);

const endCustomerSessions = statement(
  'demo.endCustomerSessions',
  v.object({}),
  'delete from customer_sessions where customer_id = any($1::uuid[])',
  { writes: 'session_end' },
);

const endStaffSessions = statement(
  'demo.endStaffSessions',
  v.object({}),
  'delete from staff_sessions where staff_id = any($1::uuid[])',
);

/**
 * Ends the sessions of accounts that still have the demo's password: a session may have begun while the password was
 * still accepted. Returns lines that name the accounts that cannot sign in.
 */
export async function closeAccounts(db: Db): Promise<string[]> {
  const [customers, staff] = await Promise.all([
    db.rows(personaAccounts, [personas.map(({ id }) => id)]),
    db.rows(staffAccounts, [DEMO_STAFF]),
  ]);
  // Seeding gives all accounts one hash, and each check takes 30 ms.
  const isPublic = new Map<string, boolean>();
  for (const { password_hash } of [...customers, ...staff]) {
    if (!isPublic.has(password_hash))
      isPublic.set(password_hash, await isPassword({ acceptsDemoPassword: true }, DEMO_PASSWORD, password_hash));
  }
  const listPublicIds = (accounts: readonly { id: string; password_hash: string }[]) =>
    accounts.filter(({ password_hash }) => isPublic.get(password_hash)).map(({ id }) => id);
  const [customerIds, staffIds] = [listPublicIds(customers), listPublicIds(staff)];
  if (customerIds.length > 0) await db.rows(endCustomerSessions, [customerIds]);
  if (staffIds.length > 0) await db.rows(endStaffSessions, [staffIds]);
  const who = [
    ...(customerIds.length > 0 ? [`${customerIds.length} customers`] : []),
    ...(staffIds.length > 0 ? [DEMO_STAFF] : []),
  ];
  if (who.length === 0) return [];
  return [
    `  Demo accounts               cannot sign in here, because their password is public: ${who.join(' and ')}`,
    ...(staffIds.length > 0
      ? ['                              npm run staff -- add EMAIL owner makes an account of your own']
      : []),
  ];
}
