-- Membership: tiers by spend, rules of what actions earn, and daily check-ins.

create table membership_tiers (
  id bigint generated always as identity primary key,
  code text not null unique,
  position smallint not null unique, -- from the lowest tier, which everyone has
  name_en text not null,
  name_zh text,
  qualifying_spend bigint not null, -- sen within twelve months
  earn_rate integer not null, -- hundredths of a point per ringgit
  group_id bigint references customer_groups, -- whose prices its members get; null: everyone's
  constraint membership_tiers_earn_rate check (earn_rate >= 0),
  constraint membership_tiers_spend check (qualifying_spend >= 0)
);

-- The tier of a customer; without a row it is the lowest one.
create table memberships (
  customer_id uuid primary key references customers,
  tier_id bigint not null references membership_tiers,
  since timestamptz not null,
  until timestamptz -- when the tier is reviewed; null: never, for the lowest tier
);
create index memberships_until on memberships (until);

-- Spend that counts for a tier: complete orders and receipts, and what was refunded of them (negative).
create table qualifying_spend (
  customer_id uuid not null references customers,
  source text not null, -- such as 'order:<id>'
  amount bigint not null, -- sen
  at timestamptz not null,
  primary key (customer_id, source)
);
create index qualifying_spend_at on qualifying_spend (customer_id, at);

-- What actions earn, beside the tier's points per ringgit.
create table earn_rules (
  id bigint generated always as identity primary key,
  action text not null, -- `EARN_ACTIONS` of core/loyalty/wallet.ts
  tier_id bigint references membership_tiers on delete cascade, -- null: every tier
  kind text not null,
  amount integer not null,
  per text not null,
  day smallint, -- of a streak of check-ins
  starts_at timestamptz,
  ends_at timestamptz,
  constraint earn_rules_amount check (amount > 0),
  constraint earn_rules_day check ((action = 'checkin') = (day is not null)),
  constraint earn_rules_kind check (kind in ('point', 'store_credit')),
  constraint earn_rules_once unique nulls not distinct (action, tier_id, day, starts_at),
  constraint earn_rules_per check (per in ('once', 'day', 'order', 'friend', 'year'))
);

-- A customer's check-ins, one a day in Malaysia.
create table check_ins (
  customer_id uuid not null references customers,
  day date not null,
  streak integer not null, -- days in a row
  primary key (customer_id, day)
);

-- The program that every shop begins with.
insert into membership_tiers (code, position, name_en, name_zh, qualifying_spend, earn_rate) values
  ('benih', 0, 'Benih', '种子', 0, 100),
  ('tunas', 1, 'Tunas', '幼苗', 30000, 110),
  ('padi', 2, 'Padi', '稻穗', 100000, 125),
  ('emas', 3, 'Emas', '金穗', 300000, 150);
insert into earn_rules (action, kind, amount, per, day) values
  ('account', 'point', 50, 'once', null),
  ('profile', 'point', 100, 'once', null),
  ('referral', 'store_credit', 500, 'friend', null),
  ('birthday', 'point', 100, 'year', null),
  ('checkin', 'point', 1, 'day', 1),
  ('checkin', 'point', 1, 'day', 2),
  ('checkin', 'point', 2, 'day', 3),
  ('checkin', 'point', 2, 'day', 4),
  ('checkin', 'point', 3, 'day', 5),
  ('checkin', 'point', 3, 'day', 6),
  ('checkin', 'point', 10, 'day', 7);
