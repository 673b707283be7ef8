-- A missed birthday is rewarded later, except to customers who entered it after its day (docs/readings.md#58).
alter table customers add column birthday_set_at timestamptz;
-- Birthdays entered lately: no earlier than the last change of the profile is certain.
update customers set birthday_set_at = updated_at
where date_of_birth is not null and updated_at > now() - interval '8 days';

-- Overdue orders wait longer and longer for a payment about which the gateway gave no clear answer, last at this time.
alter table payment_attempts add column unclear_at timestamptz;
