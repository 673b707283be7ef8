-- Photos of contact messages, re-encoded as JPEG. One without a ticket is not sent yet, and is removed after a day.
create table contact_photos (
  id uuid primary key,
  ticket_id uuid references contact_tickets on delete cascade,
  -- Its place in the message, from 1.
  place smallint,
  jpeg bytea not null,
  created_at timestamptz not null,
  check ((ticket_id is null) = (place is null))
);
create index contact_photos_ticket on contact_photos (ticket_id, place) where ticket_id is not null;
create index contact_photos_unsent on contact_photos (created_at) where ticket_id is null;
