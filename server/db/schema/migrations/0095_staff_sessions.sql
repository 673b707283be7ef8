-- Outlet managers, and what lists and locks sessions of staff. `version` rises with each change of the roles.
alter table staff
  drop constraint staff_roles,
  add constraint staff_roles check (
    roles <@ array['owner', 'catalog', 'orders', 'picker', 'support', 'finance', 'outlet_manager']::text[]
    and cardinality(roles) > 0),
  add column outlet_code text,
  add constraint staff_outlet check ((outlet_code is not null) = ('outlet_manager' = any(roles))),
  add column version integer not null default 0;

-- `last_used_at` is null for sessions of an older version of the server.
alter table staff_sessions
  add column id uuid not null default gen_random_uuid(),
  add column device text not null default '',
  add column last_used_at timestamptz,
  add column locks_when_idle boolean not null default false,
  add column locked_at timestamptz,
  add constraint staff_sessions_id_key unique (id);

-- Browsers on which a member of staff signed in, to notify them of a new one.
create table staff_browsers (
  staff_id uuid not null references staff on delete cascade,
  browser_hash text not null,
  primary key (staff_id, browser_hash)
);

-- What outlet managers see of their tills.
