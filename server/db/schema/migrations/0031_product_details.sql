-- What other shops export of a product beyond what it shows in lists.
alter table products
  add column seo_title_en text,
  add column seo_title_zh text,
  add column seo_description_en text,
  add column seo_description_zh text,
  -- Alternative texts of its pictures in their order, the product's own first: [{ "en": …, "zh": … }].
  add column image_alts jsonb not null default '[]',
  -- What the shop pays for one, in sen. Never in an answer to shoppers.
  add column cost_price integer,
  -- ISO 3166-1 alpha-2.
  add column origin_country text,
  add column tax_class text,
  add constraint products_cost_price check (cost_price >= 0),
  add constraint products_origin_country check (origin_country ~ '^[A-Z]{2}$');
alter table variation_options
  add column cost_price integer,
  add constraint variation_options_cost_price check (cost_price >= 0);
