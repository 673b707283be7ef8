-- Referrals: friends who signed up with a customer's code.
create table referrals (
  id uuid primary key,
  friend_id uuid not null unique references customers,
  referrer_id uuid not null references customers,
  state text not null,
  void_reason text,
  reward bigint not null default 0, -- coins
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint referrals_not_oneself check (friend_id <> referrer_id),
  constraint referrals_state check (state in ('signed_up', 'rewarded', 'void')),
  constraint referrals_void check ((void_reason is not null) = (state = 'void')),
  constraint referrals_void_reason check (void_reason in ('same_device', 'same_contact', 'same_address', 'monthly_limit'))
);
create index referrals_referrer on referrals (referrer_id, created_at);

-- Sessions (`x-session`, hashed) in which customers looked at their own code: a friend who signs up in one is the customer.
create table referral_sessions (
  customer_id uuid not null references customers on delete cascade,
  session_hash text not null,
  seen_at timestamptz not null,
  primary key (customer_id, session_hash)
);

-- Promotions for the first order of a referred friend.
alter table promotions add column referred_only boolean not null default false;
