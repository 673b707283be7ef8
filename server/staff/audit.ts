/** The append-only log of changes by staff. Each entry is written in the transaction of its change. */
import type { Ctx } from '../context.ts';
import { requireStaff } from './require-staff.ts';
import { insertAudit } from './staff.sql.ts';

/** A change: the endpoint that made it, the kind and id of the changed row, and the changed values before and after. */
type AuditedChange = { action: `staff.${string}`; subject: string; before: unknown; after: unknown };

/** Records a change by the staff member who makes the call. */
export function recordAudit(ctx: Ctx, { action, subject, before, after }: AuditedChange): Promise<void> {
  const { id, email } = requireStaff(ctx);
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return ctx.db.write(insertAudit, [ctx.now, id, email, action, subject, json(before), json(after)]);
}
