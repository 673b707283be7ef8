-- Goods that are missing when an order is picked. A paid order gets a refund; of one that is paid on delivery, the driver
-- collects less: sen.
alter table orders add column undelivered bigint check (undelivered > 0);
alter table orders drop constraint orders_total_adds_up;
alter table orders add constraint orders_total_adds_up check (grand_total = items_total - discount - coupon_discount
  + delivery_fee + bag_fee + tip - voucher - points - coins - coalesce(undelivered, 0) + rounding) not valid;

alter table refunds drop constraint refunds_reason;
alter table refunds add constraint refunds_reason check (reason in
  ('order_canceled', 'paid_twice', 'paid_late', 'whole_order', 'items', 'goodwill', 'delivery_changed', 'short')) not valid;
-- One for short goods also records goods that cost nothing, or that the driver does not collect for.
alter table refunds drop constraint refunds_amount;
alter table refunds add constraint refunds_amount check (amount >= 0 and coins >= 0 and points >= 0
  and (amount + coins + points_value > 0 or reason = 'short')) not valid;
