-- Banners have places, audiences, platforms, languages and a priority, and a picture of their own for phones.
-- Those of a running shop stay on the home page, for everyone.
alter table banners
  add column placement text not null default 'home_hero',
  add column audience text not null default 'everyone',
  add column tiers jsonb not null default '[]', -- codes, for the audience `tier`
  add column platforms jsonb not null default '[]', -- empty: all
  add column languages jsonb not null default '[]', -- empty: all
  add column categories jsonb not null default '[]', -- slugs, for the placement `category_top`; empty: all
  add column priority integer not null default 0, -- higher first
  add column focus jsonb, -- { x, y } in percent of the picture; null: its right edge
  add column phone_hash text references images (hash);
update banners set phone_hash = image_hash;
alter table banners
  alter column phone_hash set not null,
  add constraint banners_placement check
    (placement in ('home_hero', 'home_tile', 'category_top', 'search', 'cart', 'app', 'popup')),
  add constraint banners_audience check (audience in ('everyone', 'guest', 'customer', 'tier', 'new_customer'));
