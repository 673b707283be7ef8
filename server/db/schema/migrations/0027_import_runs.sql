-- The last import of the catalogue, so that `npm run catalog:undo` can take it back.
create table import_runs (
  id uuid primary key,
  file text not null,
  started_at timestamptz not null
);

-- What the import changed of each product: its fields before and after. Both are null for a new product.
create table import_changes (
  import_id uuid not null references import_runs (id) on delete cascade,
  product_id bigint not null references products (id) on delete cascade,
  before jsonb,
  after jsonb,
  primary key (import_id, product_id),
  constraint import_changes_both check ((before is null) = (after is null))
);
create index import_changes_product on import_changes (product_id);

-- The brands, categories and tags that the import made.
create table import_labels (
  import_id uuid not null references import_runs (id) on delete cascade,
  kind text not null,
  slug text not null,
  primary key (import_id, kind, slug),
  constraint import_labels_kind check (kind in ('brand', 'category', 'tag'))
);
