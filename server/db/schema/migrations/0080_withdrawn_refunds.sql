-- Staff may withdraw a requested refund: what it took is recorded, so that it can be undone.
alter table refunds drop constraint refunds_state;
alter table refunds add constraint refunds_state
  check (state in ('requested', 'approved', 'sent', 'settled', 'failed', 'withdrawn'));
-- What it took off the order, [{ inventory_id, quantity, restocked }]; null: not recorded.
alter table refunds add column stock jsonb;
-- Pending points that it took back.
alter table refunds add column pending_points bigint not null default 0 check (pending_points >= 0);

-- The refund that voided the voucher.
alter table own_vouchers add column voided_by uuid references refunds;
create index own_vouchers_voided_by on own_vouchers (voided_by) where voided_by is not null;
