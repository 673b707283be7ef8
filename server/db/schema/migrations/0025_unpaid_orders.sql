-- Online orders that wait for their payment, which a job cancels after 30 minutes.
create index orders_unpaid_online on orders (created_at)
  where status = 'pending' and payment_status in ('unpaid', 'failed') and payment_method <> 'cod';
