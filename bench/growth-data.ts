/**
 * Fills a shop with years of customers, orders and wallet entries, by statements that make rows in the database. Each
 * customer has ten entries and the same number of orders at every size, so that a statement about one customer has the
 * same work. The latest 400 orders are open.
 */
export type GrowthSize = { customers: number; orders: number; products: number };

/** Days over which orders and entries are spread, the last of them today. */
const SPREAD_DAYS = 730;
const OPEN_ORDERS = 400;
const ORDERS_PER_RUN = 20;
const NOTIFICATION_DAYS = 175;
const LINES_PER_ORDER = 5;
const ENTRIES_PER_CUSTOMER = 10;

/** SQL expression: the id of the customer, order or other record number `n`. */
const idSql = (n: string): string => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
/** SQL expression: the time of record number `n`, spread over the days, the newest last, as time-ordered ids are. */
const timeSql = (n: string, count: number): string =>
  `now() - interval '${SPREAD_DAYS} days' * (1 - ${n}::float8 / ${count})`;

/** SQL expression: a lot of points that does not expire while the benchmark is in use. */
const lotSql = (amount: number): string => `'[{"amount":${amount},"expires_at":"2090-01-01T00:00:00Z"}]'::jsonb`;

const FAMILY_NAMES =
  'Tan Lim Lee Wong Ng Chan Ong Goh Chua Teh Yap Low Ismail Rahman Abdullah Hassan Kumar Raj Singh Pillai'.split(' ');
const GIVEN_NAMES =
  `Mei Ling Wei Jun Xin Yi Hui Min Jia Siew Ah Kok Chee Boon Aisyah Nur Siti Farah Ahmad Hafiz Amir Zul Priya Devi Ravi
  Anand Suresh Lakshmi John Mary Peter Grace Daniel Sarah`.split(/\s+/);

/** Returns the name of customer number `n`: a few customers share it, and many share each of its three words. */
export const makeCustomerName = (n: number): string =>
  [
    FAMILY_NAMES[n % FAMILY_NAMES.length],
    GIVEN_NAMES[Math.floor(n / FAMILY_NAMES.length) % GIVEN_NAMES.length],
    GIVEN_NAMES[Math.floor(n / FAMILY_NAMES.length / GIVEN_NAMES.length) % GIVEN_NAMES.length],
  ].join(' ');

const sqlArray = (words: readonly string[]): string => `(array['${words.join("','")}'])`;
/** SQL expression: the name that `makeCustomerName` returns. */
const customerNameSql = (n: string): string => `(${sqlArray(FAMILY_NAMES)}[${n} % ${FAMILY_NAMES.length} + 1] || ' ' ||
  ${sqlArray(GIVEN_NAMES)}[${n} / ${FAMILY_NAMES.length} % ${GIVEN_NAMES.length} + 1] || ' ' ||
  ${sqlArray(GIVEN_NAMES)}[${n} / ${FAMILY_NAMES.length * GIVEN_NAMES.length} % ${GIVEN_NAMES.length} + 1])`;

/** Returns the number of order `n`. */
export const makeOrderNumber = (n: number): string => `G${n.toString(16).toUpperCase().padStart(7, '0')}`;
const ORDER_NUMBER_SQL = `'G' || lpad(upper(to_hex(n)), 7, '0')`;

const ADDRESS_SQL = `jsonb_build_object('recipient', ${customerNameSql('c')}, 'email', 'customer' || c || '@example.com',
  'contact_number', '+6012' || lpad(c::text, 8, '0'), 'street_address', c || ' Jalan Besar', 'city', 'Petaling Jaya',
  'zip', '47300', 'state', 'Selangor', 'state_id', 'MY-10', 'country', 'MY')`;

/** SQL subquery: the first online payment method, as the row `online`. */
const ONLINE_METHOD_SQL = `(select code, gateway from payment_methods where gateway is not null order by position limit 1) online`;

/**
 * Lists the statements that fill a shop with its products, in their order. Foreign keys and triggers are off, as in a
 * load by `pg_restore`.
 */
export function listGrowthStatements({ customers: count, orders }: GrowthSize): string[] {
  const customersSql = `generate_series(1, ${count}) n`;
  /** SQL subquery: the numbers `n` of the orders, with the number `c` of the customer of each. */
  const ordersSql = `(select n, (n - 1) % ${count} + 1 as c from generate_series(1, ${orders}) n) n`;
  const isDoneSql = `n <= ${orders - OPEN_ORDERS} and n % 20 <> 0`;
  /** SQL condition: the order still has notifications. */
  const isRecentSql = `n > ${orders * (1 - NOTIFICATION_DAYS / SPREAD_DAYS)}`;
  const runs = Math.floor((orders - OPEN_ORDERS) / ORDERS_PER_RUN);
  const runOf = `((n - 1) / ${ORDERS_PER_RUN} + 1)`;
  return [
    `set session_replication_role = replica`,
    `set synchronous_commit = off`,
    `set work_mem = '256MB'`,
    `create temporary table products_by_number as
       select row_number() over (order by id) - 1 as number, id, slug, name_en from products`,
    `create index on products_by_number (number)`,
    `analyze products_by_number`,
    `insert into customers (id, name, display_name, email, email_verified_at, phone, phone_verified_at, lang, referral_code,
       date_of_birth, created_at, updated_at)
     select ${idSql('n')}, ${customerNameSql('n')}, 'Customer', 'customer' || n || '@example.com', now(),
       '+6012' || lpad(n::text, 8, '0'), now(), 'en', 'G' || n,
       date '1960-01-01' + n % 16000, ${timeSql('n', count)}, ${timeSql('n', count)} from ${customersSql}`,
    `insert into customer_sessions (id, customer_id, token_hash, platform, device, remember, created_at, last_used_at,
       expires_at)
     select ${idSql('n')}, ${idSql('n')}, encode(sha256(('c_growth_' || lpad(n::text, 24, '0'))::bytea), 'hex'), 'web', 'Browser', true, now(), now(), now() + interval '30 days'
     from ${customersSql}`,
    `insert into addresses (id, customer_id, recipient, email, contact_number, street_address, city, zip, state_id, country,
       is_default, created_at, updated_at)
     select ${idSql('n')}, ${idSql('n')}, ${customerNameSql('n')}, 'customer' || n || '@example.com',
       '+6012' || lpad(n::text, 8, '0'), n || ' Jalan Besar', 'Petaling Jaya', '47300', 'MY-10', 'MY', true, now(), now()
     from ${customersSql}`,
    `insert into memberships (customer_id, tier_id, since)
     select ${idSql('n')}, (select min(id) from membership_tiers), ${timeSql('n', count)} from ${customersSql}`,
    `insert into orders (id, order_number, cart_id, cart_version, customer_id, status, payment_status, payment_method, lang,
       contact_email, contact_phone, shipping_address, billing_address, delivery_method_id, delivery_method_en,
       slot_template_id, slot_starts_at, slot_ends_at, leave_at_door, items_total, discount, delivery_fee, bag_fee, tip,
       rounding, grand_total, created_at, updated_at, is_proven)
     select ${idSql('n')}, ${ORDER_NUMBER_SQL}, ${idSql('n')}, 1, ${idSql('c')},
       case when n > ${orders - OPEN_ORDERS} then
           (array[case when n % 3 = 0 then 'pending' else 'processing' end, 'processing', 'packed', 'delivery'])[n % 4 + 1]
         when n % 20 = 0 then 'canceled' else 'complete' end,
       case when n % 3 = 0 then case when n > ${orders - OPEN_ORDERS} or n % 20 = 0 then 'unpaid' else 'paid' end
         when n <= ${orders - OPEN_ORDERS} and n % 20 = 0 then 'refunded' else 'paid' end,
       case when n % 3 = 0 then 'cod' else online.code end, 'en', 'customer' || c || '@example.com',
       '+6012' || lpad(c::text, 8, '0'), ${ADDRESS_SQL}, ${ADDRESS_SQL},
       m.id, m.name_en, t.id, date_trunc('hour', ${timeSql('n', orders)}), date_trunc('hour', ${timeSql('n', orders)}) + interval '2 hours',
       false, 10000, 0, 0, 0, 0, 0, 10000, ${timeSql('n', orders)}, ${timeSql('n', orders)}, true
     from ${ordersSql}, (select id, name_en from delivery_methods order by id limit 1) m,
       (select id from delivery_slot_templates order by id limit 1) t, ${ONLINE_METHOD_SQL}`,
    `insert into order_lines (order_id, position, product_id, slug, name_en, image_hash, stage, quantity, price, final_price,
       price_total)
     select ${idSql('n')}, line, p.id, p.slug, p.name_en, 'growth', 'snack', 1, 2000, 2000, 2000
     from ${ordersSql} cross join generate_series(0, ${LINES_PER_ORDER - 1}) line
     join products_by_number p on p.number = (n::bigint * 7 + line * 13) % (select count(*) from products_by_number)`,
    `insert into order_stock (order_id, inventory_id, quantity)
     select l.order_id, i.id, 1 from order_lines l join (select product_id, min(id) as id from inventory group by 1) i
       on i.product_id = l.product_id on conflict do nothing`,
    `insert into order_history (order_id, status, payment_status, at)
     select ${idSql('n')}, status, case when status = 'complete' then 'paid' else 'unpaid' end, ${timeSql('n', orders)}
     from ${ordersSql}, unnest(case when ${isDoneSql} then array['pending', 'processing', 'packed', 'delivery', 'complete']
       else array['pending', 'processing', 'packed', 'delivery'] end) status`,
    `insert into payment_attempts (id, reference, order_id, gateway, payment_method, channel, amount, state, lang,
       transaction_id, is_confirmed, created_at, updated_at, captured_at, settled_on)
     select ${idSql('n')}, ${ORDER_NUMBER_SQL} || '-1', ${idSql('n')}, online.gateway, online.code, '2', 10000,
       'paid', 'en', 'T' || n, true, ${timeSql('n', orders)}, ${timeSql('n', orders)}, ${timeSql('n', orders)},
       case when n < ${orders - OPEN_ORDERS} then (${timeSql('n', orders)})::date + 1 end
     from ${ordersSql}, ${ONLINE_METHOD_SQL} where n % 3 <> 0`,
    `insert into refunds (id, attempt_id, order_id, amount, reason, state, operator_reference, created_at, updated_at, settled_on)
     select ${idSql('n')}, ${idSql('n')}, ${idSql('n')}, 10000, 'order_canceled', 'settled', 'R' || n, ${timeSql('n', orders)},
       ${timeSql('n', orders)}, (${timeSql('n', orders)})::date + 1
     from ${ordersSql} where n % 3 <> 0 and n % 20 = 0 and n <= ${orders - OPEN_ORDERS}`,
    `insert into order_cancellations (id, order_id, state, reason, requested_at, decided_at)
     select ${idSql('n')}, ${idSql('n')}, 'approved', 'other', ${timeSql('n', orders)}, ${timeSql('n', orders)}
     from ${ordersSql} where n % 20 = 0 and n <= ${orders - OPEN_ORDERS}`,
    `insert into order_picking (order_id, begun_at, packed_by, packed_at)
     select ${idSql('n')}, ${timeSql('n', orders)}, 'packer' || n % 20 || '@example.com', ${timeSql('n', orders)} from ${ordersSql} where ${isDoneSql}`,
    `insert into order_notes (id, order_id, text, at, written_by)
     select ${idSql('n')}, ${idSql('n')}, 'Call before delivery', ${timeSql('n', orders)}, 'packer' || n % 20 || '@example.com'
     from ${ordersSql} where n % 25 = 0`,
    `insert into delivery_runs (id, driver, created_at, created_by, expires_at, closed_at, counted, counted_by, counted_at)
     select ${idSql('n')}, 'Driver ' || n % 15, ${timeSql('n', runs)}, 'packer1@example.com', ${timeSql('n', runs)} + interval '1 day',
       ${timeSql('n', runs)} + interval '8 hours', 70000, 'packer2@example.com', ${timeSql('n', runs)} + interval '9 hours'
     from generate_series(1, ${runs}) n`,
    `insert into delivery_stops (run_id, order_id, place, state, cash_collected, done_at)
     select ${idSql(runOf)}, ${idSql('n')}, n % ${ORDERS_PER_RUN}, 'delivered', case when n % 3 = 0 then 10000 end, ${timeSql('n', orders)}
     from ${ordersSql} where ${isDoneSql}`,
    `insert into cash_collections (order_id, outcome, amount, total, at, recorded_by)
     select ${idSql('n')}, 'complete', case when n % 297 = 0 then 9900 else 10000 end, 10000, ${timeSql('n', orders)}, 'Driver ' || n % 15
     from ${ordersSql} where n % 3 = 0 and ${isDoneSql}`,
    `insert into pending_earnings (id, customer_id, kind, amount, action, source, order_id, state, available_at, created_at)
     select ${idSql('n')}, ${idSql('c')}, 'point', 100, 'order', 'order ' || n, ${idSql('n')}, 'available', ${timeSql('n', orders)}, ${timeSql('n', orders)}
     from ${ordersSql} where ${isDoneSql}`,
    `insert into own_vouchers (voucher_id, customer_id, source, issued_at, expires_at, terms)
     select v.id, ${idSql('n')}, 'growth ' || n, ${timeSql('n', count)}, now() + interval '90 days', '{}'
     from ${customersSql}, (select id from vouchers order by id limit 1) v where n % 10 = 0`,
    `insert into check_ins (customer_id, day, streak)
     select ${idSql('n')}, current_date - back, 7 - back from ${customersSql}, generate_series(2, 6) back where n % 20 = 0`,
    `insert into referrals (id, friend_id, referrer_id, state, created_at, updated_at)
     select ${idSql('n')}, ${idSql('n')}, ${idSql('n - 1')}, 'signed_up', ${timeSql('n', count)}, ${timeSql('n', count)} from ${customersSql} where n % 20 = 0`,
    `insert into customer_notes (id, customer_id, text, created_by, created_at)
     select ${idSql('n')}, ${idSql('n')}, 'Wants an invoice', 'packer1@example.com', ${timeSql('n', count)} from ${customersSql} where n % 50 = 0`,
    `insert into search_misses (keyword, lang, count, last_at)
     select 'keyword ' || n, 'en', n % 50 + 1, ${timeSql('n', count)} from ${customersSql} where n % 100 = 0`,
    `insert into carts (id, customer_id, created_at, updated_at, expires_at)
     select ${idSql('n')}, ${idSql('n')}, now(), now(), now() + interval '60 days' from ${customersSql} where n % 10 = 1`,
    `insert into cart_lines (cart_id, product_id, position, quantity, seen_price)
     select ${idSql('n')}, p.id, p.number, 1, 2000 from ${customersSql}, products_by_number p where n % 10 = 1 and p.number < 3`,
    `insert into wallets (customer_id, kind, balance, lots, next_expiry_at)
     select ${idSql('n')}, 'point', ${ENTRIES_PER_CUSTOMER * 10}, ${lotSql(ENTRIES_PER_CUSTOMER * 10)}, '2090-01-01Z'
     from ${customersSql}`,
    `insert into wallet_entries (id, customer_id, kind, amount, balance_after, lots, action, source, created_at)
     select ('00000000-0000-7' || lpad(to_hex(entry), 3, '0') || '-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${idSql('n')}, 'point', 10,
       entry * 10, ${lotSql(10)}, 'order', 'entry ' || entry, ${timeSql('n', count)}
     from ${customersSql} cross join lateral (select entry from generate_series(1, ${ENTRIES_PER_CUSTOMER}) entry where n > 0) entries`,
    `insert into qualifying_spend (customer_id, source, amount, at)
     select ${idSql('c')}, 'order ' || n, 10000, ${timeSql('n', orders)} from ${ordersSql}`,
    `insert into notifications (id, kind, source, customer_id, order_id, data, in_inbox, created_at)
     select ${idSql('n')}, 'order_placed', 'growth ' || n, ${idSql('c')}, ${idSql('n')}, '{}', true, ${timeSql('n', orders)} from ${ordersSql} where ${isRecentSql}`,
    `insert into notification_deliveries (notification_id, channel, state, customer_id, counts_to_limit, due_at, finished_at)
     select ${idSql('n')}, channel, case when n % 500 = 0 then 'failed' else 'sent' end, ${idSql('c')}, false, ${timeSql('n', orders)}, ${timeSql('n', orders)}
     from ${ordersSql}, unnest(array['inbox', 'email']) channel where ${isRecentSql}`,
    `insert into consents (customer_id, kind, given, version, channel, at)
     select ${idSql('n')}, 'terms', true, '1', 'web', ${timeSql('n', count)} from ${customersSql}`,
    `insert into wishlist (customer_id, product_id, created_at)
     select ${idSql('n')}, (select min(id) from products), now() from ${customersSql}`,
    `insert into staff_audit (at, staff_email, action, subject)
     select ${timeSql('n', orders)}, 'packer' || n % 20 || '@example.com', 'staff.advanceOrder',
       'order ' || ${ORDER_NUMBER_SQL} from ${ordersSql}, generate_series(1, 3)`,
    `reset session_replication_role`,
    `vacuum analyze`,
  ];
}
