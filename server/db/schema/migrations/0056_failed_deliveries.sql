-- Cash that staff recorded for orders paid on delivery, when they were delivered or the delivery failed.
create table cash_collections (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  outcome text not null,
  amount bigint not null, -- sen
  total bigint not null, -- sen of the order
  at timestamptz not null,
  recorded_by text not null, -- email of staff
  constraint cash_collections_amount check (amount >= 0),
  constraint cash_collections_outcome check (outcome in ('complete', 'retry', 'cancel'))
);
create index cash_collections_order on cash_collections (order_id);
-- Cash of a failed delivery, and of a delivered order whose amount is not its total.
create index cash_collections_differ on cash_collections (id) where outcome <> 'complete' or amount <> total;
