-- What customers, and guests by their orders, hear: one row a notification, however many channels it goes by.
-- `customer_id` has no foreign key, as it would lock the customer after the order, and no customer's row is deleted.
create table notifications (
  id uuid primary key,
  kind text not null,
  source text not null unique, -- names the event, so that a repeated one notifies once
  customer_id uuid, -- null: a guest's order
  order_id uuid references orders on delete cascade,
  data jsonb not null, -- facts for its texts; contacts only encrypted, until they are used
  action_url text,
  image text, -- hash
  in_inbox boolean not null,
  read_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null
);
create index notifications_customer on notifications (customer_id, created_at desc, id desc);
create index notifications_order on notifications (order_id);
create index notifications_created on notifications (created_at);
-- Last: of two indexes that cost the same on a table that was analyzed while empty, PostgreSQL takes the newer one.
create index notifications_unread on notifications (customer_id)
  where in_inbox and removed_at is null and read_at is null;

-- One row a notification and channel.
create table notification_deliveries (
  notification_id uuid not null references notifications on delete cascade,
  channel text not null check (channel in ('inbox', 'push', 'email', 'whatsapp')),
  state text not null check (state in ('queued', 'sent', 'failed', 'suppressed')),
  reason text, -- of one that failed or was suppressed
  customer_id uuid,
  counts_to_limit boolean not null, -- counts to the messages that a customer gets a day
  counted_on date, -- the day in Malaysia for which it counts
  attempts integer not null default 0,
  claimed_until timestamptz, -- a process sends it until then
  due_at timestamptz not null,
  finished_at timestamptz,
  primary key (notification_id, channel)
);
create index notification_deliveries_counted on notification_deliveries (customer_id, counted_on)
  where counted_on is not null;
create index notification_deliveries_queued on notification_deliveries (due_at) where state = 'queued';

-- What a customer chose, where it differs from the default; marketing also needs consent.
create table notification_choices (
  customer_id uuid not null references customers on delete cascade,
  topic text not null,
  channel text not null,
  enabled boolean not null,
  primary key (customer_id, topic, channel)
);

-- Check-ins in a row that end today.
create index check_ins_streaks on check_ins (day, customer_id) where streak >= 2;
