-- Unpaid online orders are counted by mailbox, as open orders paid on delivery are, and by network also once they were
-- canceled unpaid.
drop index orders_waiting_email;
create index orders_waiting_mailbox on orders (mailbox_key(contact_email), created_at)
  where status = 'pending' and payment_status in ('unpaid', 'failed') and payment_method <> 'cod'
    and mailbox_key(contact_email) is not null;
drop index orders_waiting_network;
create index orders_waiting_network on orders (network_hash, created_at)
  where status in ('pending', 'canceled') and payment_status in ('unpaid', 'failed') and payment_method <> 'cod'
    and network_hash is not null and not is_proven;
