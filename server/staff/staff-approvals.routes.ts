import type { staffApprovalsEndpoints } from '@shop/contract/staff/staff-approvals';
import type { Ctx, Handlers } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import type { ApprovalRow } from './staff-approvals.sql.ts';
import { listApprovals, recordDecision, requirePending, requireSecondPerson } from './staff-approvals.ts';
import { makeApprovedPriceChange } from './staff-prices.ts';
import { makeApprovedAdjustment } from './staff-wallets.ts';

/**
 * Approves a change that another person requested, and makes it. Refuses `approval.second_person`, what
 * `requirePending` refuses, and what the change itself refuses now.
 */
const approveChange = (ctx: Ctx, id: string): Promise<ApprovalRow> =>
  inTransaction(ctx, async (ctx) => {
    const approval = await requirePending(ctx, id);
    requireSecondPerson(ctx, approval.requested_by);
    if (approval.kind === 'price_change') await makeApprovedPriceChange(ctx, approval);
    else await makeApprovedAdjustment(ctx, approval);
    return recordDecision(ctx, approval, 'approved', null);
  });

export const staffApprovalsHandlers: Handlers<keyof typeof staffApprovalsEndpoints> = {
  'staff.approvals': (ctx, { query }) => listApprovals(ctx, query),

  'staff.approve': async (ctx, { params }) => ({ approval: await approveChange(ctx, params.id) }),

  'staff.reject': async (ctx, { params, body }) => ({
    approval: await inTransaction(ctx, async (ctx) =>
      recordDecision(ctx, await requirePending(ctx, params.id), 'rejected', body.comment),
    ),
  }),
};
