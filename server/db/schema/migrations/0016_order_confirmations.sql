-- Orders of one email within minutes are confirmed by one mail: its id is that of its first order.
alter table orders add column confirmation_id uuid, add column confirm_at timestamptz;
update orders set confirmation_id = id, confirm_at = created_at;
create index orders_confirmation on orders (confirmation_id);
create index orders_email_confirmations on orders (contact_email, confirm_at);
