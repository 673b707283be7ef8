import type { staffApprovalsEndpoints } from '@shop/contract/staff/staff-approvals';
import type { Handlers } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import { decide, listApprovals, requirePending } from './staff-approvals.ts';
import { approveAdjustment } from './staff-wallets.ts';

export const staffApprovalsHandlers: Handlers<keyof typeof staffApprovalsEndpoints> = {
  'staff.approvals': (ctx, { query }) => listApprovals(ctx, query),

  'staff.approve': async (ctx, { params }) => ({ approval: await approveAdjustment(ctx, params.id) }),

  'staff.reject': async (ctx, { params, body }) => ({
    approval: await inTransaction(ctx, async (ctx) =>
      decide(ctx, await requirePending(ctx, params.id), 'rejected', body.comment),
    ),
  }),
};
