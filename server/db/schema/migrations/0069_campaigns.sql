-- Marketing notifications that staff send to many customers (docs/readings.md#64).
create table campaigns (
  id uuid primary key,
  title_en text not null,
  title_zh text not null,
  body_en text not null,
  body_zh text not null,
  action_url text,
  image text, -- hash
  tier text, -- code; null: every tier
  state_id text references states, -- of the default address; null: every state
  state text not null check (state in ('scheduled', 'running', 'sent', 'canceled')),
  -- The last customer whose notification was decided: the next batch follows it.
  after_customer uuid not null default '00000000-0000-0000-0000-000000000000',
  recipients integer not null default 0,
  created_by text not null, -- email of the staff member
  created_at timestamptz not null,
  starts_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create index campaigns_created on campaigns (created_at desc, id desc);

alter table notifications add column campaign_id uuid references campaigns;
create index notifications_campaign on notifications (campaign_id, customer_id) where campaign_id is not null;

-- Links in mails to an account that was merged lead to the one that it was merged into.
create index account_merges_from on account_merges (from_customer_id);
