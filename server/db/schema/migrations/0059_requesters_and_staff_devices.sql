-- Wrong tries of a code by callers other than its requester.
alter table codes add column other_tries integer not null default 0;

-- Devices on which staff signed in: they have limits of their own (docs/security.md#limits).
create table staff_devices (
  device_hash text not null, -- SHA-256 of the device's token
  staff_id uuid not null references staff on delete cascade,
  last_used_at timestamptz not null,
  primary key (device_hash, staff_id)
);
create index staff_devices_staff on staff_devices (staff_id, last_used_at);
create index staff_devices_age on staff_devices (last_used_at);
