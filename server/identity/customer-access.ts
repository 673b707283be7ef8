/**
 * Exports, merges and deletes identity's part of a customer's data: sessions, phones, logins, devices, consents and
 * referrals.
 */
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { exportRows, exportStatement } from '../db/customer-export.ts';
import { statement } from '../db/database.ts';

const exportedProfile = exportStatement(
  'identity.exportProfile',
  `to_jsonb(c) - 'id' - 'password_hash' - 'store_ref_token' - 'group_id' - 'status' - 'removed_at'
    - 'blocked_by' - 'blocked_reason'`,
  'from customers c where id = $1',
);
const exportedConsents = exportStatement(
  'identity.exportConsents',
  `to_jsonb(c) - 'id' - 'customer_id'`,
  'from consents c where customer_id = $1 order by at, id',
);
const exportedSessions = exportStatement(
  'identity.exportSessions',
  `to_jsonb(s) - 'id' - 'customer_id' - 'token_hash'`,
  'from customer_sessions s where customer_id = $1 order by created_at, id',
);
/** Exports the phones that get push notifications, without the token: another person could register it as theirs. */
const exportedPhones = exportStatement(
  'identity.exportPushTokens',
  `to_jsonb(p) - 'id' - 'customer_id' - 'session_id' - 'token' - 'token_hash'`,
  'from push_tokens p where customer_id = $1 order by created_at, id',
);
const exportedLogins = exportStatement(
  'identity.exportLogins',
  `to_jsonb(l) - 'customer_id'`,
  'from customer_logins l where customer_id = $1 order by provider',
);

const moveConsents = statement(
  'identity.moveConsents',
  v.object({}),
  'update consents set customer_id = $2 where customer_id = any($1::uuid[])',
);

/** Moves linked logins to customer $2: the oldest of each provider of which $2 has no login. */
const moveLogins = statement(
  'identity.moveLogins',
  v.object({}),
  `update customer_logins l set customer_id = $2
   where (l.provider, l.subject) in (
       select distinct on (o.provider) o.provider, o.subject from customer_logins o
       where o.customer_id = any($1::uuid[]) order by o.provider, o.created_at)
     and not exists (select from customer_logins mine where mine.customer_id = $2 and mine.provider = l.provider)`,
);

const moveReferrals = statement(
  'identity.moveReferrals',
  v.object({}),
  'update customers set referred_by = nullif($2::uuid, id) where referred_by = any($1::uuid[])',
);

/**
 * Deletes the sessions, linked logins, devices and codes of the customers $1. Push tokens are deleted with their
 * session.
 */
const revokeCustomerAccess = statement(
  'identity.revokeAccess',
  v.object({}),
  `with sessions as (delete from customer_sessions where customer_id = any($1::uuid[])),
     logins as (delete from customer_logins where customer_id = any($1::uuid[])),
     devices as (delete from customer_devices where customer_id = any($1::uuid[])),
     known as (delete from known_devices where customer_id = any($1::uuid[]))
   delete from codes where customer_id = any($1::uuid[])`,
  { writes: 'session_end' },
);

/** Moves the data of the customers `from` to `into`, and revokes access to their accounts. */
export async function mergeAccess(ctx: Ctx, from: readonly string[], into: string): Promise<void> {
  await ctx.db.write(moveConsents, [from, into]);
  await ctx.db.write(moveLogins, [from, into]);
  await ctx.db.write(moveReferrals, [from, into]);
  await ctx.db.write(revokeCustomerAccess, [from]);
}

/**
 * Deletes a customer's sessions, linked logins, devices and codes. Keeps the consents: they are evidence and contain no
 * name.
 */
export const revokeAccess = (ctx: Ctx, customer_id: string): Promise<void> =>
  ctx.db.write(revokeCustomerAccess, [[customer_id]]);

/** Reads a customer's profile, consents, sessions, phones and logins for the data export. */
export async function exportIdentity(ctx: Ctx, customer_id: string): Promise<Record<string, unknown>> {
  const [[profile], consents, sessions, push_tokens, logins] = await Promise.all([
    exportRows(ctx.db, exportedProfile, customer_id),
    exportRows(ctx.db, exportedConsents, customer_id),
    exportRows(ctx.db, exportedSessions, customer_id),
    exportRows(ctx.db, exportedPhones, customer_id),
    exportRows(ctx.db, exportedLogins, customer_id),
  ]);
  return { profile, consents, sessions, push_tokens, logins };
}
