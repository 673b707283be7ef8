-- Wallets of points and coins: two append-only ledgers per customer, written only by server/loyalty/wallets/wallets.ts.

-- The balance of a ledger; its row is the lock under which entries are written. Without a row the balance is 0.
create table wallets (
  customer_id uuid not null references customers,
  kind text not null,
  balance bigint not null default 0,
  lots jsonb not null default '[]', -- what is left, by expiry: [{ "expires_at": text or null, "amount": n }]
  next_expiry_at timestamptz, -- of the first lot
  primary key (customer_id, kind),
  constraint wallets_kind check (kind in ('point', 'store_credit')),
  -- A clawback may take more points than are left; the next earnings repay them. Coins are money.
  constraint wallets_coins_not_negative check (kind = 'point' or balance >= 0)
);
create index wallets_next_expiry on wallets (next_expiry_at);

-- Append-only. The sum of a wallet's entries is its balance, and the sum of their lots its lots.
create table wallet_entries (
  id uuid primary key, -- in order of time
  customer_id uuid not null,
  kind text not null,
  amount bigint not null,
  balance_after bigint not null,
  lots jsonb not null, -- what it added to lots or took from them: [{ "expires_at": text or null, "amount": n }]
  action text not null, -- `ENTRY_ACTIONS` of core/loyalty/wallet.ts
  source text not null, -- what caused it, such as 'order:<id>'
  order_id uuid references orders,
  basis bigint, -- sen that points were earned for
  rate integer, -- hundredths of a point per ringgit
  details jsonb not null default '{}', -- what its description needs: order number, outlet, reason, tier
  created_at timestamptz not null,
  constraint wallet_entries_amount check (amount <> 0),
  -- Nothing is earned, spent or given back twice.
  constraint wallet_entries_once unique (customer_id, kind, action, source),
  constraint wallet_entries_wallet foreign key (customer_id, kind) references wallets
);
create index wallet_entries_newest on wallet_entries (customer_id, kind, id);
create index wallet_entries_order on wallet_entries (order_id) where order_id is not null;

create function reject_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of a ledger are never changed or deleted';
end $$;
create trigger wallet_entries_are_final before update or delete on wallet_entries
  for each row execute function reject_ledger_change();

-- Earnings of orders that are not complete yet; some days after that they become an entry with the same id.
create table pending_earnings (
  id uuid primary key,
  customer_id uuid not null references customers,
  kind text not null,
  amount bigint not null,
  action text not null,
  source text not null,
  order_id uuid references orders,
  basis bigint,
  rate integer,
  details jsonb not null default '{}',
  state text not null,
  available_at timestamptz, -- null: not known yet
  created_at timestamptz not null,
  constraint pending_earnings_amount check (amount > 0),
  constraint pending_earnings_once unique (customer_id, kind, action, source),
  constraint pending_earnings_state check (state in ('pending', 'available', 'reversed'))
);
create index pending_earnings_of_customer on pending_earnings (customer_id, kind) where state <> 'available';
create index pending_earnings_due on pending_earnings (available_at) where state = 'pending';
create index pending_earnings_order on pending_earnings (order_id) where order_id is not null;

-- Rates of points and coins, as `server/loyalty/loyalty-settings.ts` reads them.
insert into settings (key, value) values ('loyalty', '{
  "points_per_ringgit": 100, "min_points": 100, "max_points_percent": 50, "max_coins_percent": 100,
  "pending_days": 5, "point_months": 12, "grace_days": 30, "referrals_per_month": 10,
  "excluded_categories": []
}') on conflict do nothing;
