-- Without a transaction.
-- Staff sort customers by name. Compared by code points, since shops' databases have different collations.
drop index concurrently if exists customers_by_name;
create index concurrently customers_by_name on customers (lower(name) collate "C", id) where status = 'active';
