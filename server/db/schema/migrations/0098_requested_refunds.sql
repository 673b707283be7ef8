-- The email of the member of staff whose call requested a refund, or `operator`; null: the shopper or the shop itself.
alter table refunds add column requested_by text;
