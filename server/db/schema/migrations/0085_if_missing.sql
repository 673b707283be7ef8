-- What the shopper wants for missing goods: `IF_MISSING` of core/orders/picking.ts. Null: no choice of the order, or of
-- the line.
alter table orders add column if_missing text
  constraint orders_if_missing check (if_missing in ('replace', 'call', 'refund'));
alter table order_lines add column if_missing text
  constraint order_lines_if_missing check (if_missing in ('replace', 'call', 'refund'));
