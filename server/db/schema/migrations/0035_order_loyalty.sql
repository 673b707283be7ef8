-- What an order's voucher, points and coins paid, and the points that it earns, as when it was placed.
alter table orders
  add voucher bigint not null default 0, -- sen
  add points bigint not null default 0, -- sen
  add points_used bigint not null default 0,
  add coins bigint not null default 0, -- coins of one sen
  add earn_basis bigint not null default 0, -- sen that points are earned for
  add earn_rate integer not null default 0, -- hundredths of a point per ringgit
  add earn_points bigint not null default 0,
  add constraint orders_wallet_not_negative check (voucher >= 0 and points >= 0 and points_used >= 0 and coins >= 0),
  drop constraint orders_total_adds_up,
  add constraint orders_total_adds_up check (grand_total = items_total - discount - coupon_discount + delivery_fee
    + bag_fee + tip - voucher - points - coins + rounding);

-- Notices that points expire soon. `days` is how far ahead: each customer is notified of a lot once 30 and once 7 days ahead.
create table expiry_notices (
  customer_id uuid not null references customers,
  expires_at timestamptz not null,
  days smallint not null,
  created_at timestamptz not null,
  primary key (customer_id, expires_at, days)
);
