-- What the store locator shows of outlets.

alter table outlets
  add column exceptions jsonb not null default '[]', -- other hours on single days
  add column services jsonb not null default '[]',
  add column photo_hash text references images,
  add column opened_on date,
  add column is_active boolean not null default true; -- shown in the locator
