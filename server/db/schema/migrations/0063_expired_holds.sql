-- Finds the holds that ran out without reading those that are live. Its condition keeps the counting of a slot's holds
-- on `carts_held_slots`: while the table is nearly empty, an index on the time alone looks as good, and that plan stays.
create index carts_expired_holds on carts (held_until) where held_items is not null;
