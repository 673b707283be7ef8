/** Merges customer records, of in-store members or of accounts made twice, into one account. It cannot be undone. */
import type { Contact } from '@shop/core/identity/contact';
import * as v from 'valibot';
import { type Ctx, publish } from '../context.ts';
import { lockRows, statement } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { onContactReplaced } from '../identity/contacts/verify-contact.ts';
import { mergeAccess } from '../identity/customer-access.ts';
import { type CustomerRow, lockHolders } from '../identity/identity.sql.ts';
import { mergeWallets } from '../loyalty/wallets/customer-wallets.ts';
import { reassignOrders } from '../orders/customer-orders.ts';
import { refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { mergeSavedData } from './saved-data.ts';

/** Clears the personal data of customers `$1` and sets their status to `$2`, `merged` or `removed`. */
export const clearCustomers = statement(
  'account.clearCustomers',
  v.object({}),
  `update customers set status = $2, name = '', first_name = null, last_name = null, display_name = '', email = null,
     email_verified_at = null, phone = null, phone_verified_at = null, password_hash = null, date_of_birth = null,
     gender = null, store_ref_id = null, store_ref_token = null, payment_method = null, removed_at = $3, updated_at = $3
   where id = any($1::uuid[])`,
);

/**
 * Writes the columns in `$2` to customer `$1`, except an email or phone that another account now has. A customer
 * without a price group gets that of one of the customers `$3`.
 */
const takeOverProfile = statement(
  'identity.takeOver',
  v.object({}),
  `update customers c set first_name = n.first_name, last_name = n.last_name, date_of_birth = n.date_of_birth,
     birthday_set_at = n.birthday_set_at,
     gender = n.gender, password_hash = n.password_hash, updated_at = $4,
     group_id = coalesce(c.group_id, (select max(group_id) from customers o where o.id = any($3::uuid[]))),
     email = case when clash.email then c.email else n.email end,
     email_verified_at = case when clash.email then c.email_verified_at else n.email_verified_at end,
     phone = case when clash.phone then c.phone else n.phone end,
     phone_verified_at = case when clash.phone then c.phone_verified_at else n.phone_verified_at end
   from (select (jsonb_populate_record(old, $2::jsonb)).* from customers old where old.id = $1) n, lateral (
     select exists (select from customers o where o.status = 'active' and o.id <> $1 and o.email = n.email) as email,
       exists (select from customers o where o.status = 'active' and o.id <> $1 and o.phone = n.phone) as phone
   ) clash
   where c.id = $1`,
);

const removeLogins = statement(
  'identity.removeLogins',
  v.object({}),
  'delete from customer_logins where customer_id = any($1::uuid[])',
);

const insertMerge = statement(
  'identity.noteMerge',
  v.object({}),
  `insert into account_merges (id, from_customer_id, into_customer_id, contact_kind, orders, at)
   values ($1, $2, $3, $4, $5, $6)`,
);

/** The customer and the other records that have the contact, locked. */
type LockedRecords = { into: CustomerRow; others: CustomerRow[]; contact: Contact };

/** Locks the records that a merge changes. Refuses `auth.token_invalid` if the customer no longer exists. */
async function lockRecords(ctx: Ctx, customer_id: string, contact: Contact): Promise<LockedRecords> {
  const { kind, value } = contact;
  const records = await lockRows(ctx.db, lockHolders, [
    customer_id,
    kind === 'email' ? value : null,
    kind === 'phone' ? value : null,
  ]);
  const into = records.find(({ id }) => id === customer_id) ?? refuse('auth.token_invalid');
  return { into, others: records.filter((each) => each !== into), contact };
}

/**
 * Returns whether the owner of a record proved the contact. Only then may its password and logins open the merged
 * account: else they may be a stranger's.
 */
const hasProven = (record: CustomerRow, { kind }: Contact): boolean =>
  (kind === 'email' ? record.email_verified_at : record.phone_verified_at) !== null;

/** Removes linked logins of records that never proved the contact. */
async function removeUnprovenLogins(ctx: Ctx, { others, contact }: LockedRecords): Promise<void> {
  const unprovenRecords = others.filter((each) => !hasProven(each, contact));
  await ctx.db.write(removeLogins, [unprovenRecords.map(({ id }) => id)]);
}

/**
 * Returns the columns of the merged account: each profile field from the first record that has it, and the proven
 * contact. An account without a password, such as one of the Touch 'n Go mini-program, gets that of a merged record
 * that proved the contact.
 */
function fillColumns(ctx: Ctx, { into, others, contact }: LockedRecords) {
  const all = [into, ...others];
  const pickFirst = <Key extends keyof CustomerRow>(key: Key) => all.find((each) => each[key] !== null)?.[key] ?? null;
  const passwordRecord = others.find((each) => each.password_hash !== null && hasProven(each, contact));
  const emailRecord = all.find(({ email }) => email !== null);
  const phoneRecord = all.find(({ phone }) => phone !== null);
  const birthdayRecord = all.find(({ date_of_birth }) => date_of_birth !== null);
  return {
    first_name: pickFirst('first_name'),
    last_name: pickFirst('last_name'),
    date_of_birth: birthdayRecord?.date_of_birth ?? null,
    birthday_set_at: birthdayRecord?.birthday_set_at ?? birthdayRecord?.created_at ?? null,
    gender: pickFirst('gender'),
    password_hash: into.password_hash ?? passwordRecord?.password_hash ?? null,
    email: emailRecord?.email ?? null,
    email_verified_at: emailRecord?.email_verified_at ?? null,
    phone: phoneRecord?.phone ?? null,
    phone_verified_at: phoneRecord?.phone_verified_at ?? null,
    [contact.kind]: contact.value,
    [`${contact.kind}_verified_at`]: ctx.now,
  };
}

/** Records each merged customer; if only guest orders joined, makes one entry without a customer. */
async function recordMerge(ctx: Ctx, { into, others, contact }: LockedRecords, orders: number): Promise<void> {
  for (const id of others.length > 0 ? others.map((each) => each.id) : [null]) {
    await ctx.db.write(insertMerge, [uuidV7(ctx.now), id, into.id, contact.kind, orders, ctx.now]);
  }
}

/**
 * Merges every record that has the contact, and guest orders with it, into the customer's account. The caller has
 * checked the code that proves the contact. Returns the number of orders that were reassigned.
 */
export function mergeAccounts(ctx: Ctx, customer_id: string, contact: Contact): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const records = await lockRecords(ctx, customer_id, contact);
    const from = records.others.map(({ id }) => id);
    await removeUnprovenLogins(ctx, records);
    await mergeAccess(ctx, from, customer_id);
    await mergeSavedData(ctx, from, customer_id);
    const orders = await reassignOrders(ctx, { from, into: customer_id, contact });
    await ctx.db.write(clearCustomers, [from, 'merged', ctx.now]);
    await ctx.db.write(takeOverProfile, [customer_id, JSON.stringify(fillColumns(ctx, records)), from, ctx.now]);
    await recordMerge(ctx, records, orders);
    await onContactReplaced(ctx, records.into, contact);
    await publish(ctx, { type: 'account.merged', from, into: customer_id });
    await mergeWallets(ctx, from, customer_id);
    return orders;
  });
}
