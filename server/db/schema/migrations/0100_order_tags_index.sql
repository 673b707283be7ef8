-- Without a transaction.
-- Finds orders by a tag, and the latest tagged orders, whose tags are suggested.
drop index concurrently if exists orders_tags;
create index concurrently orders_tags on orders using gin (tags) where tags is not null;
drop index concurrently if exists orders_tagged;
create index concurrently orders_tagged on orders (id) where tags is not null;
