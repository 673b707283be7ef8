/** Statements of wallets. Only `wallets.ts` writes entries, so that balance, lots and entries always agree. */
import { ENTRY_ACTIONS, ENTRY_STATES, WALLET_KINDS } from '@shop/core/loyalty/wallet';
import * as v from 'valibot';
import { lockingStatement, statement } from '../../db/database.ts';

const kind = v.picklist(WALLET_KINDS);
export const storedLots = v.array(v.object({ expires_at: v.nullable(v.string()), amount: v.number() }));
export type StoredLots = v.InferOutput<typeof storedLots>;

/** The data for an entry's description. */
export const entryDetails = v.object({
  order_number: v.optional(v.string()),
  outlet: v.optional(v.string()),
  receipt: v.optional(v.string()),
  reason: v.optional(v.string()),
  voucher_en: v.optional(v.string()),
  voucher_zh: v.optional(v.nullable(v.string())),
  tier: v.optional(v.string()),
  day: v.optional(v.number()),
  /** The multiplier of the rate of points. */
  times: v.optional(v.number()),
  /** The goods that an order must keep for its reward, in sen. */
  min_spend: v.optional(v.number()),
});
export type EntryDetails = v.InferOutput<typeof entryDetails>;

const walletRow = v.object({ customer_id: v.string(), kind, balance: v.number(), lots: storedLots });

/**
 * Locks both wallets of the customers $1, and creates missing ones. Locks the customers first, to whom new wallets
 * refer: a merge of their accounts locks customers before wallets.
 */
export const lockWallets = lockingStatement(
  'wallet',
  'loyalty.lockWallets',
  walletRow,
  `with owners as materialized (select id from customers where id = any($1::uuid[]) order by id for key share)
   insert into wallets as w (customer_id, kind)
   select id, kind from owners cross join unnest(array['point', 'store_credit']) kind order by id, kind
   on conflict (customer_id, kind) do update set balance = w.balance
   returning customer_id, kind, balance, lots`,
);

/** Writes entries $1 and the wallets $2 after them. Fails with 23505 if an entry's source already has one. */
export const writeEntries = statement(
  'loyalty.writeEntries',
  v.object({}),
  `with entered as (
     insert into wallet_entries (id, customer_id, kind, amount, balance_after, lots, action, source, order_id, basis, rate,
       details, created_at)
     select * from jsonb_to_recordset($1::jsonb) as entry (id uuid, customer_id uuid, kind text, amount bigint,
       balance_after bigint, lots jsonb, action text, source text, order_id uuid, basis bigint, rate integer, details jsonb,
       created_at timestamptz)
   )
   update wallets w set balance = changed.balance, lots = changed.lots, next_expiry_at = changed.next_expiry_at
   from jsonb_to_recordset($2::jsonb) as changed (customer_id uuid, kind text, balance bigint, lots jsonb,
     next_expiry_at timestamptz)
   where w.customer_id = changed.customer_id and w.kind = changed.kind`,
);

export const entryRow = v.object({
  id: v.string(),
  customer_id: v.string(),
  kind,
  amount: v.number(),
  balance_after: v.number(),
  lots: storedLots,
  action: v.picklist(ENTRY_ACTIONS),
  source: v.string(),
  order_id: v.nullable(v.string()),
  basis: v.nullable(v.number()),
  rate: v.nullable(v.number()),
  details: entryDetails,
  state: v.picklist(ENTRY_STATES),
  available_at: v.nullable(v.date()),
  expires_at: v.nullable(v.date()),
  created_at: v.date(),
});
export type EntryRow = v.InferOutput<typeof entryRow>;

/** SQL clause: `with joined (id)`, a customer and the accounts that joined it, for the start of a query. */
export const withJoinedSql = (customer: string): string => `with recursive joined (id) as (
     select ${customer}::uuid union select from_customer_id from account_merges m join joined on m.into_customer_id = joined.id
   )`;

/**
 * Reads the entries with source $2 and any action, of customer $1, of accounts that joined it, and of order $3 (or
 * null), in order to give back or reverse them.
 */
export const entriesOfSource = statement(
  'loyalty.entriesOfSource',
  v.pick(entryRow, ['id', 'kind', 'amount', 'lots', 'action', 'source', 'order_id', 'basis', 'rate', 'details']),
  `${withJoinedSql('$1')}
   select id, kind, amount, lots, action, source, order_id, basis, rate, details from wallet_entries
   where (customer_id in (table joined) or order_id = $3) and source = $2 order by number`,
);

/**
 * SQL query: the entries of customer $1 at $2, and the pending and reversed earnings, which are no entries. An entry is
 * `reversed` if a clawback or a store's reversal has its source, and `expired` once its only lot has expired.
 */
const LISTED_ENTRIES = `
  select e.id, e.customer_id, e.kind, e.amount, e.balance_after, e.lots, e.action, e.source, e.order_id, e.basis, e.rate,
    e.details, e.created_at as available_at, e.created_at, e.number, only_lot.expires_at,
    case when e.amount > 0 and exists (select from wallet_entries c where c.customer_id = e.customer_id
        and c.kind = e.kind and c.action in ('clawback', 'store_reversal') and c.source = e.source) then 'reversed'
      when only_lot.expires_at <= $2 then 'expired' else 'available' end as state
  from wallet_entries e left join lateral (
    select (e.lots -> 0 ->> 'expires_at')::timestamptz as expires_at
    where e.amount > 0 and jsonb_array_length(e.lots) = 1
  ) only_lot on true
  where e.customer_id = $1
  union all
  select p.id, p.customer_id, p.kind, p.amount, coalesce(w.balance, 0), '[]', p.action, p.source, p.order_id, p.basis,
    p.rate, p.details, p.available_at, p.created_at, null, null, p.state
  from pending_earnings p left join wallets w on w.customer_id = p.customer_id and w.kind = p.kind
  where p.customer_id = $1 and p.state <> 'available'`;

/**
 * SQL clauses: the entries of customer $1 at $2 of kinds $3, actions $4 and states $5 that contain one of texts $6
 * (null: all).
 */
const FROM_FILTERED_ENTRIES = `
  from (${LISTED_ENTRIES}) listed
  where ($3::text[] is null or kind = any($3)) and ($4::text[] is null or action = any($4))
    and ($5::text[] is null or state = any($5))
    and ($6::text[] is null or exists (
      select from unnest($6::text[]) as free (text)
      where strpos(concat_ws(' ', kind, action, state), lower(free.text)) > 0))`;

const selectEntries = (name: string, order: string) =>
  statement(name, entryRow, `select listed.* ${FROM_FILTERED_ENTRIES} order by ${order} limit $7 offset $8`);

/** Reads a page of entries, newest first: limit $7, offset $8. */
export const entriesPage = selectEntries('loyalty.entriesPage', 'created_at desc, number desc nulls first, id desc');

/** Reads a page of entries, oldest first: limit $7, offset $8. */
export const oldestEntriesPage = selectEntries('loyalty.oldestEntriesPage', 'created_at, number nulls last, id');

export const countEntries = statement(
  'loyalty.countEntries',
  v.object({ total: v.number() }),
  `select count(*) as total ${FROM_FILTERED_ENTRIES}`,
);

/** Finds entry $3 of customer $1 at $2. */
export const entryById = statement(
  'loyalty.entryById',
  entryRow,
  `select listed.* from (${LISTED_ENTRIES}) listed where id = $3`,
);

/** Reads balances, lots and pending earnings of customer $1, one row for each kind. */
export const customerWallets = statement(
  'loyalty.customerWallets',
  v.object({ kind, balance: v.number(), pending: v.number(), lots: storedLots }),
  `select each.kind, coalesce(w.balance, 0) as balance, coalesce(w.lots, '[]') as lots,
     (select coalesce(sum(amount), 0)::bigint from pending_earnings p
      where p.customer_id = $1 and p.kind = each.kind and state = 'pending') as pending
   from unnest(array['point', 'store_credit']) as each (kind)
     left join wallets w on w.kind = each.kind and w.customer_id = $1`,
);
