-- What customers, and guests by email, want to hear about a product or option: that it is back, or that its price fell.
create table alerts (
  id uuid primary key,
  kind text not null check (kind in ('back-in-stock', 'price-drop')),
  product_id bigint not null references products on delete cascade,
  variation_option_id bigint,
  customer_id uuid references customers on delete cascade,
  email text, -- a guest's
  lang text not null check (lang in ('en', 'zh')),
  price_seen integer, -- sen; the price at the request or in the last message
  state text not null check (state in ('unconfirmed', 'active', 'ended')),
  created_at timestamptz not null,
  confirmed_at timestamptz, -- its place in the order of waiting
  due_at timestamptz, -- its turn came; the message follows
  notified_at timestamptz,
  ended_at timestamptz,
  constraint alerts_recipient check ((customer_id is null) <> (email is null)),
  constraint alerts_option_of_product foreign key (product_id, variation_option_id)
    references variation_options (product_id, id) on delete cascade
);
create unique index alerts_open on alerts (product_id, variation_option_id, kind, customer_id, email)
  nulls not distinct where state <> 'ended';
create index alerts_customer on alerts (customer_id);
create index alerts_due on alerts (due_at) where state = 'active' and due_at is not null;
create index alerts_ended on alerts (ended_at) where state = 'ended';
create index alerts_unconfirmed on alerts (created_at) where state = 'unconfirmed';

-- Stock and public price of the products and options with alerts, as the last look found them.
create table watched_products (
  product_id bigint not null references products on delete cascade,
  variation_option_id bigint,
  available integer not null,
  price integer not null, -- sen
  constraint watched_products_line unique nulls not distinct (product_id, variation_option_id),
  constraint watched_products_option_of_product foreign key (product_id, variation_option_id)
    references variation_options (product_id, id) on delete cascade
);
