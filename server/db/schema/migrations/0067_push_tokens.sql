-- Registration tokens of the app on phones (docs/partners.md 3). A token belongs to the session that saved it and ends with it.
create table push_tokens (
  id uuid primary key,
  token text not null,
  token_hash text not null unique, -- SHA-256: a token has up to 4,096 characters, too many for an index
  customer_id uuid not null references customers on delete cascade,
  session_id uuid not null references customer_sessions on delete cascade,
  platform text not null check (platform in ('android', 'ios')),
  app_version text,
  lang text not null check (lang in ('en', 'zh')),
  created_at timestamptz not null,
  used_at timestamptz not null -- when the app saved it last
);
create index push_tokens_customer on push_tokens (customer_id, used_at);
create index push_tokens_session on push_tokens (session_id);
