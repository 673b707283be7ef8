/** Statements of vouchers and of customers' own vouchers. */
import { OWN_VOUCHER_STATES, VOUCHER_USES } from '@shop/core/loyalty/voucher';
import { WALLET_KINDS } from '@shop/core/loyalty/wallet';
import { PROMOTION_CLASSES } from '@shop/core/promotions/promotion';
import * as v from 'valibot';
import { customerTierCodeSql } from '../../customer-tier.sql.ts';
import { lockingStatement, statement } from '../../db/database.ts';
import { storedPromotion } from '../../promotions/promotions.sql.ts';
import { isOpenAtSql } from '../is-open-at.sql.ts';
import { withJoinedSql } from '../wallets/wallets.sql.ts';

/** A voucher as JSON: amounts in sen, times as text. */
export const storedVoucher = v.object({
  ...v.pick(storedPromotion, [
    'id',
    'name_en',
    'name_zh',
    'goods_en',
    'goods_zh',
    'benefit',
    'min_spend',
    'first_order_only',
    'categories',
    'brands',
    'weekdays',
    'starts_at',
    'ends_at',
  ]).entries,
  code: v.string(),
  description_en: v.string(),
  description_zh: v.nullable(v.string()),
  terms_en: v.string(),
  terms_zh: v.nullable(v.string()),
  image_hash: v.nullable(v.string()),
  with_coupons: v.array(v.picklist(PROMOTION_CLASSES)),
  usable: v.array(v.picklist(VOUCHER_USES)),
  cost_kind: v.picklist(WALLET_KINDS),
  cost_amount: v.number(),
  total_limit: v.nullable(v.number()),
  customer_limit: v.nullable(v.number()),
  is_limit_monthly: v.boolean(),
  tiers: v.array(v.string()),
});
export type StoredVoucher = v.InferOutput<typeof storedVoucher>;

/** SQL expression: voucher `v`, as a `StoredVoucher`. */
const VOUCHER_JSON = `to_jsonb(v) || jsonb_build_object('id', v.id::text) - 'valid_days' - 'is_offered' - 'is_active'
  - 'product_slug' - 'product_count' - 'issued_for'`;

/** SQL expression: own voucher `o`, as a `StoredVoucher` with the current texts, and the terms of its issue. */
export const OWN_VOUCHER_JSON = `(select ${VOUCHER_JSON} || o.terms from vouchers v where v.id = o.voucher_id)`;

/** SQL condition: voucher `v` can be bought at a time. */
export const isOfferedSql = (at: string): string => `v.is_offered and v.is_active and ${isOpenAtSql(at, 'v')}`;

/** SQL expression: how often a customer has bought voucher `v`; a monthly limit counts from the start of the month. */
const boughtSql = (customer: string, month: string): string => `(
  select count(*) from own_vouchers o where o.customer_id = ${customer} and o.voucher_id = v.id
    and o.source like 'bought:%' and (not v.is_limit_monthly or o.issued_at >= ${month}))`;

/** SQL condition: voucher `v` is not only for first orders, or the customer has no order. True for guests. */
const isForCustomerSql = (customer: string): string => `(not v.first_order_only
  or not exists (select from orders o where o.customer_id = ${customer} and o.status <> 'canceled'))`;

/**
 * Lists the vouchers on sale at $1, each with the number sold, the number that customer $2 has bought (since month $3
 * if the limit is monthly), whether it is for this customer (`isForCustomerSql`), the names of the tiers that may buy
 * it, and whether the customer's tier is one of them.
 */
export const offeredVouchers = statement(
  'vouchers.offered',
  v.object({
    voucher: storedVoucher,
    bought: v.number(),
    own: v.number(),
    is_for_customer: v.boolean(),
    is_for_tier: v.boolean(),
    tiers: v.array(v.object({ en: v.string(), zh: v.nullable(v.string()) })),
  }),
  `select ${VOUCHER_JSON} as voucher, coalesce(c.bought, 0) as bought, ${boughtSql('$2::uuid', '$3::timestamptz')} as own,
     ${isForCustomerSql('$2::uuid')} as is_for_customer, v.tiers = '{}' or coalesce(${customerTierCodeSql('$2::uuid')} = any(v.tiers), false) as is_for_tier,
     (select coalesce(json_agg(json_build_object('en', t.name_en, 'zh', t.name_zh) order by t.position), '[]')
       from membership_tiers t where t.code = any(v.tiers)) as tiers
   from vouchers v left join voucher_counts c on c.voucher_id = v.id
   where ${isOfferedSql('$1::timestamptz')} order by v.cost_amount, v.id`,
);

/** Counts one more of voucher $1 as bought at $2, and locks its count. No row: it is sold out, or not offered. */
export const takeVoucher = lockingStatement(
  'voucher',
  'vouchers.take',
  v.object({ voucher_id: v.number() }),
  `insert into voucher_counts as c (voucher_id, bought)
   select v.id, 1 from vouchers v where v.id = $1 and ${isOfferedSql('$2::timestamptz')}
   on conflict (voucher_id) do update set bought = c.bought + 1
   where c.bought < coalesce((select total_limit from vouchers v where v.id = c.voucher_id), 2147483647)
   returning voucher_id`,
);

/** SQL expression: the expiry of voucher `v` that is issued at `at`, the end of its last day in Malaysia. */
export const expirySql = (at: string): string => `(date_trunc('day', ${at} at time zone 'Asia/Kuala_Lumpur')
  + (v.valid_days + 1) * interval '1 day') at time zone 'Asia/Kuala_Lumpur'`;

/**
 * Issues voucher $2 with id $1 to customer $3 at $4. No row: the customer has reached the limit per customer (since
 * month $5 if the limit is monthly). The caller has the lock of `takeVoucher`.
 */
export const issueBoughtVoucher = statement(
  'vouchers.issueBoughtVoucher',
  v.object({ id: v.string() }),
  `insert into own_vouchers (id, voucher_id, customer_id, source, issued_at, expires_at)
   select $1::uuid, v.id, $3::uuid, 'bought:' || $1::uuid, $4::timestamptz, ${expirySql('$4::timestamptz')}
   from vouchers v where v.id = $2
     and ${boughtSql('$3::uuid', '$5::timestamptz')} < coalesce(v.customer_limit, 2147483647)
   returning id`,
);

/**
 * Issues the vouchers for actions $1 with sources $2 to customer $3 at $4, each once for the accounts that joined it
 * together. Returns those that it issued.
 */
export const issueRewardVouchers = statement(
  'vouchers.issueRewardVouchers',
  v.object({ id: v.string(), name_en: v.string(), name_zh: v.nullable(v.string()) }),
  `${withJoinedSql('$3')}, issued as (
   insert into own_vouchers (voucher_id, customer_id, source, issued_at, expires_at)
   select v.id, $3::uuid, 'reward:' || $3 || ':' || r.source || ':' || v.id, $4::timestamptz,
     ${expirySql('$4::timestamptz')}
   from unnest($1::text[], $2::text[]) as r (action, source) join vouchers v on v.issued_for = r.action
   where v.is_active and ${isOpenAtSql('$4::timestamptz', 'v')}
     and ${isForCustomerSql('$3::uuid')} and not exists (select from own_vouchers o join joined on o.source = 'reward:' || joined.id || ':' || r.source || ':' || v.id)
   order by r.source, v.id on conflict (source) do nothing returning id, voucher_id
   )
   select issued.id, v.name_en, v.name_zh from issued join vouchers v on v.id = issued.voucher_id order by issued.id`,
);

/** A customer's voucher that a cart names, as JSON. */
export const storedChosenVoucher = v.object({
  id: v.string(),
  voucher: storedVoucher,
  state: v.picklist(OWN_VOUCHER_STATES),
  expires_at: v.nullable(v.string()),
});

/** SQL expression: the own voucher `id` of `customer`, as `storedChosenVoucher`; null if it is not theirs. */
export const chosenVoucherSql = (id: string, customer: string): string => `(
  select jsonb_build_object('id', o.id, 'voucher', ${OWN_VOUCHER_JSON}, 'state', o.state, 'expires_at', o.expires_at)
  from own_vouchers o where o.id = ${id} and o.customer_id = ${customer} and o.state <> 'void')`;

const ownVoucher = v.object({
  id: v.string(),
  voucher: storedVoucher,
  code: v.string(),
  state: v.picklist(OWN_VOUCHER_STATES),
  order_id: v.nullable(v.string()),
  issued_at: v.date(),
  expires_at: v.nullable(v.date()),
  used_at: v.nullable(v.date()),
});
export type OwnVoucherRow = v.InferOutput<typeof ownVoucher>;

const SELECT_OWN_VOUCHERS = `select o.id, ${OWN_VOUCHER_JSON} as voucher, o.code, o.state, o.order_id, o.issued_at, o.expires_at, o.used_at
  from own_vouchers o where o.customer_id = $1 and o.state <> 'void'`;

/** Lists the vouchers of customer $1, soonest expiry first. */
export const vouchersOfCustomer = statement(
  'vouchers.ofCustomer',
  ownVoucher,
  `${SELECT_OWN_VOUCHERS} order by o.expires_at nulls last, o.issued_at, o.id`,
);

/** Finds voucher $2 of customer $1. */
export const voucherOfCustomer = statement('vouchers.one', ownVoucher, `${SELECT_OWN_VOUCHERS} and o.id = $2`);
