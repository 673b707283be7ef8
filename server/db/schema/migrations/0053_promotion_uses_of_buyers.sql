-- Carts look up what a buyer has used of automatic promotions, by customer, phone and email.
create index promotion_uses_customer on promotion_uses (customer_id, promotion_id);
create index promotion_uses_phone on promotion_uses (phone_hash, promotion_id);
create index promotion_uses_email on promotion_uses (email_hash, promotion_id);
