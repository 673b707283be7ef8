-- Blocks of customers, and notes about them. `grams` splits a text into its pairs and triples of characters, so that an
-- index finds parts of names without an extension, Chinese names too.
create function grams(words text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(lower(words), at, size)), '{}')
  from generate_series(1, length(words)) at, generate_series(2, 3) size
  where at + size - 1 <= length(words)
$$;

alter table customers add column blocked_at timestamptz;
alter table customers add column blocked_by text;
alter table customers add column blocked_reason text;

create table customer_notes (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  text text not null,
  created_by text not null,
  created_at timestamptz not null
);
create index customer_notes_customer on customer_notes (customer_id, id);
