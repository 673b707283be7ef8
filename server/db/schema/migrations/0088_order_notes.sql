-- Notes and tags of orders, for staff alone.
create table order_notes (
  id uuid primary key,
  order_id uuid not null references orders (id),
  text text not null,
  at timestamptz not null,
  written_by text not null
);
create index order_notes_order on order_notes (order_id, id);
alter table orders add column tags text[];
