-- `npm run catalog:undo` takes back the last stock or price file, too: one run of each kind is known.
alter table import_runs add column kind text not null default 'import';
alter table import_runs add constraint import_runs_kind check (kind in ('import', 'stock', 'prices'));

-- What a daily file changed of each product or option: its count, or its price and sales, before and after.
create table import_variant_changes (
  import_id uuid not null references import_runs (id) on delete cascade,
  product_id bigint not null references products (id) on delete cascade,
  option_id bigint references variation_options (id) on delete cascade,
  code text not null, -- the SKU or barcode by which the file named it
  before jsonb not null,
  after jsonb not null,
  constraint import_variant_changes_once unique nulls not distinct (import_id, product_id, option_id)
);
create index import_variant_changes_product on import_variant_changes (product_id);
create index import_variant_changes_option on import_variant_changes (option_id) where option_id is not null;
