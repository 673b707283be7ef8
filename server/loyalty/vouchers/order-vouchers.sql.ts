/** Statements with which orders reserve, use and issue vouchers. */
import * as v from 'valibot';
import { declareCleanUp } from '../../db/clean-up.ts';
import { lockingStatement, statement } from '../../db/database.ts';
import { expirySql } from './vouchers.sql.ts';

/**
 * Reserves voucher $1 of customer $3 for order $2 at $4, or uses it if the order is paid ($5). No row: it is not
 * active.
 */
export const reserveOwnVoucher = lockingStatement(
  'voucher',
  'vouchers.reserve',
  v.object({ id: v.string() }),
  `update own_vouchers set order_id = $2::uuid, state = case when $5 then 'used' else 'reserved' end,
     used_at = case when $5 then $4::timestamptz end
   where id = $1 and customer_id = $3::uuid and state = 'active' and (expires_at is null or expires_at > $4)
   returning id`,
);

/** The lines of order $1 that sell vouchers. */
const SOLD_VOUCHER_LINES = `select l.position, l.quantity, l.final_price, p.id as product_id, p.slug, p.name_en, p.name_zh
  from order_lines l join products p on p.id = l.product_id and p.type = 'voucher' where l.order_id = $1::uuid`;

/**
 * Uses the voucher that order $1 reserves, at $2. Returns whether the order sells vouchers, and whether a product that
 * it sells as one has no row in `vouchers` yet (`lacks_terms`).
 */
export const useReservedVoucher = lockingStatement(
  'voucher',
  'vouchers.useReserved',
  v.object({ sells_vouchers: v.boolean(), lacks_terms: v.boolean() }),
  `with used as (
     update own_vouchers set state = 'used', used_at = $2::timestamptz where order_id = $1 and state = 'reserved'
   ), sold as (${SOLD_VOUCHER_LINES})
   select exists (select from sold) as sells_vouchers, exists (
     select from sold where slug not in (select product_slug from vouchers where product_slug is not null)
   ) as lacks_terms`,
);

/**
 * Defines a voucher for each product of order $1 that no voucher names: good in stores, worth the price of the product.
 * Orders that do so at once wait for each other.
 */
export const defineSoldVouchers = statement(
  'vouchers.defineSoldVouchers',
  v.object({}),
  `insert into vouchers (code, name_en, name_zh, benefit, usable, is_offered, product_slug, valid_days)
   select distinct on (slug) 'PRODUCT' || product_id, name_en, name_zh,
     jsonb_build_object('kind', 'fixed', 'amount', final_price), '{store}'::text[], false, slug, 365
   from (${SOLD_VOUCHER_LINES}) sold where slug not in (select product_slug from vouchers where product_slug is not null)
   order by slug, position on conflict do nothing`,
);

/** Issues the vouchers that order $1 sells, at $2, to its customer, each once. */
export const issueSoldVouchers = statement(
  'vouchers.issueSoldVouchers',
  v.object({ id: v.string() }),
  `with sold as (${SOLD_VOUCHER_LINES})
   insert into own_vouchers (voucher_id, customer_id, source, issued_by_order, issued_at, expires_at)
   select v.id, o.customer_id, 'order:' || o.id || ':' || sold.position || ':' || number, o.id, $2::timestamptz,
     ${expirySql('$2::timestamptz')}
   from sold join orders o on o.id = $1 join vouchers v on v.product_slug = sold.slug
     cross join generate_series(1, sold.quantity * v.product_count) number
   order by sold.position, number on conflict (source) do nothing returning id`,
);

/** SQL assignment: the state of a voucher that an order or an outlet returns. A refund may have ended its reward. */
export const RETURNED_STATE = `state = case when voided_by is null then 'active' else 'void' end`;

/**
 * Releases the voucher of order $1, canceled at $2; one that has expired in the meantime is valid for the grace period
 * of points. One whose reward was taken back in the meantime is void. Voids the vouchers that the order issued, except
 * used ones.
 */
export const returnVoucher = lockingStatement(
  'voucher',
  'vouchers.return',
  v.object({ id: v.string() }),
  `with returned as (
     update own_vouchers set ${RETURNED_STATE}, order_id = null, used_at = null,
       expires_at = case when expires_at > $2::timestamptz then expires_at when expires_at is not null then $2 + (
         select (value ->> 'grace_days')::integer * interval '1 day' from settings where key = 'loyalty') end
     where order_id = $1 and state in ('reserved', 'used') returning id
   ), voided as (
     update own_vouchers set state = 'void' where issued_by_order = $1 and state in ('active', 'expired') returning id
   )
   table returned union all table voided`,
);

/**
 * Voids unused vouchers because of refund $6 of order $1, and records that refund in them: those that the order sold
 * with items $2 (`[{ position, quantity }]`), those that rewarded customer $3 (or null) for friend $4, and those that
 * rewarded customer $5 (or null) for the order as the first one. Records the refund also in rewards that are reserved
 * or used, also by another transaction meanwhile: those are void once they are returned.
 */
export const voidRefundedVouchers = lockingStatement(
  'voucher',
  'vouchers.voidRefunded',
  v.object({ id: v.string() }),
  `with sold as (
     select o.id, row_number() over (partition by item.position order by o.source) as number,
       item.quantity * (select count(*) from own_vouchers issued where issued.issued_by_order = $1
         and split_part(issued.source, ':', 3) = item.position::text) / l.quantity as units
     from jsonb_to_recordset($2::jsonb) as item (position smallint, quantity integer)
       join order_lines l on l.order_id = $1 and l.position = item.position
       join own_vouchers o on o.issued_by_order = $1 and split_part(o.source, ':', 3) = item.position::text
     where o.state in ('active', 'expired')
   )
   update own_vouchers set voided_by = $6::uuid,
     state = case when state in ('active', 'expired') then 'void' else state end
   where (state in ('active', 'expired') or (state in ('reserved', 'used') and issued_by_order is null)) and id in (
     select id from sold where number <= units
     union all
     select id from own_vouchers where customer_id = $3 and source like '%:referral:' || $4::text || ':%'
     union all
     select id from own_vouchers where customer_id = $5 and source like '%:first_order:' || $1::text || ':%')
   returning id`,
);

/**
 * Makes vouchers valid again at $3, since refund $2 of order $1 was withdrawn: those that the order sold and this
 * refund voided, and those that any of its refunds voided and that rewarded customer $4 (or null) for friend $5, or
 * customer $6 (or null) for the order as the first one. Rewards that are reserved or used stay so.
 */
export const restoreVoidedVouchers = lockingStatement(
  'voucher',
  'vouchers.restoreVoided',
  v.object({ id: v.string() }),
  `update own_vouchers set voided_by = null, state = case when state <> 'void' then state
     when expires_at <= $3::timestamptz then 'expired' else 'active' end
   where voided_by in (select id from refunds where order_id = $1) and (
     (issued_by_order = $1 and voided_by = $2::uuid)
     or (customer_id = $4 and source like '%:referral:' || $5::text || ':%')
     or (customer_id = $6 and source like '%:first_order:' || $1::text || ':%'))
   returning id`,
);

/** Counts the vouchers that order $1 sold by the position of its line: all, and those that are used or reserved. */
export const soldVouchers = statement(
  'vouchers.soldByOrder',
  v.object({ position: v.number(), issued: v.number(), used: v.number() }),
  `select split_part(source, ':', 3)::integer as position, count(*) as issued,
     count(*) filter (where state in ('used', 'reserved')) as used
   from own_vouchers where issued_by_order = $1 group by 1`,
);

/** Sets the state of the vouchers that have expired by $1. */
export const expireDueVouchers = declareCleanUp(
  'vouchers.expireDue',
  `update own_vouchers set state = 'expired'`,
  `from own_vouchers where state = 'active' and expires_at <= $1 order by expires_at`,
);

/** Lists the vouchers that order $1 issued and that can still be used. */
export const vouchersOfOrder = statement(
  'vouchers.ofOrder',
  v.object({
    code: v.string(),
    name_en: v.string(),
    name_zh: v.nullable(v.string()),
    expires_at: v.nullable(v.date()),
  }),
  `select o.code, v.name_en, v.name_zh, o.expires_at from own_vouchers o join vouchers v on v.id = o.voucher_id
   where o.issued_by_order = $1 and o.state = 'active' order by o.source`,
);
