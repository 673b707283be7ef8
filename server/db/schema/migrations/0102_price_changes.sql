-- Changes of prices wait for a second person, too.
alter table staff_approvals drop constraint staff_approvals_kind_check;
alter table staff_approvals add constraint staff_approvals_kind
  check (kind in ('wallet_adjustment', 'price_change')) not valid;
