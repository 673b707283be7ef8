-- Numbers of orders within their delivery slot, for the bags that they are picked into. A row is never changed, so that
-- a printed number stays true: an order that is moved gets a number of its new slot, and no other gets its old one.
create table order_bags (
  order_id uuid not null references orders (id),
  slot_template_id bigint not null,
  slot_starts_at timestamptz not null,
  bag integer not null check (bag > 0),
  primary key (order_id, slot_template_id, slot_starts_at),
  constraint order_bags_number unique (slot_template_id, slot_starts_at, bag)
);
