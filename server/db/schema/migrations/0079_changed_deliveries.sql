-- Sen of the delivery and bag fees of a paid order that were refunded because staff changed its slot or address.
alter table orders add column delivery_refunded bigint check (delivery_refunded > 0);

alter table refunds drop constraint refunds_reason;
alter table refunds add constraint refunds_reason check (reason in
  ('order_canceled', 'paid_twice', 'paid_late', 'whole_order', 'items', 'goodwill', 'delivery_changed'));

-- New orders and cancellation requests that the shop hears of in a digest; null: the next one.
create table shop_news (
  id uuid primary key,
  about text not null constraint shop_news_about check (about in ('order', 'cancellation')),
  order_id uuid not null references orders (id) on delete cascade,
  at timestamptz not null,
  digest_id uuid
);
create index shop_news_due on shop_news (id) where digest_id is null;
create index shop_news_digest on shop_news (digest_id);
create index shop_news_at on shop_news (at);
