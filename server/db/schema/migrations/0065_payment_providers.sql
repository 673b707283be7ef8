-- Each payment provider has a daily number of enquiries of its own.
alter table payment_enquiry_days add column gateway text not null default 'ipay88';
alter table payment_enquiry_days drop constraint payment_enquiry_days_pkey;
alter table payment_enquiry_days add primary key (day, purpose, gateway);

-- Refunds that a provider was called for, or will be, and that have no result yet.
create index refunds_unresolved on refunds (id) where state in ('approved', 'sent');
