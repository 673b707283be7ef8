-- Orders that are picked, or were. Without a row, an order is packed without a list.
create table order_picking (
  order_id uuid primary key references orders (id),
  -- Email of staff; null once they released it.
  claimed_by text,
  claimed_at timestamptz,
  begun_at timestamptz not null,
  packed_by text,
  packed_at timestamptz,
  -- { ambient, chilled, frozen }
  bags jsonb,
  constraint order_picking_claim check ((claimed_by is null) = (claimed_at is null)),
  constraint order_picking_packed check ((packed_by is null) = (packed_at is null) and (bags is null or packed_at is not null))
);

-- Decided lines of orders.
create table order_picks (
  order_id uuid not null,
  position smallint not null,
  state text not null constraint order_picks_state check (state in ('found', 'short', 'replaced')),
  -- Units of the ordered goods that are delivered, and units for which the replacement comes.
  quantity integer not null check (quantity >= 0),
  replaced integer not null default 0 check (replaced >= 0),
  -- { product_id, variation_option_id, slug, name_en, name_zh, variant_en, variant_zh, image_hash, stage, quantity, price_total }
  replacement jsonb,
  -- The shopper said yes to the replacement.
  is_agreed boolean not null default false,
  -- Sen that the line costs less, after discounts; of these, what is refunded in money, and what is not collected.
  value bigint not null default 0 check (value >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  uncollected bigint not null default 0 check (uncollected >= 0),
  refund_id uuid references refunds (id),
  -- Changes of stock, to undo them: [{ inventory_id, pieces (of the order), sale (for sale) }]
  stock jsonb not null default '[]',
  -- When the picker did it, and when the shop heard of it.
  done_at timestamptz not null,
  decided_at timestamptz not null,
  decided_by text not null,
  primary key (order_id, position),
  constraint order_picks_line foreign key (order_id, position) references order_lines (order_id, position),
  constraint order_picks_replacement check ((state = 'replaced') = (replacement is not null) and (replaced > 0) = (replacement is not null))
);
