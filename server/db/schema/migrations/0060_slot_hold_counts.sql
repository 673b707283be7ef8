-- Counts the live holds of a slot, and finds those that ran out, from an index alone.

-- Reads a time in ISO 8601 with its zone, which means the same in every session.
create function iso_time(text) returns timestamptz language sql immutable strict as 'select $1::timestamptz';

drop index carts_held_slots;
alter table carts
  add column held_until timestamptz generated always as (iso_time(choices -> 'hold' ->> 'until')) stored,
  add column held_items integer generated always as ((choices -> 'hold' ->> 'items')::integer) stored,
  add column held_bulky integer generated always as ((choices -> 'hold' ->> 'bulky')::integer) stored;
create index carts_held_slots on carts (held_slot_id, held_until) include (held_items, held_bulky)
  where held_slot_id is not null;

create or replace function held_of_slot(slot_id text, at timestamptz, own uuid)
  returns table (orders integer, items integer, bulky integer) language plpgsql volatile as $$
begin
  return query select count(*)::integer, coalesce(sum(c.held_items), 0)::integer, coalesce(sum(c.held_bulky), 0)::integer
  from carts c where c.held_slot_id = slot_id and c.held_until > at and c.id <> own;
end $$;
