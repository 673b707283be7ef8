-- Reads the tables while they are written to.
alter table orders validate constraint orders_total_adds_up;
alter table refunds validate constraint refunds_reason;
alter table refunds validate constraint refunds_amount;
