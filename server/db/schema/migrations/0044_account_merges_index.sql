-- Finds the accounts that joined a customer's.

create index account_merges_into on account_merges (into_customer_id);
