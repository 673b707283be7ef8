-- Enquiries of a day are counted by what they are for, so that none uses up what another needs.
alter table payment_enquiry_days add column purpose text not null default 'schedule';
alter table payment_enquiry_days drop constraint payment_enquiry_days_pkey;
alter table payment_enquiry_days add primary key (day, purpose);
alter table payment_enquiry_days alter column purpose drop default;

alter table payment_attempts
  add column sent_at timestamptz, -- when the shopper first went to the gateway
  add column enquired_at timestamptz, -- the last enquiry, or the last one that the day's number held back
  add column answered_at timestamptz, -- the last answer that said whether it is paid; null once it was sent again
  add column is_unanswered boolean not null default false, -- the last enquiry had no such answer
  add column shopper_enquiries smallint not null default 0, -- caused by the order's pages
  add column report_enquiries smallint not null default 0; -- caused by reports that do not count
update payment_attempts set sent_at = created_at where state <> 'created';

drop index payment_attempts_unresolved;
create index payment_attempts_unresolved on payment_attempts (id)
  where state in ('sent', 'pending') or is_unanswered or (captured_at is not null and not is_confirmed);

-- Unpaid online orders are counted by the same five keys as open orders paid on delivery. `is not null` keeps these
-- indexes out of queries without the key.
create index orders_waiting_phone on orders (contact_phone, created_at)
  where status = 'pending' and payment_status in ('unpaid', 'failed') and payment_method <> 'cod'
    and contact_phone is not null;
create index orders_waiting_email on orders (contact_email, created_at)
  where status = 'pending' and payment_status in ('unpaid', 'failed') and payment_method <> 'cod'
    and contact_email is not null;
create index orders_waiting_address on orders (address_hash, created_at)
  where status = 'pending' and payment_status in ('unpaid', 'failed') and payment_method <> 'cod'
    and address_hash is not null;
create index orders_waiting_network on orders (network_hash, created_at)
  where status = 'pending' and payment_status in ('unpaid', 'failed') and payment_method <> 'cod'
    and network_hash is not null and not is_proven;
create index orders_waiting_customer on orders (customer_id, created_at)
  where status = 'pending' and payment_status in ('unpaid', 'failed') and payment_method <> 'cod'
    and customer_id is not null;

create index orders_unpaid_mail on orders (contact_email, unpaid_mail_at) where unpaid_mail_at is not null;
