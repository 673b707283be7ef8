/** The staff API: changes that a second person approves (docs/readings.md#99, docs/api.md#staff-api). */
import { APPROVAL_KINDS, APPROVAL_STATES } from '@shop/core/staff/approvals';
import * as v from 'valibot';
import { endpoint } from '../api/endpoint.ts';
import { multilineText, time, uuid } from '../common-schemas.ts';
import { listPage, listQuery } from '../list-query.ts';
import { walletKind } from '../loyalty.ts';
import { money } from '../money.ts';

/** A change that waits for a second person, or was decided. */
export const approval = v.object({
  id: v.string(),
  kind: v.picklist(APPROVAL_KINDS),
  state: v.picklist(APPROVAL_STATES),
  /** As in the audit: `customer <id>`. */
  subject: v.string(),
  /** The worth of the change in ringgit, without sign. */
  value: money(),
  /** The change that is made once it is approved. */
  change: v.object({ customer_id: v.string(), kind: walletKind, amount: v.number(), reason: v.string() }),
  requested_by: v.string(),
  requested_at: time(),
  expires_at: time(),
  decided_by: v.nullable(v.string()),
  decided_at: v.nullable(time()),
  comment: v.nullable(v.string()),
});
export type Approval = v.InferInput<typeof approval>;

const approvalParams = v.object({ id: uuid() });

export const staffApprovalsEndpoints = {
  'staff.approvals': endpoint('staff.approvals', {
    access: 'staff',
    roles: ['support', 'finance'],
    summary: 'Changes that need a second person, newest first; `search` by state, subject or requested_by',
    query: listQuery(),
    response: listPage(approval),
  }),
  'staff.approve': endpoint('staff.approve', {
    access: 'staff',
    roles: ['finance'],
    summary: 'Approves a change that another person requested, and makes it, once',
    params: approvalParams,
    response: v.object({ approval }),
    refusals: [
      'request.not_found',
      'approval.decided',
      'approval.expired',
      'approval.second_person',
      'wallet.too_little_point',
      'wallet.too_little_store_credit',
    ],
  }),
  'staff.reject': endpoint('staff.reject', {
    access: 'staff',
    roles: ['finance'],
    summary: 'Rejects a change; the person who requested it can withdraw it so',
    params: approvalParams,
    body: v.object({ comment: v.optional(v.nullable(multilineText(1_000)), null) }),
    response: v.object({ approval }),
    refusals: ['request.not_found', 'approval.decided', 'approval.expired'],
  }),
};
