/**
 * Groups the tables by how a database of several servers would spread them (docs/running.md#past-one-primary), and
 * finds the statements that such a database would refuse or run slowly.
 */

/** How the tables of a group are spread. Those of a sharded group are split by a key. */
type TableGroup = { spread: string; isSharded: boolean; tables: readonly string[] };

export type GroupName = 'customer' | 'stock' | 'counters' | 'reference' | 'central';

const splitNames = (text: string): string[] => text.trim().split(/\s+/);

export const TABLE_GROUPS: Readonly<Record<GroupName, TableGroup>> = {
  customer: {
    spread: 'by customer, or by guest until they sign in',
    isSharded: true,
    tables: splitNames(`account_merges addresses carts cart_lines cash_collections check_ins consents contacts
      customer_devices customer_logins customer_notes customer_sessions customers expiry_notices idempotency_keys
      known_devices memberships notification_choices notification_deliveries notifications order_bags
      order_cancellations order_history order_lines order_notes order_picking order_picks order_stock orders
      own_vouchers payment_attempts payment_notices pending_earnings promotion_uses push_tokens qualifying_spend recent_products
      referral_sessions referrals refunds store_referrals till_receipts wallet_entries wallets wishlist`),
  },
  stock: {
    spread: 'by product',
    isSharded: true,
    tables: splitNames('alerts inventory product_sales watched_products'),
  },
  counters: {
    spread: 'by slot, promotion or voucher',
    isSharded: true,
    tables: splitNames('delivery_slots promotion_counts voucher_counts'),
  },
  reference: {
    spread: 'copied to every server; changed by staff and imports',
    isSharded: false,
    tables:
      splitNames(`banners brands bundle_items categories collection_items collections customer_groups delivery_methods
      delivery_rates delivery_slot_templates delivery_zone_postcodes delivery_zone_states delivery_zones dietaries
      earn_rules group_prices images membership_tiers outlets payment_methods product_categories product_companions
      product_dietaries product_images product_listing product_tags products promotions sales search_synonyms settings
      settings_version states static_blocks tags tier_prices variation_options vouchers`),
  },
  central: {
    spread: 'on one server: the office, imports, jobs (`pgboss`), codes, the feed of changes',
    isSharded: false,
    tables: splitNames(`campaigns catalog_changes code_messages code_sends codes contact_photos contact_tickets
      deferred_links delivery_runs delivery_stops import_changes import_drafts import_labels import_runs
      import_variant_changes login_failures migrations payment_enquiry_days search_misses sessions shop_news staff
      staff_approvals staff_audit staff_browsers staff_devices staff_recovery_codes staff_second_factors
      staff_sessions till_keys write_probe`),
  },
};

/** Statements that cross groups today, the reason, and the way out on several servers. The list may only shrink. */
export type Crossing = { statements: readonly string[]; reason: string; wayOut: string };

export const CROSSINGS: readonly Crossing[] = [
  {
    statements: ['cart.read', 'cart.readCustomers', 'cart.lock', 'cart.lockCustomers'],
    reason: 'A cart is read with the stock of its lines and the places left in promotions, in one round trip.',
    wayOut: 'Lock and read the cart, then read stock and counters by the ids of its lines.',
  },
  {
    statements: ['orders.insert', 'orders.moveToSlot'],
    reason: 'An order takes a place in its slot in the statement that writes it.',
    wayOut: 'Take the place first, in a statement of its own in the same distributed transaction.',
  },
  {
    statements: [
      'orders.returnStock',
      'orders.returnUnits',
      'orders.restoreStock',
      'orders.lockPickedStock',
      'orders.changePickedStock',
    ],
    reason: 'Pieces move between an order and the stock.',
    wayOut: 'Change `order_stock` and return the pieces, then change the stock of each product.',
  },
  {
    statements: ['orders.takeStock'],
    reason: 'Stock that is taken is noted in the feed of changes, which is on one server.',
    wayOut: 'Write the feed in a statement of its own; it may be late.',
  },
  {
    statements: ['promotions.takeUses', 'promotions.returnUses'],
    reason: 'The counter of a promotion changes with the use of a customer.',
    wayOut: 'Take from the counter, then write the use, in one distributed transaction.',
  },
  {
    statements: ['promotions.countUses', 'vouchers.offered', 'delivery.usedSlots', 'staff.slotsOfDay'],
    reason: 'Counters are shown with what a customer used, or what carts hold.',
    wayOut: 'Read both and join them in the process; sum what carts hold in a table of the slots.',
  },
  {
    statements: ['catalog.recent', 'wishlist.ofCustomer', 'orders.productsOfCustomer'],
    reason: 'The products of a customer are listed with their stock.',
    wayOut: 'Read the ids of the products, then their stock.',
  },
  {
    statements: ['catalog.rollUpDays', 'import.orderedSince'],
    reason: 'A job and an import read the orders of all customers by product.',
    wayOut: 'Sum on each server, and write the sums by product.',
  },
  {
    statements: ['orders.rehearsedOrder', 'orders.insertRehearsedProduct'],
    reason: 'The order check makes a product and reads its order and stock at once.',
    wayOut: 'One statement for each.',
  },
  {
    statements: ['identity.removeDevicesAndCodes', 'identity.revokeAccess'],
    reason: 'The codes of a contact are removed with the sessions and devices of its customer.',
    wayOut: 'Remove the codes in a statement of their own.',
  },
];

/** The tables that a statement reads or writes, without its common table expressions. */
export type TouchedTables = { tables: ReadonlySet<string>; written: ReadonlySet<string> };

type SyntaxNode = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null;

const childNode = (node: SyntaxNode, key: string): SyntaxNode => {
  const child = node[key];
  return isNode(child) ? child : {};
};

const WRITE_STATEMENTS = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);

/** Collects the tables of a tree of PostgreSQL's parser (`libpg-query`). */
export function listTouchedTables(tree: unknown): TouchedTables {
  const tables = new Set<string>();
  const writtenTables = new Set<string>();

  /** `expressions`: names of the common table expressions that are visible here. */
  function visit(value: unknown, expressions: ReadonlySet<string>): void {
    if (Array.isArray(value)) {
      for (const each of value) visit(each, expressions);
      return;
    }
    if (!isNode(value)) return;
    const visible = new Set(expressions);
    const { ctes, recursive } = childNode(value, 'withClause');
    for (const entry of Array.isArray(ctes) ? ctes : []) {
      const expression = childNode(entry, 'CommonTableExpr');
      const name = String(expression.ctename);
      if (recursive === true) visible.add(name);
      visit(expression.ctequery, new Set(visible));
      visible.add(name);
    }
    for (const [key, child] of Object.entries(value)) {
      if (key === 'withClause') continue;
      if (WRITE_STATEMENTS.has(key) && isNode(child)) {
        const name = String(childNode(child, 'relation').relname);
        tables.add(name);
        writtenTables.add(name);
      }
      if (
        key === 'RangeVar' &&
        isNode(child) &&
        child.schemaname === undefined &&
        !visible.has(String(child.relname))
      ) {
        tables.add(String(child.relname));
      }
      visit(child, visible);
    }
  }
  visit(tree, new Set());
  return { tables, written: writtenTables };
}

/** Returns the group of a table; null for tables of the system. */
export function findGroup(table: string): GroupName | null {
  const groups = Object.keys(TABLE_GROUPS) as GroupName[];
  return groups.find((name) => TABLE_GROUPS[name].tables.includes(table)) ?? null;
}

/**
 * Returns why a statement does not run on several servers, or null. A statement touches one sharded group at most, and
 * one that writes to a sharded group writes to no other group.
 */
export function findCrossing({ tables, written }: TouchedTables): string | null {
  const listGroups = (all: ReadonlySet<string>) =>
    [...new Set([...all].map(findGroup))].filter((group) => group !== null).sort();
  const isSharded = (group: GroupName) => TABLE_GROUPS[group].isSharded;
  const sharded = listGroups(tables).filter(isSharded);
  if (sharded.length > 1) return `touches ${sharded.join(' and ')}`;
  const writtenGroups = listGroups(written);
  if (writtenGroups.length > 1 && writtenGroups.some(isSharded)) return `writes ${writtenGroups.join(' and ')}`;
  return null;
}

/** Formats the groups as the table of docs/running.md#past-one-primary. */
export function formatTableGroups(): string {
  const rows = Object.entries(TABLE_GROUPS).map(
    ([name, { spread, tables }]) =>
      `| **${name}** | ${spread} | ${tables
        .toSorted()
        .map((table) => `\`${table}\``)
        .join(' ')} |`,
  );
  return ['| Group | Spread | Tables |', '|---|---|---|', ...rows].join('\n');
}

/** Formats the crossings as the table of docs/running.md#past-one-primary. */
export function formatCrossings(): string {
  const rows = CROSSINGS.map(
    ({ statements, reason, wayOut }) =>
      `| ${statements.map((statement) => `\`${statement}\``).join(' ')} | ${reason} | ${wayOut} |`,
  );
  return ['| Statements | Why | On several servers |', '|---|---|---|', ...rows].join('\n');
}
