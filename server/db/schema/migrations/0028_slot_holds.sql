-- A delivery slot's zones, its limits in items and bulky items beside its orders, and carts' holds on slots.

alter table delivery_slot_templates
  add column items_capacity integer, -- items of all its orders; null: no limit
  add column bulky_capacity integer, -- bulky items of all its orders; null: no limit
  add column zones text[] not null default '{}', -- codes of delivery zones, sorted; none: every zone
  drop constraint delivery_slot_templates_start,
  -- The same window may have other places in another zone.
  add constraint delivery_slot_templates_start unique (method_id, starts_minute, zones),
  add constraint delivery_slot_templates_capacities check (items_capacity >= 0 and bulky_capacity >= 0);

alter table delivery_slots
  add column taken_items integer not null default 0,
  add column taken_bulky integer not null default 0,
  add constraint delivery_slots_items check (taken_items >= 0 and taken_bulky >= 0);

-- What the order took of its slot, returned when it is canceled.
alter table orders
  add column slot_items integer not null default 0,
  add column slot_bulky integer not null default 0;

-- The slot that the cart holds a place of, while `choices -> 'hold' ->> 'until'` is ahead.
alter table carts
  add column held_slot_id text generated always as (choices -> 'hold' ->> 'slot_id') stored;
create index carts_held_slots on carts (held_slot_id) where held_slot_id is not null;

-- Sums what carts other than `own` hold of a slot, with holds that are live at `at`. Volatile, so that it reads what
-- was committed while the statement around it waited for the slot's lock.
create function held_of_slot(slot_id text, at timestamptz, own uuid)
  returns table (orders integer, items integer, bulky integer) language plpgsql volatile as $$
begin
  return query select count(*)::integer, coalesce(sum((c.choices -> 'hold' ->> 'items')::integer), 0)::integer,
    coalesce(sum((c.choices -> 'hold' ->> 'bulky')::integer), 0)::integer
  from carts c where c.held_slot_id = slot_id and (c.choices -> 'hold' ->> 'until')::timestamptz > at and c.id <> own;
end $$;
