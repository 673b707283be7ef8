-- The refund that took a failed one's money over. A failed refund without one is still owed.
alter table refunds add column replaced_by uuid references refunds;
alter table refunds add constraint refunds_replaced check (replaced_by is null or state = 'failed');
