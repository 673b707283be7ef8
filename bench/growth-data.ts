/**
 * Fills a shop with years of customers, orders and wallet entries, by statements that make rows in the database. Each
 * customer has one order and ten entries, at every size, so that a statement about one customer has the same work.
 */
export type GrowthSize = { customers: number; products: number };

/** Days over which orders and entries are spread, the last of them today. */
const DAYS = 730;
const LINES = 5;
const ENTRIES = 10;

/** The id of the customer, order or other record number `n`. */
const idOf = (n: string): string => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
/** Spreads record number `n` over the days, the newest last, as time-ordered ids do. */
const at = (n: string, count: number): string => `now() - interval '${DAYS} days' * (1 - ${n}::float8 / ${count})`;

/** Points that do not expire while the benchmark is in use. */
const lot = (amount: number): string => `'[{"amount":${amount},"expires_at":"2090-01-01T00:00:00Z"}]'::jsonb`;

const ADDRESS = `jsonb_build_object('recipient', 'Customer ' || n, 'email', 'customer' || n || '@example.com',
  'contact_number', '+6012' || lpad(n::text, 8, '0'), 'street_address', n || ' Jalan Besar', 'city', 'Petaling Jaya',
  'zip', '47300', 'state', 'Selangor', 'state_id', 'MY-10', 'country', 'MY')`;

/**
 * Lists the statements that fill a shop with its products, in their order. Foreign keys and triggers are off, as in a
 * load by `pg_restore`.
 */
export function growthStatements({ customers: count }: GrowthSize): string[] {
  const many = `generate_series(1, ${count}) n`;
  return [
    `set session_replication_role = replica`,
    `set synchronous_commit = off`,
    `set work_mem = '256MB'`,
    `create temporary table products_by_number as
       select row_number() over (order by id) - 1 as number, id, slug, name_en from products`,
    `create index on products_by_number (number)`,
    `analyze products_by_number`,
    `insert into customers (id, name, display_name, email, email_verified_at, phone, phone_verified_at, lang, referral_code,
       created_at, updated_at)
     select ${idOf('n')}, 'Customer ' || n, 'Customer', 'customer' || n || '@example.com', now(),
       '+6012' || lpad(n::text, 8, '0'), now(), 'en', 'G' || n, ${at('n', count)}, ${at('n', count)} from ${many}`,
    `insert into customer_sessions (id, customer_id, token_hash, platform, device, remember, created_at, last_used_at,
       expires_at)
     select ${idOf('n')}, ${idOf('n')}, encode(sha256(('c_growth_' || lpad(n::text, 24, '0'))::bytea), 'hex'), 'web', 'Browser', true, now(), now(), now() + interval '30 days'
     from ${many}`,
    `insert into addresses (id, customer_id, recipient, email, contact_number, street_address, city, zip, state_id, country,
       is_default, created_at, updated_at)
     select ${idOf('n')}, ${idOf('n')}, 'Customer ' || n, 'customer' || n || '@example.com',
       '+6012' || lpad(n::text, 8, '0'), n || ' Jalan Besar', 'Petaling Jaya', '47300', 'MY-10', 'MY', true, now(), now()
     from ${many}`,
    `insert into memberships (customer_id, tier_id, since)
     select ${idOf('n')}, (select min(id) from membership_tiers), ${at('n', count)} from ${many}`,
    `insert into orders (id, order_number, cart_id, cart_version, customer_id, status, payment_status, payment_method, lang,
       contact_email, contact_phone, shipping_address, billing_address, delivery_method_id, delivery_method_en,
       slot_template_id, slot_starts_at, slot_ends_at, leave_at_door, items_total, discount, delivery_fee, bag_fee, tip,
       rounding, grand_total, created_at, updated_at, is_proven)
     select ${idOf('n')}, 'G' || lpad(upper(to_hex(n)), 7, '0'), ${idOf('n')}, 1, ${idOf('n')},
       case when n > ${count} - 400 then (array['pending', 'processing', 'packed', 'delivery'])[n % 4 + 1]
         when n % 20 = 0 then 'canceled' else 'complete' end,
       case when n > ${count} - 400 or n % 20 = 0 then 'unpaid' else 'paid' end,
       'cod', 'en', 'customer' || n || '@example.com', '+6012' || lpad(n::text, 8, '0'), ${ADDRESS}, ${ADDRESS},
       m.id, m.name_en, t.id, date_trunc('hour', ${at('n', count)}), date_trunc('hour', ${at('n', count)}) + interval '2 hours',
       false, 10000, 0, 0, 0, 0, 0, 10000, ${at('n', count)}, ${at('n', count)}, true
     from ${many}, (select id, name_en from delivery_methods order by id limit 1) m,
       (select id from delivery_slot_templates order by id limit 1) t`,
    `insert into order_lines (order_id, position, product_id, slug, name_en, image_hash, stage, quantity, price, final_price,
       price_total)
     select ${idOf('n')}, line, p.id, p.slug, p.name_en, 'growth', 'snack', 1, 2000, 2000, 2000
     from ${many} cross join generate_series(0, ${LINES - 1}) line
     join products_by_number p on p.number = (n::bigint * 7 + line * 13) % (select count(*) from products_by_number)`,
    `insert into order_stock (order_id, inventory_id, quantity)
     select l.order_id, i.id, 1 from order_lines l join (select product_id, min(id) as id from inventory group by 1) i
       on i.product_id = l.product_id on conflict do nothing`,
    `insert into order_history (order_id, status, payment_status, at)
     select ${idOf('n')}, status, 'unpaid', ${at('n', count)}
     from ${many}, unnest(array['pending', 'processing', 'packed', 'delivery']) status`,
    `insert into wallets (customer_id, kind, balance, lots, next_expiry_at)
     select ${idOf('n')}, 'point', ${ENTRIES * 10}, ${lot(ENTRIES * 10)}, '2090-01-01Z'
     from ${many}`,
    `insert into wallet_entries (id, customer_id, kind, amount, balance_after, lots, action, source, created_at)
     select ('00000000-0000-7' || lpad(to_hex(entry), 3, '0') || '-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${idOf('n')}, 'point', 10,
       entry * 10, ${lot(10)}, 'order', 'entry ' || entry, ${at('n', count)}
     from ${many} cross join lateral (select entry from generate_series(1, ${ENTRIES}) entry where n > 0) entries`,
    `insert into qualifying_spend (customer_id, source, amount, at)
     select ${idOf('n')}, 'order ' || n, 10000, ${at('n', count)} from ${many}`,
    `insert into notifications (id, kind, source, customer_id, order_id, data, in_inbox, created_at)
     select ${idOf('n')}, 'order_placed', 'growth ' || n, ${idOf('n')}, ${idOf('n')}, '{}', true, ${at('n', count)} from ${many}`,
    `insert into notification_deliveries (notification_id, channel, state, customer_id, counts_to_limit, due_at, finished_at)
     select ${idOf('n')}, channel, 'sent', ${idOf('n')}, false, ${at('n', count)}, ${at('n', count)}
     from ${many}, unnest(array['inbox', 'email']) channel`,
    `insert into consents (customer_id, kind, given, version, channel, at)
     select ${idOf('n')}, 'terms', true, '1', 'web', ${at('n', count)} from ${many}`,
    `insert into wishlist (customer_id, product_id, created_at)
     select ${idOf('n')}, (select min(id) from products), now() from ${many}`,
    `insert into staff_audit (at, staff_email, action, subject)
     select ${at('n', count)}, 'packer' || n % 20 || '@example.com', 'order.advance', 'order ' || n from ${many}`,
    `reset session_replication_role`,
    `vacuum analyze`,
  ];
}
