/** Statements of changes that a second person approves. */
import { priceDifference } from '@shop/contract/staff/staff-approvals';
import { WALLET_KINDS } from '@shop/core/loyalty/wallet';
import { APPROVAL_KINDS, APPROVAL_STATES } from '@shop/core/staff/approvals';
import * as v from 'valibot';
import { lockingStatement, statement } from '../db/database.ts';

const shared = {
  id: v.string(),
  /** `expired`: no one decided in time. */
  state: v.picklist(APPROVAL_STATES),
  subject: v.string(),
  /** Sen. */
  value: v.number(),
  requested_by: v.string(),
  requested_at: v.date(),
  expires_at: v.date(),
  decided_by: v.nullable(v.string()),
  decided_at: v.nullable(v.date()),
  comment: v.nullable(v.string()),
};

const walletAdjustment = v.object({
  customer_id: v.string(),
  kind: v.picklist(WALLET_KINDS),
  amount: v.number(),
  reason: v.string(),
});

const sales = v.array(
  v.object({
    sale_price: v.number(),
    starts_at: v.nullable(v.string()),
    ends_at: v.nullable(v.string()),
    is_deal: v.boolean(),
  }),
);

/** Prices in sen. `request` is the change, made if the prices still have the `version` that it was requested for. */
const priceChange = v.object({
  product_id: v.string(),
  name: v.string(),
  reason: v.string(),
  percent: v.number(),
  differences: v.array(
    v.object({
      ...v.omit(priceDifference, ['price_before', 'price_after']).entries,
      price_before: v.nullable(v.number()),
      price_after: v.nullable(v.number()),
    }),
  ),
  request: v.object({
    version: v.string(),
    reason: v.string(),
    goods: v.array(
      v.object({
        variation_option_id: v.nullable(v.string()),
        price: v.optional(v.number()),
        sales: v.optional(sales),
      }),
    ),
    group_prices: v.array(v.object({ group: v.string(), group_price: v.nullable(v.number()) })),
  }),
});

const approval = v.variant('kind', [
  v.object({ kind: v.literal('wallet_adjustment'), change: walletAdjustment, ...shared }),
  v.object({ kind: v.literal('price_change'), change: priceChange, ...shared }),
]);
/** A change that waits for a second person, or was decided. */
export type ApprovalRow = v.InferOutput<typeof approval>;
export type PriceChangeApproval = Extract<ApprovalRow, { kind: 'price_change' }>;
export type WalletAdjustmentApproval = Extract<ApprovalRow, { kind: 'wallet_adjustment' }>;

/** Builds an SQL expression: the state of approval `a` at a parameter's time. */
const stateSql = (now: string) =>
  `case when a.state = 'pending' and a.expires_at <= ${now} then 'expired' else a.state end`;

const columnsSql = (
  now: string,
) => `a.id, a.kind, ${stateSql(now)} as state, a.subject, a.value, a.change, a.requested_by,
  a.requested_at, a.expires_at, a.decided_by, a.decided_at, a.comment`;

/** Inserts an approval. Values: id, kind, subject, value, change, requested by, at, expiry. */
export const insertApproval = statement(
  'staff.insertApproval',
  approval,
  `insert into staff_approvals as a (id, kind, subject, value, change, requested_by, requested_at, expires_at)
   values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8) returning ${columnsSql('$7')}`,
);

/** Locks approval $1 until the transaction ends, and reads it with its state at $2. */
export const lockApproval = lockingStatement(
  'approval',
  'staff.lockApproval',
  approval,
  `select ${columnsSql('$2::timestamptz')} from staff_approvals a where id = $1 for update of a`,
);

/** Decides approval $1: state $2, by $3 at $4 with comment $5. */
export const decideApproval = statement(
  'staff.decideApproval',
  approval,
  `update staff_approvals as a set state = $2, decided_by = $3, decided_at = $4, comment = $5
   where id = $1 and a.state = 'pending' returning ${columnsSql('$4::timestamptz')}`,
);

/**
 * Builds an SQL condition: at a parameter's time, approval `a` waits for a person, and the parameter's person may
 * approve it.
 */
const waitsForOtherSql = (now: string, person: string) =>
  `a.state = 'pending' and a.expires_at > ${now} and a.requested_by <> ${person}`;

/**
 * Finds a page of approvals at $1, newest first. Values: now, states, subject, requested by, who may approve them (each
 * or null), kinds, limit, offset.
 */
export const approvalsPage = statement(
  'staff.approvalsPage',
  v.object({ total: v.number(), ids: v.array(v.string()) }),
  `with matches as (
     select a.id from staff_approvals a
     where ($2::text[] is null or ${stateSql('$1::timestamptz')} = any($2)) and ($3::text is null or a.subject = $3)
       and ($4::text is null or a.requested_by = $4)
       and ($5::text is null or ${waitsForOtherSql('$1', '$5')}) and a.kind = any($6::text[])
   )
   select (select count(*) from matches) as total,
     array(select id from matches order by id desc limit $7 offset $8) as ids`,
);

/** Counts the approvals at $1 of kinds $3 that $2 may approve, by kind. */
export const approvalsNow = statement(
  'staff.approvalsNow',
  v.object({ kind: v.picklist(APPROVAL_KINDS), count: v.number(), oldest_at: v.date() }),
  `select a.kind, count(*)::int as count, min(a.requested_at) as oldest_at from staff_approvals a
   where ${waitsForOtherSql('$1::timestamptz', '$2::text')} and a.kind = any($3::text[]) group by a.kind order by a.kind`,
);

/** Reads approvals at $2, sorted by their position in the ids $1. */
export const approvalsById = statement(
  'staff.approvalsById',
  approval,
  `select ${columnsSql('$2::timestamptz')} from staff_approvals a
     join unnest($1::uuid[]) with ordinality as cut (id, place) on cut.id = a.id order by cut.place`,
);

/** Sums what staff added to the wallets of customer $1 and took from them since $2, without signs, by wallet. */
export const adjustedSince = statement(
  'staff.adjustedSince',
  v.object({ kind: v.picklist(WALLET_KINDS), amount: v.number() }),
  `select kind, sum(abs(amount))::bigint as amount from wallet_entries
   where customer_id = $1 and action = 'adjustment' and created_at >= $2 group by kind`,
);
