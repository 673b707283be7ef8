-- Devices on which a customer signed in: they have limits of their own (docs/security.md#limits).
create table known_devices (
  device_hash text not null, -- SHA-256 of the device's token
  customer_id uuid not null references customers on delete cascade,
  last_used_at timestamptz not null,
  primary key (device_hash, customer_id)
);
create index known_devices_customer on known_devices (customer_id, last_used_at);
create index known_devices_age on known_devices (last_used_at);

-- Codes that a recognised customer requested stand beside those that anyone requested for the same contact.
alter table codes add column requested_by text not null default ''; -- id of the recognised customer, else empty
alter table codes add column allowance text not null default ''; -- id of the recognised owner of the contact, else empty
update codes set requested_by = customer_id::text where customer_id is not null;
alter table codes drop constraint codes_pkey;
alter table codes add primary key (contact, purpose, requested_by);

alter table code_sends add column wide_hash text; -- as address_hash, of the IPv6 /48
alter table code_sends add column caller_hash text; -- as address_hash, of the guest token or customer
alter table code_sends add column allowance text not null default ''; -- as in codes
alter table code_sends add column code_hash text;
alter table code_sends add column used_at timestamptz;
create index code_sends_wide on code_sends (wide_hash, at) where wide_hash is not null;
create index code_sends_caller on code_sends (caller_hash, at) where caller_hash is not null;
