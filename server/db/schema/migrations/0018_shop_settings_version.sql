-- The version of the shop settings under its own name: "terms" are the legal ones.
alter table terms_version rename to settings_version;
alter table settings_version rename constraint terms_version_pkey to settings_version_pkey;
alter table settings_version rename constraint terms_version_only to settings_version_only;

alter function note_new_terms() rename to raise_settings_version;
create or replace function raise_settings_version() returns trigger language plpgsql as $$
begin
  update settings_version set version = gen_random_uuid();
  return null;
end
$$;

alter trigger settings_are_terms on settings rename to raises_settings_version;
alter trigger states_are_terms on states rename to raises_settings_version;
alter trigger delivery_methods_are_terms on delivery_methods rename to raises_settings_version;
alter trigger delivery_zone_states_are_terms on delivery_zone_states rename to raises_settings_version;
alter trigger delivery_rates_are_terms on delivery_rates rename to raises_settings_version;
alter trigger delivery_slot_templates_are_terms on delivery_slot_templates rename to raises_settings_version;
alter trigger payment_methods_are_terms on payment_methods rename to raises_settings_version;

-- Names of zones are settings too: a cart without a destination names the zone that its fee holds for.
create trigger raises_settings_version after insert or update or delete or truncate on delivery_zones
  for each statement execute function raise_settings_version();
