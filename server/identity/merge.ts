/**
 * Two records become one: a member of the stores without a password, or an account made twice.
 * Whoever proves the contact of the other by a code has both. It is for good.
 */
import type { Contact } from '@shop/core/identity/contact';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { statement } from '../db/database.ts';
import { lockRows } from '../db/lock.ts';
import { uuidV7 } from '../db/uuid.ts';
import { refuse } from '../refuse.ts';
import { onContactReplaced } from './contact-proof.ts';
import { type CustomerRow, lockHolders } from './identity.sql.ts';

/** Takes everything personal out of the rows $1, which become `merged` or `removed` ($2). */
export const forgetCustomers = statement(
  'identity.forgetCustomers',
  v.object({}),
  `update customers set status = $2, name = '', first_name = null, last_name = null, display_name = '', email = null,
     email_verified_at = null, phone = null, phone_verified_at = null, password_hash = null, date_of_birth = null,
     gender = null, store_ref_id = null, store_ref_token = null, payment_method = null, removed_at = $3, updated_at = $3
   where id = any($1::uuid[])`,
);

/**
 * Gives customer $1 the columns that $2 names. An email or phone that somebody else has meanwhile stays theirs. The price
 * group comes from one of $3 where there is none.
 */
const takeOver = statement(
  'identity.takeOver',
  v.object({}),
  `update customers c set first_name = n.first_name, last_name = n.last_name, date_of_birth = n.date_of_birth,
     gender = n.gender, updated_at = $4,
     group_id = coalesce(c.group_id, (select max(group_id) from customers o where o.id = any($3::uuid[]))),
     email = case when held.email then c.email else n.email end,
     email_verified_at = case when held.email then c.email_verified_at else n.email_verified_at end,
     phone = case when held.phone then c.phone else n.phone end,
     phone_verified_at = case when held.phone then c.phone_verified_at else n.phone_verified_at end
   from (select (jsonb_populate_record(old, $2::jsonb)).* from customers old where old.id = $1) n, lateral (
     select exists (select from customers o where o.status = 'active' and o.id <> $1 and o.email = n.email) as email,
       exists (select from customers o where o.status = 'active' and o.id <> $1 and o.phone = n.phone) as phone
   ) held
   where c.id = $1`,
);

const removeLogins = statement(
  'identity.removeLogins',
  v.object({}),
  'delete from customer_logins where customer_id = any($1::uuid[])',
);

const noteMerge = statement(
  'identity.noteMerge',
  v.object({}),
  `insert into account_merges (id, from_customer_id, into_customer_id, contact_kind, orders, at)
   values ($1, $2, $3, $4, $5, $6)`,
);

/** Records about to become one, locked. */
export type Merge = { into: CustomerRow; others: CustomerRow[]; contact: Contact };

/** Locks the customer and every other record that has the contact. Refuses `auth.token_invalid` where the customer is gone. */
export async function beginMerge(ctx: Ctx, customer_id: string, contact: Contact): Promise<Merge> {
  const { kind, value } = contact;
  const locked = await lockRows(ctx.db, lockHolders, [
    customer_id,
    kind === 'email' ? value : null,
    kind === 'phone' ? value : null,
  ]);
  const into = locked.find(({ id }) => id === customer_id) ?? refuse('auth.token_invalid');
  const others = locked.filter((each) => each !== into);
  // An account that never proved the contact may be a stranger's, whose linked login would open the joined account.
  const unproven = others.filter(
    (each) => (kind === 'email' ? each.email_verified_at : each.phone_verified_at) === null,
  );
  await ctx.db.write(removeLogins, [unproven.map(({ id }) => id)]);
  return { into, others, contact };
}

/** What the customer has not, from the first that has it; the proven contact in any case. */
function filledColumns(ctx: Ctx, { into, others, contact }: Merge) {
  const all = [into, ...others];
  const firstOf = <Key extends keyof CustomerRow>(key: Key) => all.find((each) => each[key] !== null)?.[key] ?? null;
  const withEmail = all.find(({ email }) => email !== null);
  const withPhone = all.find(({ phone }) => phone !== null);
  return {
    first_name: firstOf('first_name'),
    last_name: firstOf('last_name'),
    date_of_birth: firstOf('date_of_birth'),
    gender: firstOf('gender'),
    email: withEmail?.email ?? null,
    email_verified_at: withEmail?.email_verified_at ?? null,
    phone: withPhone?.phone ?? null,
    phone_verified_at: withPhone?.phone_verified_at ?? null,
    [contact.kind]: contact.value,
    [`${contact.kind}_verified_at`]: ctx.now,
  };
}

/** Ends a merge after all that the others had moved: their rows have nothing personal left, and the contact is proven. */
export async function finishMerge(ctx: Ctx, merge: Merge, orders: number): Promise<void> {
  const { into, others, contact } = merge;
  const from = others.map(({ id }) => id);
  await ctx.db.write(forgetCustomers, [from, 'merged', ctx.now]);
  await ctx.db.write(takeOver, [into.id, JSON.stringify(filledColumns(ctx, merge)), from, ctx.now]);
  // Orders made as guest join with the account that proves their contact; no record of its own stands behind them.
  for (const id of from.length > 0 ? from : [null]) {
    await ctx.db.write(noteMerge, [uuidV7(ctx.now), id, into.id, contact.kind, orders, ctx.now]);
  }
  await onContactReplaced(ctx, into, contact);
}
