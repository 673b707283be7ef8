/** Lists the audit log: of the whole shop, or of one record, member of staff or action. */
import type { ListQuery } from '@shop/contract/list-query';
import { type AuditEntry, staffEndpoints } from '@shop/contract/staff/staff';
import { staffCampaignsEndpoints } from '@shop/contract/staff/staff-campaigns';
import { staffCatalogEndpoints } from '@shop/contract/staff/staff-catalog';
import { staffCustomersEndpoints } from '@shop/contract/staff/staff-customers';
import { staffDeliveryEndpoints } from '@shop/contract/staff/staff-delivery';
import { normalizeOrderNumber } from '@shop/core/orders/order-number';
import type { AuditedKind } from '@shop/core/staff/audited-kinds';
import { hasRole, type StaffRole } from '@shop/core/staff/roles';
import { DAY_MS, midnightOf } from '@shop/core/time';
import type { Ctx } from '../context.ts';
import type { Statement } from '../db/database.ts';
import { type ListPage, toPage } from '../lists/list-page.ts';
import { pageRange } from '../lists/parse-list.ts';
import { ordersById } from '../orders/orders.sql.ts';
import { refuse } from '../refuse.ts';
import * as sql from './list-audit.sql.ts';
import { parseStaffSearch } from './parse-staff-search.ts';
import { requireStaff } from './require-staff.ts';

type AuditQuery = ListQuery & {
  subject?: string | undefined;
  action?: string | undefined;
  staff_email?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the number of an order by its number or id; an unknown id stays as it is, and has no entries. */
async function resolveOrderNumber(ctx: Ctx, numberOrId: string): Promise<string> {
  if (!UUID_PATTERN.test(numberOrId)) return normalizeOrderNumber(numberOrId);
  const [order] = await ctx.db.rows(ordersById, [[numberOrId]]);
  return order?.order_number ?? numberOrId;
}

/**
 * Parses the filter `subject`. `order:<number or id>` gives the order's number, which finds the entries of its refunds
 * too; `<kind>:<id>` gives the log's form, `<kind> <id>`; other text stays. The other field is null.
 */
async function parseSubject(ctx: Ctx, text: string): Promise<{ subject: string | null; number: string | null }> {
  const [, kind, id] = /^([a-z_]+)[: ](.+)$/.exec(text) ?? [];
  if (kind === 'order' && id !== undefined) return { subject: null, number: await resolveOrderNumber(ctx, id.trim()) };
  return { subject: kind === undefined ? text : `${kind} ${id}`, number: null };
}

/** The filters of a page: subject, order number, email, action. */
type AuditFilters = readonly [string | null, string | null, string | null, string | null];

/** Chooses the statement by the filter that leaves the fewest entries. */
function chooseStatement([subject, number, staff_email, action]: AuditFilters): Statement<sql.AuditPage> {
  if (number !== null) return sql.auditPageByOrder;
  if (subject !== null) return sql.auditPageBySubject;
  if (staff_email !== null) return sql.auditPageByStaff;
  return action !== null ? sql.auditPageByAction : sql.auditPageByTime;
}

/** Lists the log, newest first; every filter must match, those of `search` exactly. */
export async function listAudit(ctx: Ctx, query: AuditQuery): Promise<ListPage<AuditEntry>> {
  const search = parseStaffSearch(query, ['action', 'subject', 'staff_email']);
  const { subject, number } =
    query.subject === undefined
      ? { subject: search.subject?.[0] ?? null, number: null }
      : await parseSubject(ctx, query.subject);
  const staff_email = query.staff_email ?? search.staff_email?.[0] ?? null;
  const filters: AuditFilters = [subject, number, staff_email, query.action ?? search.action?.[0] ?? null];
  const { limit, offset } = pageRange(query);
  const page = await ctx.db.row(chooseStatement(filters), [
    ...filters,
    query.from === undefined ? null : midnightOf(query.from),
    query.to === undefined ? null : new Date(midnightOf(query.to).getTime() + DAY_MS),
    limit,
    offset,
  ]);
  const { total, entries } = page ?? { total: 0, entries: [] };
  return toPage(
    entries.map((entry) => ({ ...entry, at: new Date(entry.at) })),
    total,
    query,
  );
}

/** The roles that may open a record of each kind, besides owners. */
const RECORD_ROLES: Readonly<Record<AuditedKind, readonly StaffRole[]>> = {
  order: staffEndpoints['staff.order'].roles,
  customer: staffCustomersEndpoints['staff.customer'].roles,
  product: staffCatalogEndpoints['staff.setStock'].roles,
  staff: [],
  campaign: staffCampaignsEndpoints['staff.campaign'].roles,
  run: staffDeliveryEndpoints['staff.run'].roles,
};

/** Lists what staff changed of one record. Refuses `request.not_found` for a kind that the caller may not open. */
export function listRecordAudit(
  ctx: Ctx,
  { kind, id }: { kind: AuditedKind; id: string },
  query: ListQuery,
): Promise<ListPage<AuditEntry>> {
  if (!hasRole(requireStaff(ctx).roles, RECORD_ROLES[kind])) refuse('request.not_found');
  return listAudit(ctx, { ...query, subject: `${kind}:${id}` });
}
