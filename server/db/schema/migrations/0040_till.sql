-- Tills of outlets, and the member card.

-- Printed on the member card, followed by digits that change every minute.
alter table customers add column member_number bigint generated always as identity;
create unique index customers_member_number on customers (member_number);

-- API keys of outlets' tills, by their SHA-256.
create table till_keys (
  id bigint generated always as identity primary key,
  outlet_code text not null, -- no foreign key: outlets come and go
  key_hash text not null unique,
  created_at timestamptz not null,
  disabled_at timestamptz
);

-- What receipts awarded and redeemed. A receipt has at most one award and one redemption of each kind.
create table till_receipts (
  id uuid primary key,
  outlet_code text not null, -- no foreign key: outlets come and go
  receipt text not null,
  what text not null,
  customer_id uuid not null references customers,
  amount bigint not null, -- change of the wallet; 0 for a voucher
  value bigint not null, -- sen that a redemption takes off the bill
  bill bigint, -- sen that an award was made for
  own_voucher_id uuid references own_vouchers,
  key_id bigint, -- of the till's key; null: the key of development
  created_at timestamptz not null,
  reversed_at timestamptz,
  constraint till_receipts_once unique (outlet_code, receipt, what),
  constraint till_receipts_what check (what in ('award', 'point', 'store_credit', 'voucher'))
);
create index till_receipts_customer on till_receipts (customer_id, created_at);
