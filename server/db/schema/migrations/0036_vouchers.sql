-- Vouchers that points or coins buy, and the vouchers of customers.

create table vouchers (
  id bigint generated always as identity primary key,
  code text not null unique,
  name_en text not null,
  name_zh text,
  description_en text not null default '',
  description_zh text,
  terms_en text not null default '',
  terms_zh text,
  goods_en text, -- what the minimum spend counts, such as "snacks"; null: the whole cart
  goods_zh text,
  benefit jsonb not null, -- `Benefit` of core/promotions/promotion.ts, amounts in sen
  min_spend integer not null default 0, -- sen
  first_order_only boolean not null default false,
  categories text[] not null default '{}', -- slugs; with those below them
  brands text[] not null default '{}', -- slugs
  weekdays smallint[] not null default '{}', -- in Malaysia, 0 for Sunday; empty: every day
  with_coupons text[] not null default '{product,order,delivery}', -- classes of coupons beside which it can be used
  usable text[] not null default '{online,store}',
  cost_kind text not null default 'point',
  cost_amount integer not null default 0, -- whole points or coins; 0: free
  valid_days integer, -- of an issued voucher, to the end of the last day; null: it never expires
  starts_at timestamptz, -- when it can be bought
  ends_at timestamptz,
  total_limit integer, -- vouchers that can be bought in all; null: no limit
  customer_limit integer, -- vouchers that one customer can buy; null: no limit
  is_limit_monthly boolean not null default false, -- the customer's limit is for each month in Malaysia
  tiers text[] not null default '{}', -- codes; empty: everyone
  is_offered boolean not null default true, -- false: only the shop issues it, as a reward or for a product
  product_slug text unique, -- the voucher product that issues it
  product_count integer not null default 1, -- vouchers for one piece of that product
  is_active boolean not null default true, -- false: no more are issued; issued ones stay good
  constraint vouchers_code check (code = upper(code) and code !~ '\s' and code <> ''),
  constraint vouchers_usable check (usable <@ '{online,store}' and usable <> '{}'),
  constraint vouchers_cost check (cost_kind in ('point', 'store_credit') and cost_amount >= 0),
  constraint vouchers_min_spend check (min_spend >= 0),
  constraint vouchers_limits check (total_limit > 0 and customer_limit > 0 and valid_days > 0 and product_count > 0)
);
create trigger raises_settings_version after insert or update or delete or truncate on vouchers
  for each statement execute function raise_settings_version();

-- How many of a voucher were bought; its row is the lock under which they are counted.
create table voucher_counts (
  voucher_id bigint primary key references vouchers,
  bought integer not null,
  constraint voucher_counts_bought check (bought >= 0)
);

-- One row for each voucher of a customer. An order reserves it, and uses it once it is paid.
create table own_vouchers (
  id uuid primary key default gen_random_uuid(),
  voucher_id bigint not null references vouchers,
  customer_id uuid references customers, -- null: issued by a guest's order that no account has claimed
  code text not null unique default upper(left(replace(gen_random_uuid()::text, '-', ''), 12)), -- 48 random bits
  source text not null unique, -- what issued it, such as 'bought:<id>' or 'order:<id>:<line>:<number>'
  issued_by_order uuid references orders, -- the order of a voucher product
  state text not null default 'active',
  order_id uuid references orders, -- the order that reserves or uses it
  issued_at timestamptz not null,
  expires_at timestamptz,
  used_at timestamptz,
  -- `void`: its order was canceled before it was used, or its account removed.
  constraint own_vouchers_state check (state in ('active', 'reserved', 'used', 'expired', 'void')),
  constraint own_vouchers_reserved check (state <> 'reserved' or order_id is not null),
  constraint own_vouchers_used check ((state = 'used') = (used_at is not null))
);
create index own_vouchers_of_customer on own_vouchers (customer_id, voucher_id);
create index own_vouchers_due on own_vouchers (expires_at) where state = 'active';
create index own_vouchers_order on own_vouchers (order_id) where order_id is not null;
create index own_vouchers_issued_by on own_vouchers (issued_by_order) where issued_by_order is not null;
create index own_vouchers_voucher on own_vouchers (voucher_id);

-- What the voucher took off each line, so that a partial refund is exact.
alter table order_lines add column voucher_discount bigint not null default 0;
