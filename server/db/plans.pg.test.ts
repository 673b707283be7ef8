/**
 * Tests the plans of the pool's connections on a database whose tables were analyzed while empty: PostgreSQL then
 * prefers to scan them whole, and a generic plan stays while the tables grow.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import '../all-statements.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { listDeclaredStatements } from './database.ts';

const database = await testDatabase();
afterAll(() => database.close());

/** Tables that grow with customers, orders and products. */
const GROWING = [
  'carts',
  'cart_lines',
  'orders',
  'order_lines',
  'customers',
  'customer_sessions',
  'push_tokens',
  'codes',
  'addresses',
  'wishlist',
  'contacts',
  'known_devices',
  'order_history',
  'order_stock',
  'delivery_slots',
  'code_messages',
  'search_misses',
  'idempotency_keys',
  'contact_tickets',
  'code_sends',
  'recent_products',
  'catalog_changes',
  'products',
  'variation_options',
  'inventory',
  'sales',
  'product_listing',
  'product_sales',
  'account_merges',
  'wallets',
  'wallet_entries',
  'pending_earnings',
  'own_vouchers',
  'memberships',
  'qualifying_spend',
  'check_ins',
  'referrals',
  'till_receipts',
  'consents',
  'customer_devices',
  'expiry_notices',
  'login_failures',
  'order_cancellations',
  'payment_attempts',
  'payment_notices',
  'promotion_uses',
  'referral_sessions',
  'refunds',
  'cash_collections',
  'sessions',
  'store_referrals',
  'notifications',
  'notification_deliveries',
  'notification_choices',
  'alerts',
  'watched_products',
  'deferred_links',
  'shop_news',
  'delivery_runs',
  'delivery_stops',
  'customer_notes',
  'order_notes',
  'order_bags',
];

/** Statements that read whole tables on purpose: daily, for crawlers and staff, or when a shop's folder is applied. */
const READS_ALL: Readonly<Record<string, readonly string[]>> = {
  'catalog.sitemapFiles': ['products'],
  'referral.removeOldSessions': ['referral_sessions'],
  'shopFolder.namedByOrders': ['orders', 'payment_attempts'],
  'staff.foundOrders': ['products'],
  'staff.goodsPage': ['products', 'variation_options'],
  'staff.sortedFoundOrders': ['products'],
};

async function explainPlan(text: string): Promise<string> {
  const { pool } = database;
  const client = await pool.connect();
  try {
    await client.query(`prepare planned as ${text}`);
    const { rows } = await client.query(
      "select coalesce(cardinality(parameter_types), 0) as count from pg_prepared_statements where name = 'planned'",
    );
    const values = Array.from({ length: rows[0].count }, () => 'null').join();
    const plan = await client.query(`explain execute planned${values === '' ? '' : `(${values})`}`);
    return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('deallocate all');
    client.release();
  }
}

beforeAll(async () => {
  await database.db.raw(`truncate ${GROWING.join(', ')} cascade`);
  await database.db.raw(`vacuum analyze ${GROWING.join(', ')}`);
});

/**
 * Leaves out the checks of a backup, which read whole tables on purpose and set `enable_seqscan` for that, and what
 * tests and the demo declare, which depends on the files that ran before in the same worker.
 */
const statements = listDeclaredStatements().flatMap(({ name, text }) =>
  /^(backup|test|seed|demo)\./.test(name) ? [] : [[name, text] as const],
);

test.each(statements)('%s scans no growing table that was analyzed while empty', async (name, text) => {
  const scannedTables = [...(await explainPlan(text)).matchAll(/Seq Scan on (\w+)/g)].map(([, table = '']) => table);
  const growing = scannedTables.filter((table) => GROWING.includes(table) && !READS_ALL[name]?.includes(table));
  expect(growing).toEqual([]);
});

test.each([
  ['catalog.refreshDuePrices', 'product_listing_edge'],
  ['catalog.hasScheduledProducts', 'products_scheduled'],
  ['catalog.claimScheduledProducts', 'products_scheduled'],
  ['http.readChanges', 'catalog_changes_xid'],
  ['http.removeChanges', 'catalog_changes_pkey'],
  ['identity.removeSessions', 'customer_sessions_last_used'],
  ['loyalty.birthdays', 'customers_birthday'],
  ['staff.orders', 'orders_listed'],
  ['staff.orders', 'orders_created'],
  ['staff.foundOrders', 'orders_created'],
  ['staff.foundCustomersPage', 'customers_listed'],
  ['staff.oldestCustomersPage', 'customers_listed'],
  ['staff.customersByNamePage', 'customers_by_name'],
  ['staff.customersByNameDescPage', 'customers_by_name'],
  ['payments.attemptsOfNumber', 'payment_attempts_order'],
  ['catalog.rollUpDays', 'orders_updated'],
  ['catalog.removeOldDays', 'product_sales_day'],
  ['identity.removeCodeSends', 'code_sends_age'],
  ['orders.forgetNetworks', 'orders_networks'],
  ['payments.unresolvedAttempts', 'payment_attempts_unresolved'],
  ['payments.unsettledAttempts', 'payment_attempts_unsettled'],
  ['payments.unresolvedRefundCalls', 'refunds_unresolved'],
  ['orders.overdue', 'orders_unpaid_online'],
  ['cart.removeExpired', 'carts_expiry'],
  ['payments.removeUnmatched', 'payment_notices_received'],
  ['loyalty.dueMemberships', 'memberships_until'],
  ['vouchers.expireDue', 'own_vouchers_due'],
  ['notifications.endLost', 'notification_deliveries_queued'],
  ['notifications.removeOld', 'notifications_created'],
  ['notifications.countUnread', 'notifications_unread'],
  ['notifications.newest', 'notifications_customer'],
  ['notifications.dueCheckIns', 'check_ins_streaks'],
  ['staff.auditPageByOrder', 'staff_audit_order'],
  ['staff.auditPageBySubject', 'staff_audit_subject'],
  ['staff.auditPageByStaff', 'staff_audit_staff'],
  ['staff.auditPageByAction', 'staff_audit_action'],
  ['staff.auditPageByTime', 'staff_audit_at'],
  ['till.keys', 'till_receipts_key'],
])('%s reads only due rows, by the index %s', async (name, index) => {
  const { text = '' } = listDeclaredStatements().find((each) => each.name === name) ?? {};
  expect(await explainPlan(text)).toMatch(
    new RegExp(`Index (Only )?Scan (using|Backward using) ${index}\\b|Bitmap Index Scan on ${index}\\b`),
  );
});

test.each(['analyzed while empty', 'never analyzed'])(
  'orders.countOpen counts by each key with its own index, on a table %s',
  async (state) => {
    // Truncating removes the table's statistics.
    await database.db.raw('truncate orders cascade');
    if (state === 'analyzed while empty') await database.db.raw('vacuum analyze orders');
    const { text = '' } = listDeclaredStatements().find((each) => each.name === 'orders.countOpen') ?? {};
    const plan = await explainPlan(text);
    expect([...plan.matchAll(/Scan (?:Backward )?using (\w+) on orders/g)].map(([, index]) => index)).toEqual([
      'orders_open_phone',
      'orders_open_mailbox',
      'orders_open_address',
      'orders_open_network',
      'orders_open_customer',
      'orders_email_confirmations',
    ]);
    const { text: waiting = '' } = listDeclaredStatements().find((each) => each.name === 'orders.countWaiting') ?? {};
    const indexes = [...(await explainPlan(waiting)).matchAll(/Scan (?:Backward )?using (\w+) on orders/g)];
    const keys = ['phone', 'mailbox', 'address', 'network', 'customer'];
    expect(indexes.map(([, index]) => index)).toEqual(keys.map((key) => `orders_waiting_${key}`));
  },
);

test('delivery.usedSlots counts each slot’s live holds from an index alone, and reads no cart', async () => {
  const { text = '' } = listDeclaredStatements().find((each) => each.name === 'delivery.usedSlots') ?? {};
  const plan = await explainPlan(text);
  expect(plan).toMatch(/Index Only Scan using carts_held_slots on carts/);
  expect(plan.match(/ on carts/g)).toHaveLength(1);
  // The slot and the time are both conditions of the index, so that holds that ran out are not read.
  expect(plan).toMatch(/Index Cond: \(\(held_slot_id = .*\) AND \(held_until > \$2\)\)/);
});

test('delivery.clearHolds reads expired holds alone, and none that is live', async () => {
  const { text = '' } = listDeclaredStatements().find((each) => each.name === 'delivery.clearHolds') ?? {};
  const plan = await explainPlan(text);
  expect(plan).toMatch(/Index Scan using carts_expired_holds on carts|Bitmap Index Scan on carts_expired_holds/);
  expect(plan).toMatch(/Index Cond: \(held_until <= \$1\)/);
});
