-- Online payment: attempts, what the gateway reported about them, and refunds.

-- Banks and wallets of a method: [{ id, name_en, name_zh }]; `id` is the gateway's number.
alter table payment_methods add column channels jsonb not null default '[]';

create table payment_attempts (
  id uuid primary key,
  reference text not null unique, -- the gateway's RefNo, see core/payments/payment-reference.ts
  order_id uuid not null references orders,
  gateway text not null,
  payment_method text not null references payment_methods (code),
  channel text not null, -- the gateway's number of the bank or wallet that the shopper chose
  amount bigint not null, -- sen; frozen
  state text not null,
  lang text not null,
  transaction_id text, -- the gateway's; not signed, so shown and never compared
  is_confirmed boolean not null default false, -- an enquiry answered that it is paid
  last_answer text, -- of the enquiry
  created_at timestamptz not null,
  updated_at timestamptz not null,
  captured_at timestamptz,
  constraint payment_attempts_amount check (amount > 0),
  constraint payment_attempts_state
    check (state in ('created', 'sent', 'pending', 'paid', 'failed', 'expired', 'paid_late')),
  constraint payment_attempts_captured check ((captured_at is not null) = (state in ('paid', 'paid_late')))
);
create index payment_attempts_order on payment_attempts (order_id);
create index payment_attempts_created on payment_attempts (created_at);
-- An order is paid once; every further payment is late and goes back.
create unique index payment_attempts_paid_once on payment_attempts (order_id) where state = 'paid';

-- Everything that reported a payment, believed or not.
create table payment_notices (
  id bigint generated always as identity primary key,
  attempt_id uuid references payment_attempts, -- null: it names no attempt
  source text not null,
  verdict text not null,
  fields jsonb not null, -- as received, cut to length
  received_at timestamptz not null,
  constraint payment_notices_source check (source in ('return', 'notice', 'client', 'enquiry'))
);
create index payment_notices_attempt on payment_notices (attempt_id);
create index payment_notices_received on payment_notices (received_at) where attempt_id is null;

-- Enquiries sent on a day in Malaysia, for the gateway's daily limit.
create table payment_enquiry_days (
  day date primary key,
  sent integer not null
);

-- The gateway has no refund call: staff pay back in its portal and record it here.
create table refunds (
  id uuid primary key,
  attempt_id uuid not null references payment_attempts,
  amount bigint not null, -- sen
  reason text not null,
  state text not null,
  operator_reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint refunds_amount check (amount > 0),
  constraint refunds_reason check (reason in ('order_canceled', 'paid_twice', 'paid_late')),
  constraint refunds_state check (state in ('requested', 'approved', 'sent', 'settled', 'failed')),
  constraint refunds_reference check (state <> 'settled' or operator_reference is not null)
);
create index refunds_attempt on refunds (attempt_id);
create index refunds_created on refunds (created_at);
