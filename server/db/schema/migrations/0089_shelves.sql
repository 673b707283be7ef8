-- Where a product stands in the shop: aisle and shelf, such as `A3-2`.
alter table products add column shelf text;
