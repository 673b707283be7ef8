-- The tables of the shop, by module. Money in sen, weights in grams, times with their zone.
-- docs/schema.sql shows the result of all migrations.

-- Addresses that need no customer

-- States and federal territories.
create table states (
  id text primary key, -- ISO 3166-2, such as MY-10
  position integer not null,
  name_en text not null,
  name_zh text
);

-- Content

-- Every image by the hash of its drawing instructions or of its bytes.
create table images (
  hash text primary key,
  spec jsonb not null
);

-- One row per setting; server/content/settings.ts validates the values.
create table settings (
  key text primary key,
  value jsonb not null
);

create table banners (
  id bigint generated always as identity primary key,
  slug text not null unique,
  position integer not null,
  scene text not null,
  image_hash text not null references images,
  tile_hash text not null references images,
  title_en text not null,
  title_zh text,
  description_en text not null,
  description_zh text,
  cta_en text not null,
  cta_zh text,
  link text not null,
  is_active boolean not null default true,
  starts_at timestamptz,
  ends_at timestamptz,
  constraint banners_link_is_local check (link like '/%'),
  constraint banners_window check (ends_at is null or starts_at is null or starts_at < ends_at)
);
create index banners_position on banners (position);

-- Information texts (docs/spec.md §7 "/static_blocks"), in both languages.
create table static_blocks (
  id bigint generated always as identity primary key,
  slug text not null unique,
  position integer not null,
  title_en text not null,
  title_zh text,
  description_en text not null default '',
  description_zh text,
  sections_en jsonb not null,
  sections_zh jsonb,
  updated_at timestamptz not null
);

-- Messages of the contact form; the mail names the reference.
create table contact_tickets (
  id uuid primary key,
  reference text not null unique,
  name text not null,
  email text not null,
  contact_number text,
  subject text not null,
  message text not null,
  order_number text,
  lang text not null,
  created_at timestamptz not null
);

-- Stores

create table outlets (
  id bigint generated always as identity primary key,
  code text not null unique,
  name_en text not null,
  name_zh text,
  street_address text not null,
  postcode text not null,
  state_id text not null references states,
  latitude double precision not null,
  longitude double precision not null,
  phone text not null,
  hours jsonb not null,
  constraint outlets_place check (latitude between -90 and 90 and longitude between -180 and 180),
  constraint outlets_postcode check (postcode ~ '^[0-9]{5}$')
);
create index outlets_state on outlets (state_id);

-- Catalogue

create table categories (
  id bigint generated always as identity primary key,
  slug text not null unique,
  parent_id bigint references categories,
  name_en text not null,
  name_zh text,
  stage text not null,
  position integer not null,
  image_hash text not null references images,
  show_in_sidemenu boolean not null default true,
  show_in_footer boolean not null default false,
  show_in_brand boolean not null default false,
  constraint categories_not_own_parent check (parent_id <> id)
);
create index categories_parent on categories (parent_id, position);

create table brands (
  id bigint generated always as identity primary key,
  slug text not null unique,
  name text not null,
  image_hash text not null references images
);

create table dietaries (
  id bigint generated always as identity primary key,
  slug text not null unique,
  position integer not null,
  name_en text not null,
  name_zh text
);

create table tags (
  id bigint generated always as identity primary key,
  slug text not null unique,
  name_en text not null,
  name_zh text
);

create table products (
  id bigint generated always as identity primary key,
  slug text not null unique,
  type text not null,
  status text not null,
  sku text, -- the key of an import
  brand_id bigint references brands,
  category_id bigint not null references categories, -- main category, of the breadcrumbs and the backdrop
  name_en text not null,
  name_zh text,
  title_en text not null,
  title_zh text,
  variant_en text,
  variant_zh text,
  description_en text not null default '', -- sanitised HTML
  description_zh text,
  texts_en jsonb not null default '{}',
  texts_zh jsonb,
  price integer not null, -- regular price; of a variable product the lowest of its options
  min_sale_qty integer not null default 1,
  max_sale_qty integer not null default 0, -- 0: no limit (docs/spec.md §9)
  bulky boolean not null default false,
  weight integer not null default 0,
  size_amount integer, -- for the unit price, in size_unit
  size_unit text,
  image_hash text not null references images,
  featured integer, -- position among featured products, null for others
  sales_count integer not null default 0, -- units sold within the window of product_sales
  orders_count integer not null default 0, -- orders within the same window
  published_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint products_limits
    check (min_sale_qty >= 1 and max_sale_qty >= 0 and (max_sale_qty = 0 or max_sale_qty >= min_sale_qty)),
  constraint products_price check (price >= 0),
  constraint products_size
    check ((size_amount is null) = (size_unit is null) and (size_amount is null or size_amount > 0)),
  constraint products_status check (status in ('draft', 'published', 'archived')),
  constraint products_type check (type in ('simple', 'variable', 'voucher')),
  constraint products_weight check (weight >= 0)
);
create index products_brand on products (brand_id);
create index products_category on products (category_id);
create index products_scheduled on products (published_at) where published_at > updated_at;
create unique index products_sku on products (sku) where sku is not null;

-- Further images of a product; the first is products.image_hash.
create table product_images (
  product_id bigint not null references products on delete cascade,
  position smallint not null,
  image_hash text not null references images,
  primary key (product_id, position)
);

create table variation_options (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  position smallint not null,
  sku text,
  title_en text not null,
  title_zh text,
  price integer not null,
  weight integer not null default 0,
  size_amount integer,
  size_unit text,
  bulky boolean not null default false,
  image_hash text not null references images,
  is_active boolean not null default true, -- an option that is no longer sold stays for old orders
  constraint variation_options_of_product unique (product_id, id),
  constraint variation_options_price check (price >= 0),
  constraint variation_options_size
    check ((size_amount is null) = (size_unit is null) and (size_amount is null or size_amount > 0))
);
create index variation_options_product on variation_options (product_id, position);
create unique index variation_options_sku on variation_options (sku) where sku is not null;

-- Stock of a product or of one of its options. A bundle has no row: its stock derives from its parts.
-- Never below zero unless the product sells without stock.
create table inventory (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  variation_option_id bigint,
  quantity integer not null,
  min_qty integer not null default 0,
  is_continuous_selling boolean not null default false,
  constraint inventory_of unique nulls not distinct (product_id, variation_option_id),
  constraint inventory_option_of_product foreign key (product_id, variation_option_id)
    references variation_options (product_id, id) on delete cascade,
  constraint inventory_min_qty check (min_qty >= 0),
  constraint inventory_never_oversold check (quantity >= 0 or is_continuous_selling)
);

create table tier_prices (
  product_id bigint not null references products on delete cascade,
  qty integer not null,
  tier_price integer not null,
  primary key (product_id, qty),
  constraint tier_prices_positive check (qty >= 1 and tier_price >= 0)
);

-- Groups of customers with prices of their own.
create table customer_groups (
  id bigint generated always as identity primary key,
  code text not null unique
);

create table group_prices (
  product_id bigint not null references products on delete cascade,
  group_id bigint not null references customer_groups on delete cascade,
  group_price integer not null,
  primary key (product_id, group_id),
  constraint group_prices_positive check (group_price >= 0)
);

-- A temporary price of a product or option; the lowest running one counts.
create table sales (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  variation_option_id bigint,
  sale_price integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz, -- null: until further notice
  is_deal boolean not null default false, -- listed among the shocking deals
  constraint sales_window unique nulls not distinct (product_id, variation_option_id, starts_at, is_deal),
  constraint sales_option_of_product foreign key (product_id, variation_option_id)
    references variation_options (product_id, id) on delete cascade,
  constraint sales_order check (ends_at is null or starts_at < ends_at),
  constraint sales_price check (sale_price >= 0)
);

-- The parts of a bundle, which is a simple product without a stock row.
create table bundle_items (
  bundle_id bigint not null references products on delete cascade,
  position smallint not null,
  product_id bigint not null references products,
  variation_option_id bigint,
  quantity integer not null default 1,
  primary key (bundle_id, position),
  constraint bundle_items_option_of_product foreign key (product_id, variation_option_id)
    references variation_options (product_id, id),
  constraint bundle_items_not_itself check (bundle_id <> product_id),
  constraint bundle_items_quantity check (quantity >= 1)
);
create index bundle_items_product on bundle_items (product_id);

-- Further categories of a product; ancestors are not written.
create table product_categories (
  product_id bigint not null references products on delete cascade,
  category_id bigint not null references categories,
  primary key (product_id, category_id)
);
create index product_categories_category on product_categories (category_id);

create table product_tags (
  product_id bigint not null references products on delete cascade,
  tag_id bigint not null references tags,
  primary key (product_id, tag_id)
);
create index product_tags_tag on product_tags (tag_id);

create table product_dietaries (
  product_id bigint not null references products on delete cascade,
  dietary_id bigint not null references dietaries,
  primary key (product_id, dietary_id)
);
create index product_dietaries_dietary on product_dietaries (dietary_id);

-- Products that go well with a product, in order.
create table product_companions (
  product_id bigint not null references products on delete cascade,
  position smallint not null,
  companion_id bigint not null references products on delete cascade,
  primary key (product_id, position),
  constraint product_companions_once unique (product_id, companion_id),
  constraint product_companions_not_itself check (product_id <> companion_id)
);

-- Named collections; the last part of their path is the key.
create table collections (
  key text primary key,
  name_en text not null,
  name_zh text,
  rule jsonb not null,
  max_items integer,
  starts_at timestamptz, -- empty outside its window; null: always shown
  ends_at timestamptz
);

create table collection_items (
  collection_key text not null references collections on delete cascade,
  position integer not null,
  product_id bigint not null references products on delete cascade,
  starts_at timestamptz, -- null: as long as the collection
  ends_at timestamptz,
  primary key (collection_key, product_id),
  constraint collection_items_window check (starts_at is null or ends_at is null or starts_at < ends_at)
);
create index collection_items_position on collection_items (collection_key, position);

-- Units sold of a product on a day (Asia/Kuala_Lumpur), rolled up from order lines.
create table product_sales (
  product_id bigint not null references products on delete cascade,
  day date not null,
  pieces integer not null,
  orders integer not null,
  primary key (product_id, day),
  constraint product_sales_positive check (pieces >= 0 and orders >= 0)
);
create index product_sales_day on product_sales (day);

-- Products that a customer or session has viewed.
create table recent_products (
  owner text not null, -- c: and the id of a customer, or s: and the hash of a session's
  product_id bigint not null references products on delete cascade,
  seen_at timestamptz not null,
  primary key (owner, product_id)
);
create index recent_products_age on recent_products (seen_at);
create index recent_products_seen on recent_products (owner, seen_at desc nulls last);

-- One row is one meaning: its terms are synonyms, in any language.
create table search_synonyms (
  id bigint generated always as identity primary key,
  terms text[] not null
);

-- Searches without results, counted for the staff.
create table search_misses (
  keyword text not null, -- normalised, at most 100 characters
  lang text not null,
  count integer not null,
  last_at timestamptz not null,
  primary key (keyword, lang)
);
create index search_misses_count on search_misses (count);

-- One denormalised row per published product: the columns that lists filter and sort by, and the rest as doc.
-- Written only when a product is published, in that transaction; stock is joined when it is read.
create table product_listing (
  product_id bigint primary key references products on delete cascade,
  slug text not null unique,
  type text not null,
  doc jsonb not null,
  stock_ids bigint[] not null, -- stock rows of the product, its options, or the parts of a bundle
  price_now integer not null, -- lowest price, updated by the sale clock; answers compute theirs from doc
  on_sale boolean not null,
  is_deal boolean not null,
  is_bundle boolean not null,
  in_stock boolean not null,
  next_edge_at timestamptz, -- when its next sale starts or ends
  deal_ends_at timestamptz,
  brand_id bigint,
  category_ids bigint[] not null, -- with all ancestors
  tag_slugs text[] not null,
  dietary_slugs text[] not null,
  name_key_en text not null, -- its bytes sort as Intl.Collator sorts the names; Chinese by pinyin
  name_key_zh text not null,
  names text not null, -- names of both languages in lower case
  featured integer,
  sales_count integer not null,
  orders_count integer not null default 0,
  created_at timestamptz not null
);
create index product_listing_available on product_listing (featured, sales_count desc, product_id) where in_stock;
create index product_listing_brand on product_listing (brand_id);
create index product_listing_categories on product_listing using gin (category_ids);
create index product_listing_edge on product_listing (next_edge_at);

-- The change feed of the catalogue. Readers take rows whose transaction is below the xmin of their snapshot, so that
-- they never miss a late commit.
create table catalog_changes (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  product_id bigint, -- null: everything may have changed
  kind text not null,
  at timestamptz not null default now()
);
create index catalog_changes_xid on catalog_changes (xid);

-- Products of a file that is being imported, staged before any of them is published.
create table import_drafts (
  import_id uuid not null,
  position integer not null,
  handle text not null,
  draft jsonb not null, -- a ProductDraft
  staged_at timestamptz not null,
  primary key (import_id, position),
  constraint import_drafts_handle unique (import_id, handle)
);
create index import_drafts_staged on import_drafts (staged_at);

-- Identity

-- Browsing sessions.
create table sessions (
  id uuid primary key,
  platform text not null,
  created_at timestamptz not null
);

-- Customers, and members of the stores who never signed up: those have no password and no login.
-- A removed customer leaves an anonymous row for the orders in the books.
create table customers (
  id uuid primary key,
  name text not null,
  first_name text,
  last_name text,
  display_name text not null,
  email text, -- normalised (docs/spec.md §5)
  email_verified_at timestamptz,
  phone text, -- digits with the country code
  phone_verified_at timestamptz,
  password_hash text, -- argon2id; null: no password
  date_of_birth date,
  gender text,
  lang text not null,
  referral_code text not null unique,
  referred_by uuid, -- owner of the referral code they signed up with
  store_ref_id text, -- the store that sent them, as received
  store_ref_token text,
  group_id bigint references customer_groups,
  payment_method text,
  status text not null default 'active',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  constraint customers_gender check (gender in ('male', 'female')),
  constraint customers_status check (status in ('active', 'removed', 'merged'))
);
create index customers_email on customers (email);
create unique index customers_email_login on customers (email) where status = 'active' and password_hash is not null;
create unique index customers_email_proven on customers (email) where status = 'active' and email_verified_at is not null;
create index customers_phone on customers (phone);
create unique index customers_phone_login on customers (phone) where status = 'active' and password_hash is not null;
create unique index customers_phone_proven on customers (phone) where status = 'active' and phone_verified_at is not null;

-- Sign-in sessions by the SHA-256 of their token; they end after 30 idle days, or 90 days.
create table customer_sessions (
  id uuid primary key,
  customer_id uuid not null references customers on delete cascade,
  token_hash text not null unique,
  platform text not null,
  device text not null, -- from User-Agent, truncated
  remember boolean not null, -- "Remember me"; false: ends after an idle day
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index customer_sessions_customer on customer_sessions (customer_id);
create index customer_sessions_expiry on customer_sessions (expires_at);

-- Devices that a customer signed in from, to notify the customer of a new one.
create table customer_devices (
  customer_id uuid not null references customers on delete cascade,
  device_hash text not null, -- SHA-256 of User-Agent without versions
  first_at timestamptz not null,
  primary key (customer_id, device_hash)
);

-- Sign-ins by a provider, identified by the provider's subject, never by email.
create table customer_logins (
  provider text not null,
  subject text not null,
  customer_id uuid not null references customers on delete cascade,
  email text,
  created_at timestamptz not null,
  constraint customer_logins_one unique (customer_id, provider),
  constraint customer_logins_subject unique (provider, subject)
);

-- The newest one-time code of a contact and purpose, hashed with the secret of the shop.
create table codes (
  contact text not null, -- canonical phone number or normalised email
  purpose text not null,
  customer_id uuid, -- the customer who was signed in
  code_hash text not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (contact, purpose),
  constraint codes_tries check (tries >= 0)
);
create index codes_expiry on codes (expires_at);

-- Requests for codes, counted by the limits; deleted after a day.
create table code_sends (
  id bigint generated always as identity primary key,
  contact text not null, -- SHA-256 with the secret of the shop
  address_hash text not null, -- SHA-256 of the IP address with the secret of the shop
  at timestamptz not null
);
create index code_sends_address on code_sends (address_hash, at);
create index code_sends_contact on code_sends (contact, at);

-- Codes that a messaging partner accepted, until its delivery report; deleted after a day.
create table code_messages (
  message_id text primary key, -- the partner's
  job jsonb, -- the job that sent it; null while that job still runs and the report came first
  undelivered_at timestamptz,
  at timestamptz not null
);
create index code_messages_age on code_messages (at);

-- Failed sign-ins per login name, whether or not it exists.
create table login_failures (
  login_hash text primary key, -- SHA-256 of the normalised login with the secret of the shop
  failures integer not null,
  last_at timestamptz not null,
  delayed_until timestamptz -- until then even the right password is refused
);
create index login_failures_age on login_failures (last_at);

-- Consents of customers; the newest row of a kind counts (PDPA).
create table consents (
  id bigint generated always as identity primary key,
  customer_id uuid not null references customers on delete cascade,
  kind text not null,
  given boolean not null,
  version text not null, -- date of the text that was shown
  channel text not null,
  at timestamptz not null
);
create index consents_customer on consents (customer_id, kind, at);

-- Records that were joined for good.
create table account_merges (
  id uuid primary key,
  from_customer_id uuid,
  into_customer_id uuid not null references customers on delete cascade,
  contact_kind text not null,
  orders integer not null, -- number of orders that moved
  at timestamptz not null
);

-- Addresses

-- The address book; one default per customer.
create table addresses (
  id uuid primary key,
  customer_id uuid not null references customers on delete cascade,
  title text,
  recipient text not null,
  email text not null,
  contact_number text not null,
  street_address text not null,
  city text not null,
  zip text not null,
  state_id text not null references states,
  country text,
  company text,
  fax text,
  is_default boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index addresses_customer on addresses (customer_id, created_at);
create unique index addresses_one_default on addresses (customer_id) where is_default;

-- docs/spec.md §3 "Contact number: title, number, default."
create table contacts (
  id uuid primary key,
  customer_id uuid not null references customers on delete cascade,
  title text not null,
  number text not null,
  is_default boolean not null,
  created_at timestamptz not null
);
create index contacts_customer on contacts (customer_id, created_at);
create unique index contacts_one_default on contacts (customer_id) where is_default;

-- Delivery

create table delivery_methods (
  id bigint generated always as identity primary key,
  code text not null unique,
  shipping_class text not null, -- standard, chilled or bulky
  position integer not null,
  name_en text not null,
  name_zh text,
  description_en text not null,
  description_zh text,
  is_active boolean not null default true
);

create table delivery_zones (
  id bigint generated always as identity primary key,
  code text not null unique,
  name_en text not null,
  name_zh text
);

create table delivery_zone_states (
  state_id text primary key references states,
  zone_id bigint not null references delivery_zones
);

-- The fee of a method in a zone. It is free by amount, quantity or weight: any rule that is set suffices.
create table delivery_rates (
  method_id bigint not null references delivery_methods,
  zone_id bigint not null references delivery_zones,
  fee integer not null,
  free_min_amount integer,
  free_max_amount integer,
  free_min_quantity integer,
  free_max_quantity integer,
  free_min_weight integer,
  primary key (method_id, zone_id),
  constraint delivery_rates_amounts check (free_max_amount is null or free_min_amount <= free_max_amount),
  constraint delivery_rates_fee check (fee >= 0),
  constraint delivery_rates_quantities check (free_max_quantity is null or free_min_quantity <= free_max_quantity)
);

-- A delivery slot of every day, in minutes after midnight in Kuala Lumpur.
create table delivery_slot_templates (
  id bigint generated always as identity primary key,
  method_id bigint not null references delivery_methods,
  starts_minute smallint not null,
  ends_minute smallint not null,
  fee integer not null default 0,
  capacity integer not null,
  cutoff_minutes integer not null, -- orders close this long before the slot starts
  constraint delivery_slot_templates_start unique (method_id, starts_minute),
  constraint delivery_slot_templates_numbers check (fee >= 0 and capacity >= 0 and cutoff_minutes >= 0),
  constraint delivery_slot_templates_order
    check (0 <= starts_minute and starts_minute < ends_minute and ends_minute <= 1440)
);

-- The slot of a template on one day, from its first order.
create table delivery_slots (
  template_id bigint not null references delivery_slot_templates,
  starts_at timestamptz not null,
  capacity integer not null,
  taken integer not null default 0,
  primary key (template_id, starts_at),
  constraint delivery_slots_never_overbooked check (0 <= taken and taken <= capacity)
);

-- Payments

-- Ways to pay that the shop offers.
create table payment_methods (
  id bigint generated always as identity primary key,
  code text not null unique, -- cod, fpx, card, ewallet, …
  position integer not null,
  name_en text not null,
  name_zh text,
  note_en text not null,
  note_zh text,
  gateway text, -- null: cash on delivery
  is_active boolean not null
);

-- Wishlist

-- Favourites (docs/spec.md §4).
create table wishlist (
  customer_id uuid not null references customers on delete cascade,
  product_id bigint not null references products on delete cascade,
  created_at timestamptz not null,
  primary key (customer_id, product_id)
);
create index wishlist_newest on wishlist (customer_id, created_at desc nulls last);

-- Cart

-- A cart reserves nothing. It belongs to a guest or to a customer.
create table carts (
  id uuid primary key,
  guest_token_hash text unique, -- SHA-256 of the guest token
  customer_id uuid unique references customers on delete cascade,
  version integer not null default 0, -- raised by every change; each becomes at most one order
  choices jsonb not null default '{}', -- of the checkout
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null, -- sixty days after its last use
  constraint carts_of_one check ((guest_token_hash is null) <> (customer_id is null)),
  constraint carts_version check (version >= 0)
);
create index carts_expiry on carts (expires_at);

create table cart_lines (
  cart_id uuid not null references carts on delete cascade,
  product_id bigint not null references products,
  variation_option_id bigint,
  position smallint not null,
  quantity integer not null,
  checkout boolean not null default true,
  seen_price integer not null, -- price when the shopper last saw the line, to report a new one
  constraint cart_lines_one_per_option unique nulls not distinct (cart_id, product_id, variation_option_id),
  constraint cart_lines_option_of_product foreign key (product_id, variation_option_id)
    references variation_options (product_id, id),
  constraint cart_lines_quantity check (quantity >= 1)
);

-- The version of the shop settings that carts are priced by: triggers renew it, so that no writer can forget to.
create table terms_version (
  is_only boolean primary key default true,
  version uuid not null,
  constraint terms_version_only check (is_only)
);

insert into terms_version (version) values (gen_random_uuid());

create function note_new_terms() returns trigger language plpgsql as $$
begin
  update terms_version set version = gen_random_uuid();
  return null;
end
$$;

create trigger settings_are_terms after insert or update or delete or truncate on settings
  for each statement execute function note_new_terms();
create trigger states_are_terms after insert or update or delete or truncate on states
  for each statement execute function note_new_terms();
create trigger delivery_methods_are_terms after insert or update or delete or truncate on delivery_methods
  for each statement execute function note_new_terms();
create trigger delivery_zone_states_are_terms after insert or update or delete or truncate on delivery_zone_states
  for each statement execute function note_new_terms();
create trigger delivery_rates_are_terms after insert or update or delete or truncate on delivery_rates
  for each statement execute function note_new_terms();
create trigger delivery_slot_templates_are_terms after insert or update or delete or truncate on delivery_slot_templates
  for each statement execute function note_new_terms();
create trigger payment_methods_are_terms after insert or update or delete or truncate on payment_methods
  for each statement execute function note_new_terms();

-- Orders

create table orders (
  id uuid primary key,
  order_number text not null unique, -- eight random Crockford characters
  cart_id uuid not null, -- no foreign key: carts expire
  cart_version integer not null,
  guest_token_hash text,
  customer_id uuid references customers, -- a guest's order becomes a customer's once its contact is proven
  status text not null,
  payment_status text not null,
  payment_method text not null,
  lang text not null, -- of its mails and pages
  currency text not null default 'MYR',
  contact_email text not null, -- normalised
  contact_phone text not null,
  shipping_address jsonb not null,
  billing_address jsonb not null,
  delivery_method_id bigint not null,
  delivery_method_en text not null,
  delivery_method_zh text,
  slot_template_id bigint,
  slot_starts_at timestamptz,
  slot_ends_at timestamptz,
  shipping_remarks text,
  leave_at_door boolean not null,
  items_total bigint not null, -- sums of many lines exceed 32 bits long before a price does
  discount bigint not null,
  coupon_discount bigint not null default 0,
  delivery_fee bigint not null,
  bag_fee bigint not null,
  tip bigint not null,
  rounding bigint not null,
  grand_total bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint orders_one_per_cart_version unique (cart_id, cart_version),
  constraint orders_payment_status check (payment_status in ('unpaid', 'paid', 'failed', 'refund_due', 'refunded')),
  constraint orders_rounding check (rounding between -2 and 2),
  constraint orders_status check (status in ('pending', 'processing', 'packed', 'delivery', 'complete', 'canceled')),
  constraint orders_total_adds_up
    check (grand_total = items_total - discount - coupon_discount + delivery_fee + bag_fee + tip + rounding),
  constraint orders_total_not_negative check (grand_total >= 0)
);
create index orders_contact_email on orders (contact_email);
create index orders_contact_phone on orders (contact_phone);
create index orders_created on orders (created_at);
create index orders_customer on orders (customer_id, created_at);

-- The lines of an order as they were sold.
create table order_lines (
  order_id uuid not null references orders,
  position smallint not null,
  product_id bigint not null references products,
  variation_option_id bigint,
  slug text not null,
  name_en text not null,
  name_zh text,
  variant_en text,
  variant_zh text,
  image_hash text not null,
  stage text not null,
  quantity integer not null,
  price integer not null,
  final_price integer not null,
  price_total bigint not null,
  primary key (order_id, position),
  constraint order_lines_quantity check (quantity >= 1),
  constraint order_lines_total check (price_total = final_price::bigint * quantity)
);
create index order_lines_product on order_lines (product_id);

-- Stock that an order took, so that a cancellation returns exactly that.
create table order_stock (
  order_id uuid not null references orders,
  inventory_id bigint not null references inventory,
  quantity integer not null,
  primary key (order_id, inventory_id),
  constraint order_stock_quantity check (quantity >= 1)
);

create table order_history (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  status text not null,
  payment_status text not null,
  note text,
  at timestamptz not null
);
create index order_history_order on order_history (order_id, id);

-- HTTP

-- Only successful answers are stored.
create table idempotency_keys (
  owner text not null, -- SHA-256 of the caller, so that equal keys of two shoppers never meet
  key text not null,
  request_hash text not null, -- SHA-256 of the endpoint and the first body
  status integer not null,
  answer text not null,
  created_at timestamptz not null,
  primary key (owner, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
