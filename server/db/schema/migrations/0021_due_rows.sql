-- Indexes by which statements read only the rows that they need, where they scanned the table.
create index code_sends_age on code_sends (at);
create index codes_customer on codes (customer_id) where customer_id is not null;
create index contact_tickets_age on contact_tickets (created_at);
create index contact_tickets_email on contact_tickets (email, created_at);
create index customers_referrer on customers (referred_by) where referred_by is not null;
create index orders_networks on orders (created_at) where network_hash is not null;
create index orders_updated on orders (updated_at);
