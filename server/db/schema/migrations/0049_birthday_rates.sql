-- A rule may multiply the points of orders and receipts, as in the month of a birthday.
alter table earn_rules
  drop constraint earn_rules_per,
  add constraint earn_rules_per check (per in ('once', 'day', 'order', 'friend', 'year', 'multiplier')),
  drop constraint earn_rules_once,
  add constraint earn_rules_once unique nulls not distinct (key, kind, day, per);
alter table orders add column earn_times integer not null default 100; -- hundredths that the rate was multiplied by
