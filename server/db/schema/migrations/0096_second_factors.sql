-- The second factor of staff: the secret of an authenticator app, encrypted with the shop's secret. It counts once it is
-- confirmed. `last_step` is the time step of the last code that was used, so that no code is used twice.
create table staff_second_factors (
  staff_id uuid primary key references staff on delete cascade,
  encrypted_secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);

-- Recovery codes that were not used yet, as keyed hashes.
create table staff_recovery_codes (
  staff_id uuid not null references staff_second_factors on delete cascade,
  code_hash text not null,
  primary key (staff_id, code_hash)
);
