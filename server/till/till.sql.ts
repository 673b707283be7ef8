/** Statements of tills. */
import { OWN_VOUCHER_STATES } from '@shop/core/loyalty/voucher';
import * as v from 'valibot';
import { selectCategorySlugs } from '../catalog/category-slugs.ts';
import { IS_CUSTOMERS_TIER } from '../customer-tier.sql.ts';
import { lockingStatement, statement } from '../db/database.ts';
import { RETURNED_STATE } from '../loyalty/vouchers/order-vouchers.sql.ts';
import { OWN_VOUCHER_JSON, storedVoucher } from '../loyalty/vouchers/vouchers.sql.ts';

const till = v.object({ key_id: v.nullable(v.number()), code: v.string(), name_en: v.string() });

export const tillByKey = statement(
  'till.byKey',
  till,
  `select k.id as key_id, o.code, o.name_en from till_keys k join outlets o on o.code = k.outlet_code
   where k.key_hash = $1 and k.disabled_at is null`,
);

/** Reads the first outlet, whose key in development is `demo-till`. */
export const firstOutlet = statement(
  'till.firstOutlet',
  till,
  'select null::bigint as key_id, code, name_en from outlets order by id limit 1',
);

/**
 * SQL condition: the row belongs to receipt $2 of outlet $1. Ignores case: tills print and scan numbers differently.
 */
const isReceiptSql = (row = '') => `${row}outlet_code = $1 and ${row}receipt_key = upper($2)`;

const member = v.object({
  id: v.string(),
  name: v.string(),
  lang: v.picklist(['en', 'zh']),
  tier_en: v.nullable(v.string()),
  tier_zh: v.nullable(v.string()),
  earn_rate: v.nullable(v.number()),
});
export type MemberRow = v.InferOutput<typeof member>;

const SELECT_MEMBER = `
  select c.id, c.name, c.lang, t.name_en as tier_en, t.name_zh as tier_zh, t.earn_rate
  from customers c left join memberships m on m.customer_id = c.id
    left join membership_tiers t on ${IS_CUSTOMERS_TIER}
  where c.status = 'active'`;

export const memberById = statement('till.memberById', member, `${SELECT_MEMBER} and c.id = $1`);

/** Locks member $1, to whom the receipt will refer, before anything else, as a merge of accounts does. */
export const lockMember = lockingStatement(
  'customer',
  'till.lockMember',
  member,
  `${SELECT_MEMBER} and c.id = $1 for key share of c`,
);

/** Locks the members of receipt $2 of outlet $1. */
export const lockMembersOfReceipt = lockingStatement(
  'customer',
  'till.lockMembersOfReceipt',
  v.object({ id: v.string() }),
  `select id from customers where id in (
     select customer_id from till_receipts where ${isReceiptSql()}) order by id for key share`,
);

export const memberByNumber = statement('till.memberByNumber', member, `${SELECT_MEMBER} and c.member_number = $1`);

/**
 * Finds the member with email $1 or phone $2 who proved it, or who never signed up online. An unproven contact of an
 * account may belong to a stranger.
 */
export const memberByContact = statement(
  'till.memberByContact',
  member,
  `${SELECT_MEMBER} and ((c.email = $1 and (c.email_verified_at is not null or c.password_hash is null))
     or (c.phone = $2 and (c.phone_verified_at is not null or c.password_hash is null)))
   order by coalesce(c.email_verified_at, c.phone_verified_at) is null, c.created_at limit 1`,
);

const receiptRow = v.object({
  id: v.string(),
  what: v.picklist(['award', 'point', 'store_credit', 'voucher']),
  customer_id: v.string(),
  amount: v.number(),
  value: v.number(),
  bill: v.nullable(v.number()),
  own_voucher_id: v.nullable(v.string()),
  receipt: v.string(),
  voucher_code: v.nullable(v.string()),
  voucher: v.nullable(storedVoucher),
  is_reversed: v.boolean(),
});
export type ReceiptRow = v.InferOutput<typeof receiptRow>;

/**
 * Locks receipt $2 of outlet $1 until the transaction ends. Other calls for it wait, so that a reversal also reverses
 * an award in progress.
 */
export const lockReceipt = statement(
  'till.lockReceipt',
  v.object({ lock: v.string() }),
  `select pg_advisory_xact_lock(hashtextextended('receipt ' || $1 || ' ' || upper($2), 0))::text as lock`,
);

/**
 * Inserts a transaction of receipt $3 of outlet $2, once; no row if it was inserted before. Values: the columns in
 * order.
 */
export const insertReceipt = statement(
  'till.insertReceipt',
  v.object({ id: v.string() }),
  `insert into till_receipts (id, outlet_code, receipt, receipt_key, what, customer_id, amount, value, bill,
     own_voucher_id, key_id, created_at)
   values ($1, $2, $3, upper($3), $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning id`,
);

/** Reads the transactions of receipt $2 of outlet $1. */
export const receiptRows = statement(
  'till.receipt',
  receiptRow,
  `select r.id, r.what, r.customer_id, r.amount, r.value, r.bill, r.own_voucher_id, r.receipt, o.code as voucher_code,
     ${OWN_VOUCHER_JSON} as voucher, r.reversed_at is not null as is_reversed
   from till_receipts r left join own_vouchers o on o.id = r.own_voucher_id
   where ${isReceiptSql('r.')} order by r.created_at, r.id`,
);

/** Marks the rows of receipt $2 of outlet $1 as reversed at $3; returns the rows that were not reversed before. */
export const reverseReceipt = statement(
  'till.reverseReceipt',
  v.object({ id: v.string() }),
  `update till_receipts set reversed_at = $3 where ${isReceiptSql()} and reversed_at is null returning id`,
);

const voucherAtTill = v.object({
  code: v.string(),
  state: v.picklist(OWN_VOUCHER_STATES),
  expires_at: v.nullable(v.date()),
  in_store: v.boolean(),
});

export type VoucherAtTill = v.InferOutput<typeof voucherAtTill>;

const VOUCHER_AT_TILL = `o.code, o.state, o.expires_at, o.terms -> 'usable' ? 'store' as in_store`;

const ownVoucher = v.object({
  ...voucherAtTill.entries,
  id: v.string(),
  voucher: storedVoucher,
});
export type MemberVoucher = v.InferOutput<typeof ownVoucher>;

/** Locks the voucher of customer $1 with code $2. */
export const lockVoucher = lockingStatement(
  'voucher',
  'till.lockVoucher',
  ownVoucher,
  `select o.id, ${VOUCHER_AT_TILL}, ${OWN_VOUCHER_JSON} as voucher from own_vouchers o
   where o.customer_id = $1 and o.code = $2 for update of o`,
);

/**
 * Reads the brand and the categories, with their ancestors, of the products with SKUs $1 or barcodes $2, also of those
 * that are not on sale online, by their places in these lists, from 1. No row for an unknown product.
 */
export const receiptGoods = statement(
  'till.receiptGoods',
  v.object({ place: v.number(), brand: v.nullable(v.string()), categories: v.array(v.string()) }),
  `select line.place, b.slug as brand, ${selectCategorySlugs('array[p.id]')} as categories
   from unnest($1::text[], $2::text[]) with ordinality as line (sku, barcode, place)
     cross join lateral (
       select id from products where sku = line.sku
       union all select product_id from variation_options where sku = line.sku
       union all select id from products where barcode = line.barcode
       union all select product_id from variation_options where barcode = line.barcode
       limit 1) product
     join products p on p.id = product.id left join brands b on b.id = p.brand_id
   order by line.place`,
);

/** Finds an order of member $1 that was not canceled, including guest orders with the member's phone or email. */
export const anyOrderOfMember = statement(
  'till.hasOrder',
  v.object({ id: v.string() }),
  `select o.id from customers c join orders o on o.customer_id = c.id or o.contact_phone = c.phone or o.contact_email = c.email
   where c.id = $1 and o.status <> 'canceled' limit 1`,
);

/** Marks voucher $1 as used at $2. */
export const useVoucher = statement(
  'till.useVoucher',
  v.object({}),
  `update own_vouchers set state = 'used', used_at = $2 where id = $1`,
);

/**
 * Makes the vouchers $1 active again; those that have expired by $2 are valid until $3. Those whose reward was taken
 * back meanwhile become void.
 */
export const returnVouchers = lockingStatement(
  'voucher',
  'till.returnVouchers',
  v.object({ id: v.string() }),
  `with locked as (select id from own_vouchers where id = any($1::uuid[]) and state = 'used' order by id for update)
   update own_vouchers o set ${RETURNED_STATE}, used_at = null,
     expires_at = case when expires_at <= $2::timestamptz then $3::timestamptz else expires_at end
   from locked where o.id = locked.id returning o.id`,
);

/** Reads own voucher $2 of customer $1, for its code in an outlet. */
export const voucherForStore = statement(
  'till.voucherForStore',
  voucherAtTill,
  `select ${VOUCHER_AT_TILL}
   from own_vouchers o where o.customer_id = $1 and o.id = $2`,
);

/** Lists the keys of outlet $1 or of all, disabled ones too, with their receipts since $2. */
export const listKeys = statement(
  'till.keys',
  v.object({
    id: v.string(),
    outlet: v.string(),
    created_at: v.date(),
    is_active: v.boolean(),
    receipts: v.number(),
    last_receipt_at: v.nullable(v.date()),
  }),
  `select k.id::text as id, k.outlet_code as outlet, k.created_at, k.disabled_at is null as is_active,
     used.receipts, used.last_receipt_at
   from till_keys k cross join lateral (
     select count(distinct r.receipt_key) as receipts, max(r.created_at) as last_receipt_at
     from till_receipts r where r.key_id = k.id and r.created_at >= $2
   ) used
   where $1::text is null or k.outlet_code = $1 order by k.id`,
);

/** Adds a key with hash $2 for the outlet with code $1 at $3; no row without such an outlet. */
export const insertKey = statement(
  'till.insertKey',
  v.object({ id: v.string() }),
  `insert into till_keys (outlet_code, key_hash, created_at) select code, $2, $3 from outlets where code = $1
   returning id::text as id`,
);

export const disableKey = statement(
  'till.disableKey',
  v.object({ outlet: v.string() }),
  `update till_keys set disabled_at = $2 where id = $1 and disabled_at is null returning outlet_code as outlet`,
);
