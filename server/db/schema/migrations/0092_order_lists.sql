-- Indexes of the office's lists: orders by slot, by parts of the recipient's name, and by product.
create index orders_listed on orders (type, status, payment_status, payment_method, delivery_method_id);
create index orders_slot_start on orders (slot_starts_at, slot_template_id) where slot_starts_at is not null;
create index orders_recipient on orders using gin (grams(shipping_address ->> 'recipient'));
create index orders_open on orders (status, slot_starts_at) where status in ('pending', 'processing', 'packed', 'delivery');
create index order_lines_product_order on order_lines (product_id, order_id);
drop index order_lines_product;

-- The day's numbers.
create index order_history_at on order_history (at);
create index refunds_settled on refunds (updated_at) where state = 'settled';
create index cash_collections_at on cash_collections (at);
create index notification_deliveries_failed on notification_deliveries (finished_at) where state = 'failed';
create index search_misses_recent on search_misses (last_at);
create index inventory_negative on inventory (quantity) where quantity < 0;
