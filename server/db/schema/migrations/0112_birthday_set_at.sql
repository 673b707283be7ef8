-- A missed birthday is rewarded later, except to customers who entered it after its day (docs/readings.md#58). Null: when
-- the account was made.
alter table customers add column birthday_set_at timestamptz;
