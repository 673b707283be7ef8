/** Customers for staff: find them, read one's file, take notes and block. Reading a file is audited too. */
import type { ListQuery } from '@shop/contract/list-query';
import type { CustomerFile, CustomerNote, StaffCustomer } from '@shop/contract/staff/staff-customers';
import { normalizeOrderNumber } from '@shop/core/orders/order-number';
import { refusal } from '@shop/core/refusal';
import type { AuditedAction } from '@shop/core/staff/audited-changes';
import { MINUTE_MS } from '@shop/core/time';
import { customerAddresses } from '../../addresses/addresses.sql.ts';
import { savedAddressView } from '../../addresses/addresses.view.ts';
import type { Ctx } from '../../context.ts';
import { lockRows } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { endSessions, lockCustomer } from '../../identity/identity.sql.ts';
import { type ListPage, loadPageByIds } from '../../lists/list-page.ts';
import { requireSorts } from '../../lists/parse-list.ts';
import { entryView } from '../../loyalty/loyalty.view.ts';
import { readCurrentTier } from '../../loyalty/membership/membership.ts';
import { vouchersOfCustomer } from '../../loyalty/vouchers/vouchers.sql.ts';
import { ownVoucherView } from '../../loyalty/vouchers/vouchers.view.ts';
import { readBalances } from '../../loyalty/wallets/entries.ts';
import { entriesPage } from '../../loyalty/wallets/wallets.sql.ts';
import { refuse, refuseFields } from '../../refuse.ts';
import { inTransaction } from '../../transaction.ts';
import { recordAudit } from '../audit.ts';
import { parseStaffSearch } from '../parse-staff-search.ts';
import { requireStaff } from '../require-staff.ts';
import * as sql from './customers.sql.ts';

/** Entries of each list of a customer's file. */
const MAX_ENTRIES = 30;
/** Opening the same customer again within this time is one look. */
const LOOK_MS = 15 * MINUTE_MS;

function customerView(row: sql.StaffCustomerRow): StaffCustomer {
  const { id, name, email, email_verified, phone, phone_verified, created_at, orders, spent, last_order_at } = row;
  const { blocked_at: at, blocked_by, blocked_reason } = row;
  return {
    ...{ id, name, email, email_verified, phone, phone_verified, created_at },
    block: at === null ? null : { at, by: blocked_by ?? '', reason: blocked_reason ?? '' },
    ...{ orders, spent, last_order_at },
  };
}

/** Returns the beginning of a stored phone for a typed one, such as `+6012` for `012-`; empty for other texts. */
function toPhoneBeginning(typed: string): string {
  if (!/^\+?[\d\s()-]+$/.test(typed)) return '';
  const digits = typed.replace(/\D/g, '');
  if (digits.length < 3) return '';
  return digits.startsWith('0') ? `+6${digits}` : `+${digits}`;
}

const dropEmptyTexts = (texts: readonly string[]): string[] => texts.filter((text) => text !== '');
const toLowerCase = (text: string): string => text.toLowerCase();

/** Sources of candidates, the one that finds the fewest customers first, each with the position of its values. */
const CANDIDATE_SOURCES: readonly (readonly [sql.CustomerSource, number])[] = [
  ['order', 3],
  ['email', 2],
  ['phone', 1],
  ['text', 4],
  ['name', 0],
];

const NEWEST_FIRST = 'created_at desc';

/** `orderBy` and `sortedBy` → how customers are sorted. */
const SORTS: Readonly<Record<string, sql.CustomerSort>> = {
  [NEWEST_FIRST]: 'newest',
  'created_at asc': 'oldest',
  'name asc': 'name',
  'name desc': 'name_desc',
};

/** Parses the sort of a list of customers. Refuses several at once. */
function requireCustomerSort(query: ListQuery): sql.CustomerSort {
  const sorts = requireSorts(query, ['created_at', 'name']).map(({ column, direction }) => `${column} ${direction}`);
  if (sorts.length > 1) refuseFields({ orderBy: [refusal('request.invalid')] });
  return SORTS[sorts[0] ?? NEWEST_FIRST] ?? 'newest';
}

/**
 * Lists customers, newest first or as the query sorts them. Every field must match; free text is a name, phone, email
 * or order number.
 */
export function listCustomers(ctx: Ctx, query: ListQuery): Promise<ListPage<StaffCustomer>> {
  const { name, phone, email, order_number, free } = parseStaffSearch(
    query,
    ['name', 'phone', 'email', 'order_number'],
    true,
  );
  const filter = [
    name ?? null,
    phone === undefined ? null : dropEmptyTexts(phone.map(toPhoneBeginning)),
    email?.map(toLowerCase) ?? null,
    order_number?.map(normalizeOrderNumber) ?? null,
    free ?? null,
    free === undefined ? null : dropEmptyTexts(free.map(toPhoneBeginning)),
    free?.map(toLowerCase) ?? null,
    free?.map(normalizeOrderNumber) ?? null,
  ];
  const sort = requireCustomerSort(query);
  const [source] = CANDIDATE_SOURCES.filter(([, at]) => filter[at] !== null);
  return loadPageByIds(
    query,
    (limit, offset) =>
      source === undefined
        ? ctx.db.row(sql.customerPages[sort], [limit, offset])
        : sort === 'newest'
          ? ctx.db.row(sql.foundCustomersPage, [...filter, source[0], limit, offset])
          : ctx.db.row(sql.sortedCustomersPage, [...filter, source[0], limit, offset, sort]),
    async (ids) => (await ctx.db.rows(sql.customersById, [ids])).map(customerView),
  );
}

async function requireCustomerRow(ctx: Ctx, id: string): Promise<sql.StaffCustomerRow> {
  return (await ctx.db.rows(sql.customersById, [[id]]))[0] ?? refuse('request.not_found');
}

/** The action of a look in the audit. */
const LOOK_ACTION: AuditedAction = 'staff.customer';

/** Records that staff look at a customer, by the file or by the wallets. */
export async function recordCustomerLook(ctx: Ctx, id: string): Promise<void> {
  const staff = requireStaff(ctx);
  const since = new Date(ctx.now.getTime() - LOOK_MS);
  await ctx.db.rows(sql.recordLook, [ctx.now, staff.id, staff.email, LOOK_ACTION, `customer ${id}`, since]);
}

/** Reads a customer's file without notifications, and records the look. Refuses `request.not_found`. */
export async function readCustomerFile(ctx: Ctx, id: string): Promise<Omit<CustomerFile, 'notifications'>> {
  const row = await requireCustomerRow(ctx, id);
  await recordCustomerLook(ctx, id);
  const [tier, latest_orders, addresses, balances, entries, vouchers, messages, notes] = await Promise.all([
    readCurrentTier(ctx, id),
    ctx.db.rows(sql.latestOrders, [id, MAX_ENTRIES]),
    ctx.db.rows(customerAddresses, [id]),
    readBalances(ctx, id),
    ctx.db.rows(entriesPage, [id, ctx.now, null, null, null, null, MAX_ENTRIES, 0]),
    ctx.db.rows(vouchersOfCustomer, [id]),
    ctx.db.rows(sql.latestMessages, [id, MAX_ENTRIES]),
    ctx.db.rows(sql.notesOfCustomer, [id]),
  ]);
  return {
    ...customerView(row),
    lang: row.lang,
    tier: tier?.tier.name ?? null,
    latest_orders,
    addresses: addresses.map((address) => savedAddressView(address, ctx.lang)),
    wallets: { balances, entries: entries.map((entry) => entryView(entry, ctx.lang)) },
    vouchers: vouchers.slice(0, MAX_ENTRIES).map((voucher) => ownVoucherView(ctx, voucher, () => null)),
    messages,
    notes,
  };
}

/** Locks a customer. Refuses `request.not_found`. */
async function requireLockedCustomer(ctx: Ctx, id: string): Promise<void> {
  const [locked] = await lockRows(ctx.db, lockCustomer, [id]);
  if (locked === undefined) refuse('request.not_found');
}

/** Adds a note. The audit says that there is one, without its words. Refuses `request.not_found`. */
export function addCustomerNote(ctx: Ctx, customer_id: string, text: string): Promise<{ note: CustomerNote }> {
  return inTransaction(ctx, async (ctx) => {
    await requireLockedCustomer(ctx, customer_id);
    const note = { id: uuidV7(ctx.now), text, by: requireStaff(ctx).email, at: ctx.now };
    await ctx.db.write(sql.insertNote, [note.id, customer_id, text, note.by, note.at]);
    await recordAudit(ctx, {
      action: 'staff.addCustomerNote',
      subject: `customer ${customer_id}`,
      before: null,
      after: { note: note.id },
    });
    return { note };
  });
}

/** Removes a note that the caller wrote. Refuses `request.not_found` for any other. */
export function removeCustomerNote(ctx: Ctx, { id, note }: { id: string; note: string }): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await requireLockedCustomer(ctx, id);
    if ((await ctx.db.row(sql.deleteNote, [id, note, requireStaff(ctx).email])) === null) refuse('request.not_found');
    const subject = `customer ${id}`;
    await recordAudit(ctx, { action: 'staff.removeCustomerNote', subject, before: { note }, after: null });
  });
}

/** Blocks a customer and ends their sessions. A second block replaces the reason. Refuses `request.not_found`. */
export async function blockCustomer(ctx: Ctx, id: string, reason: string): Promise<{ customer: StaffCustomer }> {
  await inTransaction(ctx, async (ctx) => {
    await requireLockedCustomer(ctx, id);
    await ctx.db.write(sql.setBlock, [id, ctx.now, requireStaff(ctx).email, reason]);
    await ctx.db.write(endSessions, [id, null]);
    const after = { is_blocked: true, reason };
    await recordAudit(ctx, { action: 'staff.blockCustomer', subject: `customer ${id}`, before: null, after });
  });
  return { customer: customerView(await requireCustomerRow(ctx, id)) };
}

/** Ends a block. Refuses `request.not_found`. */
export async function unblockCustomer(ctx: Ctx, id: string, reason: string): Promise<{ customer: StaffCustomer }> {
  await inTransaction(ctx, async (ctx) => {
    await requireLockedCustomer(ctx, id);
    const { blocked_at, blocked_reason } = await requireCustomerRow(ctx, id);
    await ctx.db.write(sql.setBlock, [id, null, null, null]);
    await recordAudit(ctx, {
      action: 'staff.unblockCustomer',
      subject: `customer ${id}`,
      before: { is_blocked: blocked_at !== null, reason: blocked_reason },
      after: { is_blocked: false, reason },
    });
  });
  return { customer: customerView(await requireCustomerRow(ctx, id)) };
}
