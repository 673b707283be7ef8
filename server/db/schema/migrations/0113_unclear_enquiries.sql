-- Time of the gateway's last unclear answer about the payment, null after a clear one: overdue orders wait longer and
-- longer for the next.
alter table payment_attempts add column unclear_at timestamptz;
