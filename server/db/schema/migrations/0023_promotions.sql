-- Coupons, and promotions without a code.

create table promotions (
  id bigint generated always as identity primary key,
  code text unique, -- upper case, without spaces; null: applies without a code
  name_en text not null,
  name_zh text,
  goods_en text, -- what the minimum spend counts, such as "snacks"; null: the whole cart
  goods_zh text,
  class text not null,
  benefit jsonb not null, -- `Benefit` of core/promotions/promotion.ts, amounts in sen
  min_spend integer not null default 0, -- sen
  first_order_only boolean not null default false,
  categories text[] not null default '{}', -- slugs; with those below them
  brands text[] not null default '{}', -- slugs
  starts_at timestamptz,
  ends_at timestamptz,
  weekdays smallint[] not null default '{}', -- in Malaysia, 0 for Sunday; empty: every day
  combines_with text[] not null default '{}', -- classes
  usage_limit integer, -- orders in all; null: no limit
  customer_limit integer, -- orders of one customer, phone or email; null: no limit
  is_active boolean not null default true,
  constraint promotions_class check (class in ('product', 'order', 'delivery')),
  constraint promotions_code check (code = upper(code) and code !~ '\s' and code <> ''),
  constraint promotions_limits check (usage_limit > 0 and customer_limit > 0),
  constraint promotions_min_spend check (min_spend >= 0)
);
create trigger raises_settings_version after insert or update or delete or truncate on promotions
  for each statement execute function raise_settings_version();

-- Orders that use a promotion; a cancellation takes its row out again.
create table promotion_uses (
  promotion_id bigint not null references promotions,
  order_id uuid not null references orders,
  customer_id uuid references customers,
  phone_hash text not null, -- keyed, so that a use outlives the account without its contacts
  email_hash text not null,
  primary key (promotion_id, order_id)
);
create index promotion_uses_order on promotion_uses (order_id);

-- How many orders use a promotion; its row is the lock under which uses are counted.
create table promotion_counts (
  promotion_id bigint primary key references promotions,
  used integer not null,
  constraint promotion_counts_used check (used >= 0)
);

-- What an order's promotions took off, as the shopper saw it, and off each line.
alter table orders
  add column coupon_code text,
  add column promotions jsonb not null default '[]';
alter table order_lines add column discount bigint not null default 0;
