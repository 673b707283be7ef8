/**
 * Changes by staff that a second person approves, above limits that the shop sets (docs/readings.md#99). A change is
 * checked again and made in the transaction that approves it, so that it is made once.
 */
import type { ListQuery } from '@shop/contract/list-query';
import { approval as approvalSchema } from '@shop/contract/staff/staff-approvals';
import { type Sen, senToText } from '@shop/core/money';
import { refusal } from '@shop/core/refusal';
import { APPROVAL_KINDS, APPROVAL_ROLES, type ApprovalKind } from '@shop/core/staff/approvals';
import { hasRole } from '@shop/core/staff/roles';
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import { type ApprovalSettings, approvalSettings } from '../content/settings.ts';
import type { Ctx } from '../context.ts';
import { type Db, lockRows, statement } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { type ListPage, loadPageByIds } from '../lists/list-page.ts';
import { Refused, refuse } from '../refuse.ts';
import { recordAudit } from './audit.ts';
import { parseStaffSearch } from './parse-staff-search.ts';
import { requireStaff } from './require-staff.ts';
import type { ApprovalRow } from './staff-approvals.sql.ts';
import * as sql from './staff-approvals.sql.ts';

/** Time for which a change waits for a second person. */
const APPROVAL_LIFE_MS = 7 * DAY_MS;

const approvalSettingsRow = statement(
  'staff.approvalSettings',
  v.object({ value: v.unknown() }),
  `select value from settings where key = 'approvals'`,
);

/** Reads the limits, in sen. */
export const readApprovalSettings = async (db: Db): Promise<ApprovalSettings> =>
  v.parse(approvalSettings, (await db.row(approvalSettingsRow))?.value ?? {});

type NewApproval = { subject: string; value: Sen } & (
  | Pick<sql.WalletAdjustmentApproval, 'kind' | 'change'>
  | Pick<sql.PriceChangeApproval, 'kind' | 'change'>
);

/** Requests a change in the caller's transaction. */
export async function requestApproval(ctx: Ctx, requested: NewApproval): Promise<ApprovalRow> {
  const { kind, subject, value, change } = requested;
  const { email } = requireStaff(ctx);
  const expires_at = new Date(ctx.now.getTime() + APPROVAL_LIFE_MS);
  const values = [uuidV7(ctx.now), kind, subject, value, JSON.stringify(change), email, ctx.now, expires_at];
  const approval = await ctx.db.row(sql.insertApproval, values);
  if (approval === null) throw new Error('An approval was not inserted');
  const auditedValues = requested.kind === 'price_change' ? describePriceChange(requested.change) : requested.change;
  const after = { approval: approval.id, value: senToText(value), ...auditedValues };
  await recordAudit(ctx, { action: 'staff.requestApproval', subject, before: null, after });
  return approval;
}

/** Formats a change of prices for the audit. */
const describePriceChange = ({ name, percent, reason }: sql.PriceChangeApproval['change']) => ({
  name,
  percent,
  reason,
});

/** Lists the changes that the caller's roles may see, newest first; with `to_approve` those that the caller may approve. */
export function listApprovals(
  ctx: Ctx,
  { to_approve = false, ...query }: ListQuery & { to_approve?: boolean | undefined },
): Promise<ListPage<ApprovalRow>> {
  const { roles, email } = requireStaff(ctx);
  const right = to_approve ? 'decide' : 'see';
  const search = parseStaffSearch(query, ['state', 'kind', 'subject', 'requested_by']);
  const kinds = APPROVAL_KINDS.filter(
    (kind) => hasRole(roles, APPROVAL_ROLES[kind][right]) && (search.kind?.includes(kind) ?? true),
  );
  const approver = to_approve ? email : null;
  const filter = [search.state ?? null, search.subject?.[0] ?? null, search.requested_by?.[0] ?? null, approver, kinds];
  return loadPageByIds(
    query,
    (limit, offset) => ctx.db.row(sql.approvalsPage, [ctx.now, ...filter, limit, offset]),
    (ids) => ctx.db.rows(sql.approvalsById, [ids, ctx.now]),
  );
}

/** Counts the changes that the caller may approve, by kind. */
export function countToApprove(ctx: Ctx) {
  const { roles, email } = requireStaff(ctx);
  const kinds = APPROVAL_KINDS.filter((kind) => hasRole(roles, APPROVAL_ROLES[kind].decide));
  return ctx.db.rows(sql.approvalsNow, [ctx.now, email, kinds]);
}

/** Lists the changes of a record that wait for a second person. */
export async function listPending(ctx: Ctx, kind: ApprovalKind, subject: string): Promise<ApprovalRow[]> {
  const { ids = [] } =
    (await ctx.db.row(sql.approvalsPage, [ctx.now, ['pending'], subject, null, null, [kind], 20, 0])) ?? {};
  return ids.length === 0 ? [] : ctx.db.rows(sql.approvalsById, [ids, ctx.now]);
}

/**
 * Locks a change that waits for a second person, in a transaction. Refuses `request.not_found`, also where the caller's
 * roles do not decide on it, and `approval.decided` and `approval.expired` with the change as it is now.
 */
export async function requirePending(ctx: Ctx, id: string): Promise<ApprovalRow> {
  const [approval] = await lockRows(ctx.db, sql.lockApproval, [id, ctx.now]);
  if (approval === undefined) return refuse('request.not_found');
  if (!hasRole(requireStaff(ctx).roles, APPROVAL_ROLES[approval.kind].decide)) return refuse('request.not_found');
  if (approval.state === 'pending') return approval;
  throw new Refused(refusal(approval.state === 'expired' ? 'approval.expired' : 'approval.decided'), {
    more: { approval: v.parse(approvalSchema, approval) },
  });
}

/** Refuses `approval.second_person` if the caller requested the change. */
export function requireSecondPerson(ctx: Ctx, requested_by: string | null): void {
  if (requireStaff(ctx).email === requested_by) refuse('approval.second_person');
}

/** Writes the decision on a locked change. */
export async function recordDecision(
  ctx: Ctx,
  approval: ApprovalRow,
  state: 'approved' | 'rejected',
  comment: string | null,
): Promise<ApprovalRow> {
  const { email } = requireStaff(ctx);
  const decided = await ctx.db.row(sql.decideApproval, [approval.id, state, email, ctx.now, comment]);
  if (decided === null) return refuse('approval.decided');
  await recordAudit(ctx, {
    action: state === 'approved' ? 'staff.approve' : 'staff.reject',
    subject: approval.subject,
    before: { approval: approval.id, state: 'pending', requested_by: approval.requested_by },
    after: { approval: approval.id, state, comment },
  });
  return decided;
}
