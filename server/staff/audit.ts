/** The append-only log of changes by staff. Each entry is written in the transaction of its change. */
import type { ListQuery } from '@shop/contract/list-query';
import type { AuditEntry } from '@shop/contract/staff/staff';
import type { Ctx } from '../context.ts';
import { toPage } from '../lists/list-page.ts';
import { pageRange } from '../lists/parse-list.ts';
import { requireStaff } from './require-staff.ts';
import { auditPage, insertAudit } from './staff.sql.ts';
import { parseStaffSearch } from './staff-search.ts';

/** A change: the endpoint that made it, the kind and id of the changed row, and the changed values before and after. */
type AuditedChange = { action: `staff.${string}`; subject: string; before: unknown; after: unknown };

/** Records a change by the staff member who makes the call. */
export function recordAudit(ctx: Ctx, { action, subject, before, after }: AuditedChange): Promise<void> {
  const { id, email } = requireStaff(ctx);
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return ctx.db.write(insertAudit, [ctx.now, id, email, action, subject, json(before), json(after)]);
}

/** Lists the log, newest first; `search` matches action, subject and staff_email exactly. */
export async function listAudit(ctx: Ctx, query: ListQuery) {
  const search = parseStaffSearch(query, ['action', 'subject', 'staff_email']);
  const { limit, offset } = pageRange(query);
  const page = await ctx.db.row(auditPage, [
    search.action?.[0] ?? null,
    search.subject?.[0] ?? null,
    search.staff_email?.[0] ?? null,
    limit,
    offset,
  ]);
  const { total, entries } = page ?? { total: 0, entries: [] };
  const data = entries.map((entry): AuditEntry => ({ ...entry, at: new Date(entry.at) }));
  return toPage(data, total, query);
}
