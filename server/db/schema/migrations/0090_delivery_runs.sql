-- Drivers' runs. The driver opens one by a link, of whose token only the hash is stored. Its cash is counted once it is
-- handed in.
create table delivery_runs (
  id uuid primary key,
  driver text not null,
  vehicle text,
  token_hash text unique,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  counted bigint check (counted >= 0),
  counted_by text,
  counted_at timestamptz,
  count_comment text,
  constraint delivery_runs_counted check ((counted is null) = (counted_at is null))
);
create index delivery_runs_created on delivery_runs (created_at desc, id desc);
create index delivery_runs_driver on delivery_runs (driver, created_at);

-- A stop of a run. `released`: the run was closed, or the order left it, before the driver recorded anything.
create table delivery_stops (
  run_id uuid not null references delivery_runs (id),
  order_id uuid not null references orders (id),
  place smallint not null,
  state text not null default 'open' check (state in ('open', 'delivered', 'failed', 'released')),
  cash_collected bigint check (cash_collected >= 0),
  done_at timestamptz,
  received_by text,
  reason text,
  -- The photo, re-encoded without metadata, until it is removed.
  jpeg bytea,
  photo_at timestamptz,
  primary key (run_id, order_id)
);
-- An order is in one open run at most.
create unique index delivery_stops_open on delivery_stops (order_id) where state = 'open';
create index delivery_stops_order on delivery_stops (order_id);
create index delivery_stops_photos on delivery_stops (photo_at) where jpeg is not null;
