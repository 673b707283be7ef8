-- Pages that shoppers looked at before they installed the app (docs/readings.md#71): for 24 hours, each claimed once.
create table deferred_links (
  token_hash text primary key,
  path text not null, -- with its query
  created_at timestamptz not null
);
create index deferred_links_created on deferred_links (created_at);
