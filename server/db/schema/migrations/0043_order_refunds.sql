-- Refunds of orders by staff: of the whole order, of items or as goodwill, also of cash.
alter table refunds add column order_id uuid references orders;
update refunds r set order_id = a.order_id from payment_attempts a where a.id = r.attempt_id;
alter table refunds alter column order_id set not null;
alter table refunds alter column attempt_id drop not null; -- null: paid in cash, or with coins and points alone
alter table refunds add column items jsonb not null default '[]'; -- [{ position, quantity }] of the order's lines
alter table refunds add column goods bigint not null default 0; -- sen of the refunded goods after discounts
alter table refunds add column coins bigint not null default 0; -- coins that went back
alter table refunds add column points bigint not null default 0; -- points that went back
alter table refunds add column points_value bigint not null default 0; -- sen that they had paid
alter table refunds add column comment text; -- of staff
alter table refunds add column settled_on date; -- last day of the settlement file in which the refund was found
alter table refunds drop constraint refunds_amount;
alter table refunds add constraint refunds_amount
  check (amount >= 0 and coins >= 0 and points >= 0 and amount + coins + points_value > 0);
alter table refunds drop constraint refunds_reason;
alter table refunds add constraint refunds_reason
  check (reason in ('order_canceled', 'paid_twice', 'paid_late', 'whole_order', 'items', 'goodwill'));
alter table refunds drop constraint refunds_reference;
alter table refunds add constraint refunds_reference
  check (state not in ('sent', 'settled') or operator_reference is not null or amount = 0);
create index refunds_order on refunds (order_id);
create index refunds_unsettled on refunds (updated_at)
  where state = 'settled' and settled_on is null and attempt_id is not null;

create index payment_attempts_unresolved on payment_attempts (id)
  where state in ('sent', 'pending') or (captured_at is not null and not is_confirmed);

-- The friend's order that rewarded the referrer, because its refund takes the reward back.
alter table referrals add column order_id uuid references orders;
update referrals r set order_id = (
  select o.id from orders o where o.customer_id = r.friend_id and o.status = 'complete' order by o.created_at limit 1
) where r.state = 'rewarded';
create index referrals_order on referrals (order_id) where order_id is not null;
alter table referrals drop constraint referrals_void_reason;
alter table referrals add constraint referrals_void_reason
  check (void_reason in ('same_device', 'same_contact', 'same_address', 'monthly_limit', 'refunded'));
