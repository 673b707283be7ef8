-- Open orders paid on delivery are counted by phone, email, address, network and customer (docs/security.md "Limits").
alter table orders
  add column is_proven boolean not null default false,
  add column address_hash text,
  add column network_hash text;
create index orders_open_phone on orders (contact_phone, created_at)
  where payment_method = 'cod' and payment_status = 'unpaid';
create index orders_open_email on orders (contact_email, created_at)
  where payment_method = 'cod' and payment_status = 'unpaid';
create index orders_open_address on orders (address_hash, created_at)
  where payment_method = 'cod' and payment_status = 'unpaid';
create index orders_open_network on orders (network_hash, created_at)
  where payment_method = 'cod' and payment_status = 'unpaid' and not is_proven;
