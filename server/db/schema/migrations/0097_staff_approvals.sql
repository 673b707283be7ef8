-- Changes by staff that a second person approves. `value`: their worth in sen. `change`: what is made once approved.
create table staff_approvals (
  id uuid primary key,
  kind text not null check (kind in ('wallet_adjustment')),
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  subject text not null,
  value bigint not null check (value > 0),
  change jsonb not null,
  requested_by text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  comment text,
  check ((state = 'pending') = (decided_at is null)),
  check (state <> 'approved' or decided_by <> requested_by)
);
create index staff_approvals_pending on staff_approvals (expires_at) where state = 'pending';
create index staff_approvals_subject on staff_approvals (subject, id);
