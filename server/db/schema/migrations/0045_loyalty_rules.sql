-- Rules of rewards by the names that a shop's folder gives them; several may reward one action.
alter table earn_rules add column key text;
update earn_rules set key = action;
alter table earn_rules
  alter column key set not null,
  drop constraint earn_rules_once,
  add constraint earn_rules_once unique nulls not distinct (key, kind, day);
