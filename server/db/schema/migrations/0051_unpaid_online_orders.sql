-- How long an unpaid online order holds its stock (docs/readings.md#10).
alter table orders
  add column hold_minutes smallint not null default 30,
  -- When its mail with the link to pay was enqueued; null: not yet, or never needed.
  add column unpaid_mail_at timestamptz;
