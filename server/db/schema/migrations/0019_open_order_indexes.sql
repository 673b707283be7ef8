-- Open orders are counted by five keys, each with a partial index of its own: where one lacks it, PostgreSQL scans
-- another key's while the table is small, and keeps that plan while the table grows.
create index orders_open_customer on orders (customer_id, created_at)
  where payment_method = 'cod' and payment_status = 'unpaid' and customer_id is not null;

-- orders_email_confirmations begins with the same column.
drop index orders_contact_email;
