-- Without a transaction.
-- The daily job reads the birthdays of a day, among all customers.
drop index concurrently if exists customers_birthday;
create index concurrently customers_birthday on customers
  ((extract(month from date_of_birth) * 100 + extract(day from date_of_birth)), id)
  where status = 'active' and date_of_birth is not null;
