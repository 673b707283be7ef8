-- A zone may list ranges of postcodes beside its states; the narrowest range that contains a postcode decides.
create table delivery_zone_postcodes (
  zone_id bigint not null references delivery_zones,
  first text not null,
  last text not null,
  primary key (first, last),
  constraint delivery_zone_postcodes_digits check (first ~ '^\d{5}$' and last ~ '^\d{5}$'),
  constraint delivery_zone_postcodes_order check (first <= last)
);
create index delivery_zone_postcodes_zone on delivery_zone_postcodes (zone_id);
create trigger raises_settings_version after insert or update or delete or truncate on delivery_zone_postcodes
  for each statement execute function raise_settings_version();

-- Bands: other fees from an amount or a weight on. Free shipping: a list of rules, of which any suffices.
alter table delivery_rates
  add column bands jsonb not null default '[]',
  add column free_shipping jsonb not null default '[]';
update delivery_rates set free_shipping = jsonb_build_array(jsonb_build_object(
    'min_amount', free_min_amount, 'max_amount', free_max_amount, 'min_quantity', free_min_quantity,
    'max_quantity', free_max_quantity, 'min_weight', free_min_weight, 'max_weight', null))
  where coalesce(free_min_amount, free_min_quantity, free_min_weight) is not null;
alter table delivery_rates
  drop column free_min_amount,
  drop column free_max_amount,
  drop column free_min_quantity,
  drop column free_max_quantity,
  drop column free_min_weight,
  add constraint delivery_rates_lists check (jsonb_typeof(bands) = 'array' and jsonb_typeof(free_shipping) = 'array');

-- A note of the shop's own is a code with parameters, worded in the reader's language; `note` is what someone wrote.
alter table order_history add column note_code text, add column note_params jsonb;
update order_history set note = null, note_code = 'order_note.unpaid',
    note_params = jsonb_build_object('minutes', substring(note from '\d+')::integer)
  where changed_by = 'shop' and note ~ '^(Not paid within \d+ minutes|\d+ 分钟内未付款)$';
