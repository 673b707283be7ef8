-- The life of a code and the wait for another one count from its first attempt to be sent, not from the request.
alter table codes add column is_sent boolean not null default false;
