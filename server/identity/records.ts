/**
 * What the shop holds of a customer, noun by noun: it comes along when two records become one, is given out for the asking,
 * and goes with the account. The list of nouns stands in `account.routes.ts`; ledgers and vouchers join there.
 */
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { statement } from '../db/database.ts';

/** One noun's part. All of it runs in the transaction of the act. */
export type PersonalRecords = {
  /** Gives what the customers `from` have to `into`. */
  join(ctx: Ctx, from: readonly string[], into: string): Promise<void>;
  /** Removes what is personal. */
  remove(ctx: Ctx, customer_id: string): Promise<void>;
  /** Everything, for the download: names of the noun's lists, and their rows. */
  exported(ctx: Ctx, customer_id: string): Promise<Record<string, unknown>>;
};

/** A row as it is given out. */
const record = v.object({ record: v.record(v.string(), v.unknown()) });

/** A statement that answers rows of a customer ($1) for the download; `columns` is JSON. */
export const exportStatement = (name: string, columns: string, rest: string) =>
  statement(name, record, `select ${columns} as record ${rest}`);

/** The rows of such a statement. */
export async function exportRows(
  ctx: Ctx,
  of: ReturnType<typeof exportStatement>,
  customer_id: string,
): Promise<Record<string, unknown>[]> {
  return (await ctx.db.rows(of, [customer_id])).map((row) => row.record);
}

const profile = exportStatement(
  'identity.exportProfile',
  `to_jsonb(c) - 'id' - 'password_hash' - 'store_ref_token' - 'group_id' - 'status' - 'removed_at'`,
  'from customers c where id = $1',
);
const consents = exportStatement(
  'identity.exportConsents',
  `to_jsonb(c) - 'id' - 'customer_id'`,
  'from consents c where customer_id = $1 order by at, id',
);
const sessions = exportStatement(
  'identity.exportSessions',
  `to_jsonb(s) - 'id' - 'customer_id' - 'token_hash'`,
  'from customer_sessions s where customer_id = $1 order by created_at, id',
);
const logins = exportStatement(
  'identity.exportLogins',
  `to_jsonb(l) - 'customer_id'`,
  'from customer_logins l where customer_id = $1 order by provider',
);

const joinConsents = statement(
  'identity.joinConsents',
  v.object({}),
  'update consents set customer_id = $2 where customer_id = any($1::uuid[])',
);

/** Linked logins come along, one of each provider; the customer's own stays. */
const joinLogins = statement(
  'identity.joinLogins',
  v.object({}),
  `update customer_logins l set customer_id = $2
   where l.subject in (
       select distinct on (o.provider) o.subject from customer_logins o
       where o.customer_id = any($1::uuid[]) order by o.provider, o.created_at)
     and l.customer_id = any($1::uuid[])
     and not exists (select from customer_logins mine where mine.customer_id = $2 and mine.provider = l.provider)`,
);

const joinReferrals = statement(
  'identity.joinReferrals',
  v.object({}),
  'update customers set referred_by = nullif($2::uuid, id) where referred_by = any($1::uuid[])',
);

/** Ends all that opens the accounts $1. */
export const closeDoors = statement(
  'identity.closeDoors',
  v.object({}),
  `with sessions as (delete from customer_sessions where customer_id = any($1::uuid[])),
     logins as (delete from customer_logins where customer_id = any($1::uuid[])),
     devices as (delete from customer_devices where customer_id = any($1::uuid[])),
     known as (delete from known_devices where customer_id = any($1::uuid[]))
   delete from codes where customer_id = any($1::uuid[])`,
  { writes: 'session_end' },
);

/** Identity's own part; the customers' rows themselves are the business of merging and removing. */
export const identityRecords: PersonalRecords = {
  async join(ctx, from, into) {
    await ctx.db.write(joinConsents, [from, into]);
    await ctx.db.write(joinLogins, [from, into]);
    await ctx.db.write(joinReferrals, [from, into]);
    await ctx.db.write(closeDoors, [from]);
  },
  // What somebody agreed to is kept, since it has to be shown; without a name it is nobody's.
  remove: (ctx, customer_id) => ctx.db.write(closeDoors, [[customer_id]]),
  async exported(ctx, customer_id) {
    const [[mine], agreed, signedIn, linked] = await Promise.all([
      exportRows(ctx, profile, customer_id),
      exportRows(ctx, consents, customer_id),
      exportRows(ctx, sessions, customer_id),
      exportRows(ctx, logins, customer_id),
    ]);
    return { profile: mine, consents: agreed, sessions: signedIn, logins: linked };
  },
};
