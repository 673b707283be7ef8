-- What staff recorded about a refund, and which day's settlement had a payment.
alter table refunds add column failure text;
alter table refunds drop constraint refunds_reference;
alter table refunds add constraint refunds_reference
  check (state not in ('sent', 'settled') or operator_reference is not null);
alter table refunds add constraint refunds_failure check (state <> 'failed' or failure is not null);
create index refunds_state on refunds (state, id);

-- Last day of the settlement file in which the payment was found.
alter table payment_attempts add column settled_on date;
create index payment_attempts_unsettled on payment_attempts (captured_at)
  where captured_at is not null and settled_on is null;
