-- Staff accounts and sessions, an append-only log of what staff changed, and cancellation requests.

create table staff (
  id uuid primary key,
  email text not null unique, -- normalised
  password_hash text not null, -- argon2id
  roles text[] not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  constraint staff_roles check (
    roles <@ array['owner', 'catalog', 'orders', 'picker', 'support', 'finance'] and cardinality(roles) > 0
  )
);

create table staff_sessions (
  token_hash text primary key, -- SHA-256
  staff_id uuid not null references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_sessions_staff on staff_sessions (staff_id);

create table staff_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  staff_id uuid references staff, -- null: the operator on the shop's own machine
  staff_email text not null,
  action text not null, -- the endpoint, such as `staff.advanceOrder`
  subject text not null, -- such as `order 4F2K9QXA`
  before jsonb,
  after jsonb
);
create index staff_audit_subject on staff_audit (subject, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name;
end $$;
create trigger staff_audit_append_only before update or delete or truncate on staff_audit
  for each statement execute function refuse_change();

create table order_cancellations (
  id uuid primary key,
  order_id uuid not null references orders,
  state text not null,
  reason text not null, -- the shopper's
  comment text, -- staff's answer
  requested_at timestamptz not null,
  decided_at timestamptz, -- approved, rejected or withdrawn
  constraint order_cancellations_state check (state in ('requested', 'approved', 'rejected', 'withdrawn'))
);
create unique index order_cancellations_one_open on order_cancellations (order_id) where state = 'requested';
create index order_cancellations_order on order_cancellations (order_id, id);

-- Who changed the status: `shopper`, `shop` (a job) or the email of staff.
alter table order_history add column changed_by text not null default 'shopper';

create index orders_status on orders (status, created_at);
