-- How an order reaches the shopper: `ORDER_TYPES` of core/orders/status.ts.
alter table orders add column type text not null default 'delivery' constraint orders_type check (type in ('delivery'));
