-- Open orders are counted by mailbox, because one person has any number of its aliases. The rule is that of
-- `mailboxKey` (core/identity/mailbox.ts); a test compares the two.
create function mailbox_key(email text) returns text language sql immutable parallel safe return
  case when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(regexp_replace(split_part(email, '@', 1), '(.)\+.*$', '\1'), '.', '') || '@gmail.com'
    else regexp_replace(split_part(email, '@', 1), '(.)\+.*$', '\1') || '@' || split_part(email, '@', 2)
  end;
create index orders_open_mailbox on orders (mailbox_key(contact_email), created_at)
  where payment_method = 'cod' and payment_status = 'unpaid';
drop index orders_open_email;
